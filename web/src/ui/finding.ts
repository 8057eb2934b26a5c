/** Whether what somebody typed means a text: as it stands there, its words in any order, or with a slip of the finger. Pure. */

/** Words of fewer letters than this have to be right; so many more allow one more slip. */
const LETTERS_A_SLIP = 4;

/** Lower case, without accents. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
}

/** Every word of it is there. Both are folded. */
function holds(text: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

/** Every word of it is there but for slips: a letter that is wrong, missing, too much, or changed places with its neighbour. */
function nearlyHolds(text: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => slips(text, word) <= Math.floor(word.length / LETTERS_A_SLIP));
}

/** What is found by the words themselves; only where there is nothing, what is found with slips. */
export function find<T>(all: Iterable<T>, typed: string, most: number, textOf: (each: T) => string): readonly T[] {
  const wanted = folded(typed.trim());
  for (const means of [holds, nearlyHolds]) {
    const found: T[] = [];
    for (const each of all) {
      if (found.length >= most) break;
      if (means(folded(textOf(each)), wanted)) found.push(each);
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** The fewest slips with which a word is some part of a text: distances to a beginning that costs nothing (Sellers). */
function slips(text: string, word: string): number {
  let [older, old] = [[] as number[], new Array<number>(text.length + 1).fill(0)];
  for (let at = 1; at <= word.length; at += 1) {
    const row = [at];
    for (let here = 1; here <= text.length; here += 1) {
      const isSame = word[at - 1] === text[here - 1];
      const changed = (old[here - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped =
        at > 1 && here > 1 && word[at - 1] === text[here - 2] && word[at - 2] === text[here - 1]
          ? (older[here - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(changed, swapped, (old[here] ?? 0) + 1, (row[here - 1] ?? 0) + 1));
    }
    [older, old] = [old, row];
  }
  return Math.min(...old);
}
