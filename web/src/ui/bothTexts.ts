/** What two people made of one text: where theirs differ, cut around that; and one text that holds what both wrote. Pure. */

import { diff3Merge } from "node-diff3";
import { type Piece, pieces } from "../review/difference";

/** Words that are the same, shown beside a difference; the others stand in the model. */
const BESIDE = 6;
const CUT = "… ";

/** Both texts in pieces that differ or do not; of a long stretch that does not, only what stands beside a difference. */
export function excerpts(theirs: string, mine: string): readonly [readonly Piece[], readonly Piece[]] {
  const [one, two] = pieces(theirs, mine);
  return [cut(one), cut(two)];
}

function cut(all: readonly Piece[]): readonly Piece[] {
  return all.map(({ text, isOnlyHere }, at) => {
    const words = text.match(/\s*\S+\s*/gu) ?? [];
    const [before, behind] = [at > 0 ? BESIDE : 0, at < all.length - 1 ? BESIDE : 0];
    // A text that is one stretch alone differs from the other by what that one has more.
    if (isOnlyHere || before + behind === 0 || words.length <= before + behind + 1) return { text, isOnlyHere };
    const kept = [words.slice(0, before), behind > 0 ? words.slice(-behind) : []].map((each) => each.join(""));
    return { text: kept.join(CUT), isOnlyHere };
  });
}

interface BothTexts {
  readonly text: string;
  /** Each change stands in its place; else the two texts stand one below the other. */
  readonly isMerged: boolean;
}

/** What both made of a text that they began with; where their changes touch, only a person can say how they go together. */
export function bothTexts(before: string, theirs: string, mine: string): BothTexts {
  const regions = diff3Merge(wordsOf(theirs), wordsOf(before), wordsOf(mine));
  if (before !== "" && regions.every(({ conflict }) => conflict === undefined))
    return {
      text: regions
        .flatMap(({ ok = [] }) => ok)
        .join("")
        .slice(0, -1),
      isMerged: true,
    };
  return { text: `${theirs}\n\n${mine}`, isMerged: false };
}

/** Words with the blanks behind them: the last word is the same one as before a blank, and words side by side touch. */
function wordsOf(text: string): string[] {
  return `${text} `.split(/(?<=\s)(?=\S)/u);
}
