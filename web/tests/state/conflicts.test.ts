/** What was refused because of others is kept until its author has decided, and can be sent again. */

import { beforeEach, describe, expect, test } from "vitest";
import type { Operation, Problem } from "../../src/protocol";
import { again, conflictsOf, keepConflict, mineIn, settleConflict } from "../../src/state/conflicts";

const BEN = { personId: "ben", name: "Ben" };
const rename = (id: string, ref: string, name: string): Operation => ({ op: "node.update", id, ref, set: { name } });
const problem = (operationId: string, elementId: string, more: object = {}): Problem => ({
  ...{ code: "conflict", case: "field", path: "$", candidates: [], operationId },
  conflict: {
    ...{ kind: "node", elementId, name: "Pump", by: BEN, revision: 7, field: "name", before: "Pump", now: "Motor" },
    ...more,
  },
});
const refused = (...problems: readonly Problem[]) => ({ fields: { problems } });

beforeEach(() => {
  for (const { id } of conflictsOf("p")) settleConflict("p", id);
});

describe("a change that others came before", () => {
  test("is kept with theirs, and goes with the decision", () => {
    expect(keepConflict("p", refused(problem("o", "n")), [rename("o", "n", "Mine")])).toBe(true);
    const [conflict] = conflictsOf("p");
    expect(conflict?.theirs[0]).toMatchObject({ by: BEN, now: "Motor", case: "field" });
    expect(conflict && mineIn(conflict, conflict.theirs[0] as never)).toBe("Mine");
    expect(conflictsOf("another")).toEqual([]);
    settleConflict("p", conflict?.id ?? "");
    expect(conflictsOf("p")).toEqual([]);
  });

  test("is no conflict where something else is wrong with it, too", () => {
    const { conflict: _, ...wrong } = { ...problem("o", "n"), code: "malformed" as const };
    expect(keepConflict("p", refused(problem("o", "n"), wrong), [rename("o", "n", "Mine")])).toBe(false);
    expect(keepConflict("p", {}, [rename("o", "n", "Mine")])).toBe(false);
    expect(conflictsOf("p")).toEqual([]);
  });

  test("takes the place of what the same person wrote there before, and of nothing else", () => {
    keepConflict("p", refused(problem("o", "n")), [rename("o", "n", "First")]);
    keepConflict("p", refused(problem("o", "other")), [rename("o", "other", "Other")]);
    keepConflict("p", refused(problem("o", "n")), [rename("o", "n", "Second")]);
    expect(conflictsOf("p").map(({ mine }) => (mine[0] as { set: { name: string } }).set.name)).toEqual([
      "Other",
      "Second",
    ]);
  });

  test("is sent again on the newest revision that was told, without what is gone", () => {
    const deleted = problem("b", "m", { field: undefined, revision: 9 });
    keepConflict("p", refused(problem("a", "n"), { ...deleted, case: "deleted" }), [
      rename("a", "n", "Mine"),
      rename("b", "m", "Too late"),
    ]);
    const [conflict] = conflictsOf("p");
    expect(conflict && again(conflict)).toEqual({ baseRevision: 9, operations: [rename("a", "n", "Mine")] });
  });

  test("says of an attribute what it was set to, and that it was emptied", () => {
    const set: Operation = { op: "node.update", id: "o", ref: "n", set: { attributes: { mass: 3 } } };
    const unset: Operation = { op: "node.update", id: "o", ref: "n", set: {}, unset: ["mass"] };
    const field = { field: "attributes.mass" };
    keepConflict("p", refused(problem("o", "n", field)), [set]);
    const [first] = conflictsOf("p");
    expect(first && mineIn(first, first.theirs[0] as never)).toBe(3);
    keepConflict("p", refused(problem("o", "n", field)), [unset]);
    const [second] = conflictsOf("p");
    expect(second && mineIn(second, second.theirs[0] as never)).toBe(null);
  });
});
