/** How a model has developed, read off overviews of some of its revisions. */

import { expect, test } from "vitest";
import { sampled, trend } from "../../src/overview/trend";
import type { Overview } from "../../src/protocol";

const overview = (
  revision: number,
  total: number | null,
  ...rules: readonly [subjects: number, broken: number, phase: number][]
): Overview =>
  ({
    ...{ revision, problems: revision - 1, phase: 1, scores: { total }, gates: [] },
    rules: rules.map(([subjects, broken, phase], at) => ({ ruleId: `r${at}`, subjects, broken, phase })),
  }) as unknown as Overview;

test("few revisions are all asked for, of many as many as fit, evenly, with both ends", () => {
  expect(sampled([3, 1, 2, 2], 4)).toEqual([1, 2, 3]);
  expect(
    sampled(
      Array.from({ length: 101 }, (_, index) => index),
      5,
    ),
  ).toEqual([0, 25, 50, 75, 100]);
});

test("each revision tells its size, score, the share of kept rules, and the problems of the phase; the oldest is first", () => {
  const sizes = [
    { revision: 4, nodes: 7 },
    { revision: 9, nodes: 12 },
  ];

  expect(trend(sizes, [overview(9, 0.8, [10, 1, 1], [10, 4, 3]), overview(4, null, [4, 3, 1])])).toEqual([
    { revision: 4, values: { elements: 7, kept: 0.25, problems: 3 } },
    { revision: 9, values: { elements: 12, score: 0.8, kept: 0.75, problems: 8 } },
  ]);
});

test("a size that is not known is not guessed, and a rule that is about nothing is neither kept nor broken", () => {
  expect(trend([], [overview(2, 1)])).toEqual([{ revision: 2, values: { score: 1, problems: 1 } }]);
});
