import { describe, expect, test } from "vitest";
import { holderAt, holdersFor, isHeld, moving, reparented } from "../../src/canvases/graph/containment";
import { outlines, type Positions } from "../../src/canvases/graph/geometry";
import { packed } from "../../src/canvases/graph/packing";
import { UNFOLDED } from "../../src/canvases/graph/rollup";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { viewOf, type ViewId } from "../../src/canvases/graph/views";
import { NO_FILTERS } from "../../src/canvases/graph/visible";
import type { Elements } from "../../src/canvases/adjacency";
import { graph, ONTOLOGY } from "./models";

const MODULES = graph("md1 allocate fn1", "md1 allocate fn2", "md2 allocate fn3", "md3", "fn4", "md2 compose md4", "sy1 compose md1", "sy1 compose md2", "sy2");

function scene(view: ViewId, of: Elements = MODULES): Scene {
  return draw(of, { view: viewOf(view), filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set(), ontology: ONTOLOGY });
}

function operations(view: ViewId, id: string, into: string | undefined): readonly string[] {
  return moving(scene(view), ONTOLOGY, MODULES, id, into, () => "op").map((operation) =>
    operation.op === "edge.delete" ? `- ${operation.ref}` : operation.op === "edge.create" ? `+ ${operation.source} ${operation.edgeType} ${operation.target}` : operation.op,
  );
}

describe("moving a box into another", () => {
  test("allocates a function to the other module, and no longer to the one before", () => {
    expect(operations("allocation", "fn1", "md2")).toEqual(["- md1-allocate-fn1", "+ md2 allocate fn1"]);
  });

  test("allocates a function that was in none", () => {
    expect(operations("allocation", "fn4", "md3")).toEqual(["+ md3 allocate fn4"]);
  });

  test("composes a module of another, also out of a system", () => {
    expect(operations("allocation", "md4", "md1")).toEqual(["- md2-compose-md4", "+ md1 compose md4"]);
    expect(operations("architecture", "md1", "sy2")).toEqual(["- sy1-compose-md1", "+ sy2 compose md1"]);
  });

  test("out of all leaves the node itself", () => {
    expect([operations("allocation", "fn1", undefined), isHeld(scene("allocation"), "fn1"), isHeld(scene("allocation"), "fn4")]).toEqual([["- md1-allocate-fn1"], true, false]);
  });

  test("is offered where the profile allows it: not into itself, its own parts, or what it is in already", () => {
    const holders = (id: string): readonly string[] => holdersFor(scene("allocation"), ONTOLOGY, id).map((box) => box.id);
    expect([holders("md2"), holders("md4"), holders("fn1")]).toEqual([["md1", "md3"], ["md1", "md3"], ["md2", "md3", "md4"]]);
  });

  test("a view without containers moves nothing", () => {
    expect(holdersFor(scene("hierarchy"), ONTOLOGY, "fn1")).toEqual([]);
  });
});

describe("dropping", () => {
  const drawn = scene("allocation");
  const rects = outlines(drawn, packed(drawn));
  const at = (id: string): readonly [number, number] => {
    const rect = rects.get(id);
    return [(rect?.x ?? 0) + 4, (rect?.y ?? 0) + 4];
  };

  test("falls into the innermost box at the point that may take it", () => {
    expect([holderAt(drawn, ONTOLOGY, rects, "fn1", at("md2")), holderAt(drawn, ONTOLOGY, rects, "fn1", at("md4"))]).toEqual(["md2", "md4"]);
  });

  test("changes nothing where it stands already, on free ground, or on another of its kind", () => {
    expect([at("md1"), [-900, -900] as const, at("fn3")].map((point) => holderAt(drawn, ONTOLOGY, rects, "fn1", point))).toEqual([undefined, undefined, "md2"]);
    expect(holderAt(drawn, ONTOLOGY, rects, "md1", at("md3"))).toBeUndefined();
  });

  test("is shown before: the frame around the new content, the old one without it", () => {
    const after = reparented(drawn, new Set(["fn3"]), "md3");
    const positions: Positions = new Map([...packed(drawn), ["fn3", [2_000, 0]]]);
    expect([after.boxes.get("fn3")?.parent, after.boxes.get("md3")?.isContainer, outlines(after, positions).get("md3")?.x]).toEqual(["md3", true, 2_000 - 18]);
    expect([...after.boxes.keys()].indexOf("fn3")).toBeGreaterThan([...after.boxes.keys()].indexOf("md3"));
    expect(reparented(drawn, new Set(["fn1", "fn2"]), "md3").boxes.get("md1")?.isContainer).toBe(false);
  });
});
