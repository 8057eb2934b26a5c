import { describe, expect, test } from "vitest";
import { readOntology } from "../../src/canvases/ontology";
import { AS_IT_COMES, arranged, toggled } from "../../src/canvases/table/arrangement";
import { type Column, columnsOf } from "../../src/canvases/table/columns";
import { filterRows, NO_ROW_FILTER, saying, sortRows } from "../../src/canvases/table/filter";
import { planPaste } from "../../src/canvases/table/paste";
import { textsOf } from "../../src/canvases/table/range";
import { chipsOf, rowsOf } from "../../src/canvases/table/rows";
import { graph, ONTOLOGY } from "./models";

const MODEL = graph(
  ...["fn10 satisfy rq1", "fn2 satisfy rq2", "sy1 satisfy rq2", "rq2 satisfy rq3", "rq1 verify ts1"],
  ...["md1 allocate fn2", "fn2 io fl1", "fn10 compose fn2"],
);
const says = saying((nodeId) => chipsOf(MODEL, ONTOLOGY, nodeId));
const traces = (nodeType: string): readonly Column[] =>
  columnsOf(ONTOLOGY, nodeType).filter(({ kind }) => kind === "trace");
const shown = (nodeType: string): readonly (readonly string[])[] =>
  textsOf({ rows: rowsOf(MODEL, nodeType), columns: traces(nodeType) }, says);

describe("columns of traces", () => {
  test("name what satisfies and verifies a requirement; one that refines another does neither", () => {
    expect(traces("REQ").map(({ key }) => key)).toEqual(["trace:satisfiedBy", "trace:verifiedBy"]);
    expect(shown("REQ")).toEqual([
      ["FN10", "TS1"],
      ["FN2, SY1", ""],
      ["", ""],
    ]);
  });

  test("name what a function satisfies and which module carries it", () => {
    expect(traces("FUNC").map(({ key }) => key)).toEqual(["trace:satisfies", "trace:allocatedTo"]);
    expect(shown("FUNC")).toEqual([
      ["RQ1", ""],
      ["RQ2", "MD1"],
    ]);
  });

  test("are for no other type, and for no profile that lacks their relation", () => {
    const { nodeTypes, relations } = ONTOLOGY;
    const without = readOntology({ nodeTypes, relations: relations.filter(({ name }) => name !== "verify") });
    expect(traces("MOD")).toEqual([]);
    expect(
      columnsOf(without, "REQ")
        .filter(({ kind }) => kind === "trace")
        .map(({ key }) => key),
    ).toEqual(["trace:satisfiedBy"]);
  });

  test("sort as people count, those without a trace last, and are filtered by the names", () => {
    const rows = rowsOf(MODEL, "REQ");
    const columns = columnsOf(ONTOLOGY, "REQ");
    const ids = (descending: boolean): readonly string[] =>
      sortRows(rows, columns, { key: "trace:satisfiedBy", descending }, says).map(({ nodeId }) => nodeId);
    expect([ids(false), ids(true)]).toEqual([
      ["rq2", "rq1", "rq3"],
      ["rq1", "rq2", "rq3"],
    ]);
    const filter = { ...NO_ROW_FILTER, cells: { "trace:satisfiedBy": "sy" } };
    expect(filterRows(rows, columns, filter, () => false, says).map(({ nodeId }) => nodeId)).toEqual(["rq2"]);
  });

  test("are hidden and shown like others", () => {
    const hidden = toggled(AS_IT_COMES, "trace:verifiedBy");
    const keys = arranged(columnsOf(ONTOLOGY, "REQ"), hidden).shown.map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith("trace:"))).toEqual(["trace:satisfiedBy"]);
  });

  test("are only read: a block that lies over them changes nothing there", () => {
    const rows = rowsOf(MODEL, "REQ");
    const block = [["SY1", "TS1"]];
    const target = { nodeType: "REQ", columns: traces("REQ"), rows, row: 0, column: 0, titles: {} };
    expect(planPaste(block, target, () => "o1").operations).toEqual([]);
  });
});
