import { describe, expect, test } from "vitest";
import { columnsOf } from "../../src/canvases/table/columns";
import { emptied, fillDown, rangeOf, textsOf } from "../../src/canvases/table/range";
import { node, ONTOLOGY } from "./models";

const COLUMNS = columnsOf(ONTOLOGY, "FUNC");
const ROWS = [
  node("fn1", { descr: "Packs.", attributes: { volatility: "high" } }),
  node("fn2"),
  node("fn3", { attributes: { volatility: "low" } }),
];
const GRID = { rows: ROWS, columns: COLUMNS };

let count = 0;
const newId = (): string => {
  count += 1;
  return `op${count}`;
};
const updates = (operations: readonly object[]): readonly object[] =>
  operations.map((operation) => ({ ...operation, id: undefined }));

function range(
  fromRow: string,
  fromKey: string,
  toRow: string,
  toKey: string,
): NonNullable<ReturnType<typeof rangeOf>> {
  const found = rangeOf(GRID, { nodeId: fromRow, key: fromKey }, { nodeId: toRow, key: toKey });
  if (found === undefined) throw new Error("no such range");
  return found;
}

describe("a range of cells", () => {
  test("is the rectangle between two cells, from whichever it was begun", () => {
    expect(textsOf(range("fn2", "volatility", "fn1", "descr"))).toEqual([
      ["Packs.", "high"],
      ["", ""],
    ]);
  });

  test("is none while one of its cells is filtered away", () => {
    expect(rangeOf(GRID, { nodeId: "fn1", key: "name" }, { nodeId: "fn9", key: "name" })).toBeUndefined();
  });

  test("filled down writes its first row into the others, and leaves alone what is so already", () => {
    expect(updates(fillDown(GRID, range("fn1", "descr", "fn3", "volatility"), newId))).toEqual([
      { op: "node.update", ref: "fn2", set: { descr: "Packs.", attributes: { volatility: "high" } } },
      { op: "node.update", ref: "fn3", set: { descr: "Packs.", attributes: { volatility: "high" } } },
    ]);
    expect(fillDown(GRID, range("fn2", "descr", "fn3", "descr"), newId)).toEqual([]);
  });

  test("of one row takes what stands above it; the first row has nothing above", () => {
    expect(updates(fillDown(GRID, range("fn2", "volatility", "fn2", "volatility"), newId))).toEqual([
      { op: "node.update", ref: "fn2", set: { attributes: { volatility: "high" } } },
    ]);
    expect(fillDown(GRID, range("fn1", "descr", "fn1", "descr"), newId)).toEqual([]);
  });

  test("emptied keeps names and ids, and unsets attributes", () => {
    expect(updates(emptied(range("fn1", "semanticId", "fn2", "volatility"), newId))).toEqual([
      { op: "node.update", ref: "fn1", set: { descr: "" }, unset: ["volatility"] },
    ]);
  });
});
