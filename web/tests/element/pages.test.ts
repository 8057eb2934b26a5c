/** Pages of the history of an element, however changes and clicks follow each other. */

import { describe, expect, test } from "vitest";
import { type Changed, type HistoryPage, reasonOf, withNewest } from "../../src/element/pages";

const page = (older: number, ...revisions: readonly number[]): HistoryPage => ({
  commits: revisions.map((revision) => ({ revision }) as Changed),
  older,
});

describe("whoever has read far back", () => {
  test("stays there when somebody changes the element, and finds the change above", () => {
    expect(withNewest(page(3, 9, 8, 7, 6, 5, 4), page(7, 10, 9, 8))).toEqual(page(3, 10, 9, 8, 7, 6, 5, 4));
  });

  test("sees the newest alone where so much has come that a hole would be between", () => {
    expect(withNewest(page(3, 9, 8), page(12, 14, 13))).toEqual(page(12, 14, 13));
  });

  test("and who has read nothing yet begins at the newest", () => {
    expect(withNewest(undefined, page(1, 2))).toEqual(page(1, 2));
  });
});

test("[X-207] a change tells its reason unless its question says it, and an undo is told as one, in the reader's words", () => {
  const told = (commit: object): unknown => reasonOf({ origin: "run", ...commit } as Changed);
  expect(told({ reason: "The brake halts.", question: "The brake halts. " })).toBeUndefined();
  expect(told({ reason: "So it is safe.", question: "The brake halts." })).toEqual({ said: "So it is safe." });
  expect(told({ origin: "revert", reason: "undone" })).toBe("revert");
  expect(told({ origin: "revert", reason: "redone" })).toBe("redone");
  expect(told({})).toBeUndefined();
});
