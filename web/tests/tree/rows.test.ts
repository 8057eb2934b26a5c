import { describe, expect, test } from "vitest";
import { nextBeginning } from "../../src/tree/keys";
import { mayHold, transferring } from "../../src/tree/moving";
import { foundBy, LOOSE, opened, pathTo, treeRows } from "../../src/tree/rows";
import { graph, node, ONTOLOGY } from "../canvases/models";

const SHOP = graph("sy1 compose uc1", "sy1 compose md1", "md1 compose md2", "rq1", "ac1");
const NONE: ReadonlySet<string> = new Set();

function told(elements = SHOP, toggled = NONE, kept?: ReadonlySet<string>): readonly string[] {
  return treeRows(elements, ONTOLOGY, { toggled, kept }).map(({ level, node: at }) => `${level} ${at?.name ?? LOOSE}`);
}

describe("the rows of the tree", () => {
  test("begin with systems and their parts, and group what no system holds", () => {
    expect(told()).toEqual(["1 SY1", "2 UC1", "2 MD1", "1 loose", "2 AC1", "2 RQ1"]);
  });

  test("open deeper levels when they are asked to, and close the first", () => {
    expect(told(SHOP, new Set(["sy1 md1"]))).toContain("3 MD2");
    expect(told(SHOP, new Set(["sy1", LOOSE]))).toEqual(["1 SY1", "1 loose"]);
  });

  test("of a search are what was found, without case and accents, with everything above it", () => {
    expect(told(SHOP, NONE, foundBy(SHOP, "md2"))).toEqual(["1 SY1", "2 MD1", "3 MD2"]);
    const named = { ...SHOP, nodes: new Map(SHOP.nodes).set("rq1", node("rq1", { name: "Émile" })) };
    expect(told(named, NONE, foundBy(named, "EMI"))).toEqual(["1 Émile"]);
    expect(foundBy(SHOP, " ")).toBeUndefined();
  });

  test("of a search are folded for themselves", () => {
    const kept = foundBy(SHOP, "md2");
    expect(told(SHOP, new Set(["sy1 md1"]), kept)).toEqual(["1 SY1", "2 MD1"]);
    expect(told(SHOP, new Set(["sy1"]), kept)).toEqual(["1 SY1"]);
  });

  test("are not hidden in a group where nothing holds anything", () => {
    expect(told(graph("rq1", "ac1"))).toEqual(["1 AC1", "1 RQ1"]);
  });

  test("stand below each of several holders, and end where a ring comes back to itself", () => {
    expect(told(graph("sy1 compose fn1", "sy2 compose fn1"))).toEqual(["1 SY1", "2 FN1", "1 SY2", "2 FN1"]);
    const ring = graph("md1 compose md2", "md2 compose md1");
    const all = new Set(["md1 md2", "md1 md2 md1", "md2 md1", "md2 md1 md2"]);
    expect(told(ring, all)).toEqual(["1 MD1", "2 MD2", "3 MD1", "1 MD2", "2 MD1", "3 MD2"]);
  });

  test("of 50,000 nodes are as many as are open", () => {
    const large = graph("sy1 compose fn1", ...Array.from({ length: 50_000 }, (_, at) => `rq${at}`));
    expect(told(large)).toHaveLength(50_003);
    expect(told(large, new Set([LOOSE]))).toEqual(["1 SY1", "2 FN1", "1 loose"]);
  });
});

describe("a node in the tree", () => {
  test("has a path, whose rows are opened so that it is seen", () => {
    const { key, above } = pathTo(SHOP, "md2", true);
    expect([key, above]).toEqual(["sy1 md1 md2", ["sy1", "sy1 md1"]]);
    expect(told(SHOP, opened(new Set(["sy1"]), above))).toContain("3 MD2");
    expect(pathTo(SHOP, "rq1", true).key).toBe(`${LOOSE} rq1`);
  });

  test("is found by its first letters, from the active row on and round the end", () => {
    const rows = treeRows(SHOP, ONTOLOGY, { toggled: NONE, kept: undefined });
    const found = (at: number, text: string) => nextBeginning(rows, at, text)?.key;
    expect([found(0, "s"), found(0, "m"), found(3, "uc"), found(0, "x")]).toEqual([
      "sy1",
      "sy1 md1",
      "sy1 uc1",
      undefined,
    ]);
  });

  test("goes only to what may hold it and does not stand in it", () => {
    const at = (id: string) => SHOP.nodes.get(id) ?? node(id);
    const may = (holder: string, held: string): boolean => mayHold(SHOP, ONTOLOGY, at(holder), at(held));
    expect([may("sy1", "md2"), may("md1", "md2"), may("md2", "md1"), may("uc1", "md1")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const moved = (into?: string) => transferring(SHOP, at("md2"), "md1", into, () => "id").map(({ op }) => op);
    expect([moved("sy1"), moved()]).toEqual([["edge.delete", "edge.create"], ["edge.delete"]]);
  });
});
