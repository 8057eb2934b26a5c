import { describe, expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { holderAt, holdersFor, isHeld, moving, reparented } from "../../src/canvases/graph/containment";
import { outlines, overlap, type Positions, type Rect } from "../../src/canvases/graph/geometry";
import { packed } from "../../src/canvases/graph/packing";
import { released, settled } from "../../src/canvases/graph/place";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { type ViewId, viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, ONTOLOGY, UNFOLDED } from "./models";

const MODULES = graph(
  "md1 allocate fn1",
  "md1 allocate fn2",
  "md2 allocate fn3",
  "md3",
  "fn4",
  "md2 compose md4",
  "sy1 compose md1",
  "sy1 compose md2",
  "sy2",
);

function scene(view: ViewId, of: Elements = MODULES): Scene {
  return draw(of, {
    view: viewOf(view),
    filters: NO_FILTERS,
    folding: UNFOLDED,
    hidden: new Set(),
    ontology: ONTOLOGY,
  });
}

function operations(view: ViewId, id: string, into: string | undefined): readonly string[] {
  return moving(scene(view), ONTOLOGY, MODULES, id, into, () => "op").map((operation) =>
    operation.op === "edge.delete"
      ? `- ${operation.ref}`
      : operation.op === "edge.create"
        ? `+ ${operation.source} ${operation.edgeType} ${operation.target}`
        : operation.op,
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
    expect([
      operations("allocation", "fn1", undefined),
      isHeld(scene("allocation"), "fn1"),
      isHeld(scene("allocation"), "fn4"),
    ]).toEqual([["- md1-allocate-fn1"], true, false]);
  });

  test("is offered where the profile allows it: not into itself, its own parts, or what it is in already", () => {
    const holders = (id: string): readonly string[] =>
      holdersFor(scene("allocation"), ONTOLOGY, id).map((box) => box.id);
    expect([holders("md2"), holders("md4"), holders("fn1")]).toEqual([
      ["md1", "md3"],
      ["md1", "md3"],
      ["md2", "md3", "md4"],
    ]);
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
    expect([
      holderAt(drawn, ONTOLOGY, rects, "fn1", at("md2")),
      holderAt(drawn, ONTOLOGY, rects, "fn1", at("md4")),
    ]).toEqual(["md2", "md4"]);
  });

  test("changes nothing where it stands already, on free ground, or on another of its kind", () => {
    expect(
      [at("md1"), [-900, -900] as const, at("fn3")].map((point) => holderAt(drawn, ONTOLOGY, rects, "fn1", point)),
    ).toEqual([undefined, undefined, "md2"]);
    expect(holderAt(drawn, ONTOLOGY, rects, "md1", at("md3"))).toBeUndefined();
  });

  test("is shown before: the frame around the new content, the old one without it", () => {
    const after = reparented(drawn, new Set(["fn3"]), "md3");
    const positions: Positions = new Map([...packed(drawn), ["fn3", [2_000, 0]]]);
    expect([
      after.boxes.get("fn3")?.parent,
      after.boxes.get("md3")?.isContainer,
      outlines(after, positions).get("md3")?.x,
    ]).toEqual(["md3", true, 2_000 - 18]);
    expect([...after.boxes.keys()].indexOf("fn3")).toBeGreaterThan([...after.boxes.keys()].indexOf("md3"));
    expect(reparented(drawn, new Set(["fn1", "fn2"]), "md3").boxes.get("md1")?.isContainer).toBe(false);
  });
});

describe("what fell into another box", () => {
  const drawn = scene("allocation");
  const before = packed(drawn);
  const rects = outlines(drawn, before);
  const rectOf = (id: string): Rect => rects.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const fallen = (id: string, into: string, at: readonly [number, number]): readonly [Scene, Positions] => {
    const after = reparented(drawn, new Set([id]), into);
    return [after, new Map([...before, ...settled(after, new Map([...before, [id, at]]), new Set([id]), into, rects)])];
  };

  test("stands on free ground in it, and its frame begins where it did", () => {
    const [after, positions] = fallen("fn4", "md1", [rectOf("fn1").x + 5, rectOf("fn1").y - 5]);
    const now = outlines(after, positions);
    const [put, md1] = [now.get("fn4"), now.get("md1")];
    expect(put && ["fn1", "fn2"].map((id) => overlap(put, rectOf(id)))).toEqual([false, false]);
    expect([md1?.x, md1?.y]).toEqual([rectOf("md1").x, rectOf("md1").y]);
  });

  test("opens an empty box where that stood", () => {
    const [after, positions] = fallen("fn4", "md3", [rectOf("md3").x - 40, rectOf("md3").y - 20]);
    const md3 = outlines(after, positions).get("md3");
    expect([md3?.x, md3?.y]).toEqual([rectOf("md3").x, rectOf("md3").y]);
  });

  test("makes room where its frame would cover others, which keep their order", () => {
    const many = scene(
      "allocation",
      graph(
        "md1 allocate fn1",
        ...Array.from({ length: 8 }, (_, index) => `md9 compose md${index + 2}`),
        "md9 compose md1",
        "fn5",
      ),
    );
    const known = packed(many);
    const old = outlines(many, known);
    const after = reparented(many, new Set(["fn5"]), "md1");
    const at = old.get("fn1");
    const placed = new Map([
      ...known,
      ...settled(after, new Map([...known, ["fn5", [at?.x ?? 0, at?.y ?? 0]]]), new Set(["fn5"]), "md1", old),
    ]);
    const now = outlines(after, placed);
    const modules = [...after.boxes.values()]
      .filter((box) => box.parent === "md9")
      .flatMap((box) => now.get(box.id) ?? []);
    expect(modules.flatMap((one, index) => modules.slice(index + 1).filter((two) => overlap(one, two)))).toEqual([]);
    expect([now.get("md1")?.x, now.get("md1")?.y, placed.get("fn1")]).toEqual([
      old.get("md1")?.x,
      old.get("md1")?.y,
      known.get("fn1"),
    ]);
  });

  test("brings what it holds along", () => {
    const [after, positions] = fallen("md2", "md1", [0, 0]);
    const now = outlines(after, positions);
    expect(["md4", "fn3"].map((id) => (now.get(id)?.x ?? 0) > (now.get("md1")?.x ?? Number.POSITIVE_INFINITY))).toEqual(
      [true, true],
    );
  });
});

test("what leaves the box it is in comes to stand on free ground outside", () => {
  const drawn = scene("allocation");
  const before = packed(drawn);
  const positions = new Map([...before, ...released(drawn, before, new Set(["fn1"]))]);
  const out = scene("allocation", {
    ...MODULES,
    edges: new Map([...MODULES.edges].filter(([id]) => id !== "md1-allocate-fn1")),
  });
  const rects = outlines(out, positions);
  const fn1 = rects.get("fn1");
  const outermost = [...out.boxes.values()]
    .filter((box) => box.id !== "fn1" && box.parent === undefined)
    .flatMap((box) => rects.get(box.id) ?? []);
  expect(outermost.length).toBeGreaterThan(2);
  expect(fn1 && outermost.filter((rect) => overlap(fn1, rect))).toEqual([]);
});
