/** Pages of the history of an element, however changes and clicks follow each other. */

import { describe, expect, test } from "vitest";
import { type Changed, type HistoryPage, withNewest } from "../../src/element/pages";

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
