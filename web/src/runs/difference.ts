/** What is different between two texts, word by word. Pure. */

interface Stretch {
  readonly text: string;
  /** In both, only in the first, or only in the second. */
  readonly in: "both" | "first" | "second";
}

/** Longer texts than this are compared by lines: the table of a comparison grows with the product of both. */
const MAX_CELLS = 4_000_000;

export function difference(first: string, second: string): readonly Stretch[] {
  const [one, two] = [first.split(/(?<=\s)/u), second.split(/(?<=\s)/u)];
  if (one.length * two.length > MAX_CELLS) return compared(first.split(/(?<=\n)/u), second.split(/(?<=\n)/u));
  return compared(one, two);
}

/** The longest common subsequence, read off a table of its lengths. */
function compared(one: readonly string[], two: readonly string[]): readonly Stretch[] {
  const width = two.length + 1;
  const lengths = new Uint32Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row -= 1) {
    for (let column = two.length - 1; column >= 0; column -= 1) {
      const [below, right, both] = [
        lengths[(row + 1) * width + column] ?? 0,
        lengths[row * width + column + 1] ?? 0,
        lengths[(row + 1) * width + column + 1] ?? 0,
      ];
      lengths[row * width + column] = one[row] === two[column] ? both + 1 : Math.max(below, right);
    }
  }
  const found: { text: string; in: Stretch["in"] }[] = [];
  const add = (text: string, where: Stretch["in"]): void => {
    const last = found.at(-1);
    if (last?.in === where) last.text += text;
    else found.push({ text, in: where });
  };
  let [row, column] = [0, 0];
  while (row < one.length || column < two.length) {
    const [left, right] = [one[row], two[column]];
    if (left !== undefined && left === right) {
      add(left, "both");
      row += 1;
      column += 1;
    } else if (
      left !== undefined &&
      (right === undefined || (lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0))
    ) {
      add(left, "first");
      row += 1;
    } else if (right !== undefined) {
      add(right, "second");
      column += 1;
    }
  }
  return found;
}
