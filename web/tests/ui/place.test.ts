import { describe, expect, test } from "vitest";
import { FRESH_CANVAS } from "../../src/state/canvas";
import { graphOf } from "../../src/state/graph";
import { namesOfSelection, type Place, readPlace, selectionAt, writePlace } from "../../src/ui/place";
import { node } from "../canvases/models";

const USUAL: Place = readPlace("");
const SOMEWHERE: Place = {
  panes: ["table"],
  side: "inspector",
  drawer: "process",
  view: "requirements",
  filters: { nodeTypes: ["REQ", "FUNC"], relationTypes: ["satisfy"], showFlows: false },
  nodes: ["Shop.SY.001", "Größe & Co.RQ.002"],
  edges: ["e1"],
  run: "r1",
  document: "d1",
  passage: "p1",
  proposal: "o1",
  revision: 12,
  own: { table: "REQ" },
};

describe("a place", () => {
  test("is the same after it was written into an address and read from it", () => {
    expect(readPlace(writePlace(SOMEWHERE))).toEqual(SOMEWHERE);
  });

  test("where everything is as usual needs no words", () => {
    expect(writePlace(USUAL)).toBe("");
  });

  test("that nobody knows is passed over", () => {
    expect(readPlace("drawer=cellar&side=left&show=roof&revision=soon")).toEqual(USUAL);
  });

  test("may be named by one thing alone, as links of other programs do", () => {
    const { nodes } = readPlace("node=Shop.SY.001");
    expect([nodes, readPlace("run=r1").drawer, readPlace("passage=p1").drawer, readPlace("proposal=p").drawer]).toEqual(
      [["Shop.SY.001"], "process", "documents", "review"],
    );
  });

  test("names what is selected by ids that hold in every copy, and finds it by either id", () => {
    const graph = graphOf(1, [node("sy1"), node("fn1")], []);
    const canvas = { ...FRESH_CANVAS, selection: { nodes: ["fn1", "ghost:1"], edges: ["ghost:2"] } };
    const names = namesOfSelection(canvas, graph);
    expect(names).toEqual({ nodes: ["FN1.FN.001"], edges: [] });
    expect(selectionAt({ ...USUAL, nodes: [...names.nodes, "sy1", "gone"] }, graph).nodes).toEqual(["fn1", "sy1"]);
  });
});
