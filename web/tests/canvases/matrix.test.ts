import { describe, expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import {
  ANY,
  covered,
  edgesAt,
  isSuspect,
  type MatrixChoice,
  matrixOf,
  opening,
  perCent,
  presets,
  relationsFor,
  shownOf,
  suspectEdges,
  toggling,
  transposed,
  wayOf,
} from "../../src/canvases/matrix/matrix";
import { csvOf, sheetOf, xlsxOf } from "../../src/canvases/matrix/sheet";
import { confirming } from "../../src/state/suspects";
import { edge, graph, node, ONTOLOGY, SHOP } from "./models";

const REQ_FUNC: MatrixChoice = { rows: "REQ", relation: "satisfy", columns: "FUNC" };

function links(elements: Elements, choice: MatrixChoice): readonly string[] {
  const matrix = matrixOf(elements, ONTOLOGY, choice);
  return matrix.rows.flatMap((row) =>
    matrix.columns
      .filter((column) => edgesAt(matrix, row, column).length > 0)
      .map((column) => `${row.nodeId} ${column.nodeId}`),
  );
}

const ids = (nodes: readonly { readonly nodeId: string }[]): readonly string[] => nodes.map(({ nodeId }) => nodeId);

/** The shop after an end of `fn1 satisfy rq1` was written anew at revision 5. */
function changedShop(): Elements {
  return { ...SHOP, nodes: new Map(SHOP.nodes).set("rq1", { ...node("rq1"), revision: 5 }) };
}

describe("a matrix opens on", () => {
  const said = (elements: Elements): string | undefined => {
    const found = opening(elements, ONTOLOGY);
    return found && [found.rows, found.relation, found.columns].join(" ");
  };

  test("the first usual pair of types that the model has elements for, else what it has most of", () => {
    expect(said(SHOP)).toBe("REQ satisfy FUNC");
    expect(said(graph("rq1 verify ts1"))).toBe("REQ verify TEST");
    expect(said(graph("uc1 compose fc1", "uc1 satisfy rq1", "uc1 satisfy rq2"))).toBe("UC satisfy REQ");
  });

  test("the type there is most of against itself where nothing is joined, and on nothing of an empty model", () => {
    expect(said(graph("rq1", "rq2", "uc1"))).toMatch(/^REQ \w+ REQ$/);
    expect(said(graph())).toBeUndefined();
  });
});

test.each([
  [1, 15, 7],
  [0, 15, 0],
  [1, 1000, 1],
  [999, 1000, 99],
  [3, 3, 100],
])("%i of %i are %i per cent", (count, all, told) => {
  expect(perCent(count, all)).toBe(told);
});

describe("a matrix", () => {
  test("shows a link whichever way the relation leads, and so does the one that is turned over", () => {
    expect(links(SHOP, REQ_FUNC)).toEqual(["rq1 fn1"]);
    expect(links(SHOP, transposed(REQ_FUNC))).toEqual(["fn1 rq1"]);
    expect([wayOf(ONTOLOGY, REQ_FUNC), wayOf(ONTOLOGY, transposed(REQ_FUNC))]).toEqual(["in", "out"]);
  });

  test("of one type against itself has each link where its row is the source", () => {
    expect(links(graph("rq1 satisfy rq2"), { rows: "REQ", relation: "satisfy", columns: "REQ" })).toEqual(["rq1 rq2"]);
  });

  test("of all types has a link at both of its ends", () => {
    expect(links(graph("fn1 satisfy rq1"), { rows: ANY, relation: "satisfy", columns: ANY })).toEqual([
      ...["fn1 rq1", "rq1 fn1"],
    ]);
  });

  test("counts links by row, by column and in total", () => {
    const matrix = matrixOf(SHOP, ONTOLOGY, REQ_FUNC);
    expect([...matrix.rowCounts, ...matrix.columnCounts]).toEqual([
      ["rq1", 1],
      ["fn1", 1],
    ]);
    expect([covered(matrix.rows, matrix.rowCounts), covered(matrix.columns, matrix.columnCounts)]).toEqual([1, 1]);
  });

  test("shows what is uncovered alone", () => {
    const matrix = matrixOf(SHOP, ONTOLOGY, REQ_FUNC);
    expect(ids(shownOf(matrix, "rows", "").rows)).toEqual(["rq2"]);
    expect(ids(shownOf(matrix, "columns", "").columns)).toEqual(["fn2", "fn3"]);
    expect(ids(shownOf(matrix, "all", "rQ2").rows)).toEqual(["rq2"]);
    expect(shownOf(matrix, "suspect", "")).toEqual({ rows: [], columns: [] });
  });

  test("links in the direction of the profile, unlinks what is linked, and leaves alone what cannot be joined", () => {
    const matrix = matrixOf(SHOP, ONTOLOGY, REQ_FUNC);
    const at = (row: string, column: string): readonly object[] =>
      toggling(matrix, ONTOLOGY, node(row), node(column), () => "op");
    expect(at("rq2", "fn2")).toEqual([
      { op: "edge.create", id: "op", edgeType: "satisfy", source: "fn2", target: "rq2" },
    ]);
    expect(at("rq1", "fn1")).toEqual([{ op: "edge.delete", id: "op", ref: "fn1-satisfy-rq1" }]);
    expect(at("rq1", "ts1")).toEqual([]);
    expect(at("rq1", "rq1")).toEqual([]);
  });

  test("offers the relations that may join the types, those made for them first, and the usual matrices", () => {
    expect(relationsFor(ONTOLOGY, "REQ", "FUNC")).toEqual(["satisfy", "relation"]);
    expect(presets(ONTOLOGY).map(({ rows, relation, columns }) => `${rows} ${relation} ${columns}`)).toEqual([
      ...["REQ satisfy FUNC", "REQ verify TEST", "FUNC allocate MOD"],
    ]);
  });

  test("of 2,000 by 2,000 is made from the links, not from the cells", () => {
    const parts = Array.from({ length: 2_000 }, (_, at) => `fn${at} satisfy rq${at}`);
    const matrix = matrixOf(graph(...parts), ONTOLOGY, REQ_FUNC);
    expect([matrix.rows.length, matrix.columns.length, matrix.links.size]).toEqual([2_000, 2_000, 2_000]);
  });
});

describe("a suspect link", () => {
  test("is one whose end changed after the link was made", () => {
    expect(suspectEdges(matrixOf(SHOP, ONTOLOGY, REQ_FUNC))).toEqual([]);
    const matrix = matrixOf(changedShop(), ONTOLOGY, REQ_FUNC);
    expect(suspectEdges(matrix).map(({ edgeId }) => edgeId)).toEqual(["fn1-satisfy-rq1"]);
    expect(ids(shownOf(matrix, "suspect", "").rows)).toEqual(["rq1"]);
  });

  test("is one no longer once it is confirmed, until an end changes again", () => {
    const link = edge("fn1", "satisfy", "rq1");
    expect(confirming([link], 5, () => "op")).toEqual([
      { op: "edge.update", id: "op", ref: link.edgeId, set: { attributes: { confirmed: 5 } } },
    ]);
    const seenAt = (confirmed: number): boolean => {
      const edges = new Map(SHOP.edges).set(link.edgeId, { ...link, revision: 9, attributes: { confirmed } });
      const matrix = matrixOf({ ...changedShop(), edges }, ONTOLOGY, REQ_FUNC);
      return isSuspect(matrix, edgesAt(matrix, node("rq1"), node("fn1")));
    };
    expect([seenAt(4), seenAt(5)]).toEqual([true, false]);
  });
});

describe("a matrix as a file", () => {
  const matrix = matrixOf(changedShop(), ONTOLOGY, REQ_FUNC);
  const sheet = sheetOf(matrix, { rows: matrix.rows, columns: matrix.columns.slice(0, 2) });

  test("has ids, names and counts at its edges, and marks what is suspect", () => {
    expect(sheet).toEqual([
      ["", "", "", "FN1.FN.001", "FN2.FN.001"],
      ["", "", "", "FN1", "FN2"],
      ["", "", "", "1", "0"],
      ["RQ1.RQ.001", "RQ1", "1", "x?", ""],
      ["RQ2.RQ.001", "RQ2", "0", "", ""],
    ]);
  });

  test("is no formula in CSV", () => {
    expect(csvOf([["=1+1", 'a "b", c', "x"]])).toBe('\uFEFF\'=1+1,"a ""b"", c",x\r\n');
  });

  test("is a workbook of stored files in XLSX", () => {
    const text = new TextDecoder("latin1").decode(xlsxOf([["a<b", "7"]]));
    expect(text.startsWith("PK\u0003\u0004")).toBe(true);
    expect(text).toContain(
      '<c r="A1" t="inlineStr"><is><t xml:space="preserve">a&lt;b</t></is></c><c r="B1"><v>7</v></c>',
    );
    expect(text.split("PK\u0001\u0002")).toHaveLength(1 + 5);
  });
});
