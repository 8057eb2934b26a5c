/** How the model has grown, counted back from now. */

import { expect, test } from "vitest";
import { growth } from "../../src/overview/growth";
import type { Change, CommitOnWire } from "../../src/protocol";

type Told = Pick<CommitOnWire, "revision" | "changes">;
const made = { element: "node", before: null, after: {} } as Change;
const gone = { element: "node", before: {}, after: null } as Change;
const changed = { element: "node", before: {}, after: {} } as Change;
const linked = { element: "edge", before: null, after: {} } as Change;
const commit = (revision: number, ...changes: readonly Change[]): Told => ({ revision, changes }) as Told;

test("the size after each commit follows from the size now, the oldest first", () => {
  const newest = [commit(3, gone, linked), commit(2, made, changed), commit(1, made, made)];

  expect(growth(newest, 2)).toEqual([
    { revision: 0, nodes: 0 },
    { revision: 1, nodes: 2 },
    { revision: 2, nodes: 3 },
    { revision: 3, nodes: 2 },
  ]);
});

test("what lies before a commit that says nothing of its changes is not guessed", () => {
  const large = { revision: 2, changes: null } as Told;

  expect(growth([commit(3, made), large, commit(1, made)], 5_000)).toEqual([
    { revision: 2, nodes: 4_999 },
    { revision: 3, nodes: 5_000 },
  ]);
});

test("nothing is told of a model without commits", () => {
  expect(growth([], 0)).toEqual([]);
});
