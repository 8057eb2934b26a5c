import { describe, expect, test } from "vitest";
import {
  type Arrangement,
  AS_IT_COMES,
  arranged,
  movedTo,
  resized,
  shifted,
  toggled,
} from "../../src/canvases/table/arrangement";
import { columnsOf } from "../../src/canvases/table/columns";
import { grouping, groupLines, PARENT } from "../../src/canvases/table/groups";
import { graph, node, ONTOLOGY, SHOP } from "./models";

const COLUMNS = columnsOf(ONTOLOGY, "REQ");
const TRACES = ["trace:satisfiedBy", "trace:verifiedBy"];
const keys = (arrangement: Arrangement): readonly string[] =>
  arranged(COLUMNS, arrangement).shown.map((column) => column.key);

describe("the columns of a table", () => {
  test("come with the name first, which stays there", () => {
    expect(keys(AS_IT_COMES)).toEqual([
      ...["name", "semanticId", "descr", "kind", "text", "rationale", ...TRACES, "relations"],
    ]);
    expect(movedTo(AS_IT_COMES, COLUMNS, "kind", "name")).toBe(AS_IT_COMES);
    expect(keys(toggled(AS_IT_COMES, "name"))[0]).toBe("name");
  });

  test("are moved to where another stands, in both directions", () => {
    const { all } = arranged(COLUMNS, AS_IT_COMES);
    expect(keys(movedTo(AS_IT_COMES, all, "kind", "semanticId")).slice(0, 3)).toEqual(["name", "kind", "semanticId"]);
    expect(keys(movedTo(AS_IT_COMES, all, "semanticId", "kind")).slice(0, 4)).toEqual([
      ...["name", "descr", "kind", "semanticId"],
    ]);
  });

  test("are shifted past the neighbour that is shown", () => {
    const hidden = toggled(AS_IT_COMES, "descr");
    expect(keys(shifted(hidden, arranged(COLUMNS, hidden), "kind", -1))).toEqual([
      ...["name", "kind", "semanticId", "text", "rationale", ...TRACES, "relations"],
    ]);
  });

  test("a new attribute of the profile stands beside its neighbours, and one that is gone is forgotten", () => {
    expect(keys({ ...AS_IT_COMES, order: ["relations", "name", "gone", "semanticId"] })).toEqual([
      ...["name", "relations", "descr", "kind", "text", "rationale", ...TRACES, "semanticId"],
    ]);
  });

  test("have the width that somebody gave them, within what can be read", () => {
    const width = (wanted: number): number | undefined =>
      arranged(COLUMNS, resized(AS_IT_COMES, "kind", wanted)).all.find((column) => column.key === "kind")?.width;
    expect([width(150.4), width(1), width(90_000)]).toEqual([150, 64, 1_200]);
  });
});

describe("groups", () => {
  const rows = [
    node("fn1", { attributes: { volatility: "low" } }),
    node("fn2"),
    node("fn3", { attributes: { volatility: "high" } }),
    node("fn4", { attributes: { volatility: "low" } }),
  ];
  const titles = grouping("volatility", columnsOf(ONTOLOGY, "FUNC"), SHOP);
  const told = (folded: readonly string[]): readonly string[] =>
    groupLines(rows, titles, new Set(folded)).map((line) =>
      line.kind === "row" ? line.node.nodeId : `${line.title || "-"} ${line.count}`,
    );

  test("stand in the order of their titles, what has none last", () => {
    expect(told([])).toEqual(["high 1", "fn3", "low 2", "fn1", "fn4", "- 1", "fn2"]);
  });

  test("are folded one by one", () => {
    expect(told(["low"])).toEqual(["high 1", "fn3", "low 2", "- 1", "fn2"]);
  });

  test("by parent name what composes a node", () => {
    const byParent = grouping(PARENT, [], graph("sy1 compose fn1", "fn2"));
    expect([node("fn1"), node("fn2")].map((each) => byParent?.(each))).toEqual(["SY1", ""]);
  });
});
