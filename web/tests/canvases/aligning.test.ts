import { describe, expect, test } from "vitest";
import { type Alignment, aligned } from "../../src/canvases/graph/aligning";
import { outlines, type Positions, type Rect } from "../../src/canvases/graph/geometry";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, ONTOLOGY, UNFOLDED } from "./models";

const SCENE: Scene = draw(graph("md1 allocate fn1", "md1 allocate fn2", "md2", "md3", "md4"), {
  ...{ view: viewOf("allocation"), filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set(), ontology: ONTOLOGY },
});
/** A module around two functions, and three plain ones to its right, ever lower. */
const POSITIONS: Positions = new Map([
  ["md1", [0, 0]],
  ["fn1", [20, 40]],
  ["fn2", [20, 120]],
  ["md2", [400, 30]],
  ["md3", [700, 95]],
  ["md4", [1_300, 300]],
]);

function put(how: Alignment, ...ids: readonly string[]): ReadonlyMap<string, Rect> {
  return outlines(SCENE, new Map([...POSITIONS, ...aligned(SCENE, POSITIONS, new Set(ids), how)]));
}

const BEFORE = outlines(SCENE, POSITIONS);

function sides(
  rects: ReadonlyMap<string, Rect>,
  of: (rect: Rect) => number,
  ...ids: readonly string[]
): readonly number[] {
  return ids.map((id) => Math.round(of(rects.get(id) ?? { x: Number.NaN, y: 0, width: 0, height: 0 })));
}

describe("boxes are put in one line", () => {
  const SIDES: readonly (readonly [Alignment, (rect: Rect) => number])[] = [
    ["left", ({ x }) => x],
    ["centre", ({ x, width }) => x + width / 2],
    ["right", ({ x, width }) => x + width],
    ["top", ({ y }) => y],
    ["middle", ({ y, height }) => y + height / 2],
    ["bottom", ({ y, height }) => y + height],
  ];

  test.each(SIDES)("%s", (how, side) => {
    const found = new Set(sides(put(how, "md2", "md3", "md4"), side, "md2", "md3", "md4"));
    expect([found.size, new Set(sides(BEFORE, side, "md2", "md3", "md4")).size]).toEqual([1, 3]);
  });

  test("and only along one side: the other stays", () => {
    expect(sides(put("left", "md2", "md3"), ({ y }) => y, "md2", "md3")).toEqual([30, 95]);
  });

  test("a container takes its content along, once, also where the content is selected too", () => {
    const moved = put("top", "md1", "fn1", "md2");
    const [container, content] = [moved.get("md1")?.y ?? 0, moved.get("fn1")?.y ?? 0];
    expect(container).toBeCloseTo(moved.get("md2")?.y ?? Number.NaN);
    expect(content - container).toBeCloseTo((BEFORE.get("fn1")?.y ?? 0) - (BEFORE.get("md1")?.y ?? 0));
  });
});

describe("boxes are spread", () => {
  test("with the same gap between them, and the outer two stay", () => {
    const moved = put("across", "md4", "md2", "md3");
    const [one, two, three] = ["md2", "md3", "md4"].map((id) => moved.get(id) ?? { x: 0, y: 0, width: 0, height: 0 });
    expect([one?.x, three?.x]).toEqual([400, 1_300]);
    if (one && two && three) expect(two.x - one.x - one.width).toBeCloseTo(three.x - two.x - two.width);
  });

  test("down as across", () => {
    const moved = put("down", "md4", "md2", "md3");
    expect(sides(moved, ({ y }) => y, "md2", "md3", "md4")).toEqual([30, 165, 300]);
  });
});

test("what is too little to align moves nothing", () => {
  expect([
    aligned(SCENE, POSITIONS, new Set(["md2"]), "left").size,
    aligned(SCENE, POSITIONS, new Set(["md2", "md3"]), "across").size,
    aligned(SCENE, POSITIONS, new Set(["md2", "gone"]), "top").size,
  ]).toEqual([0, 0, 0]);
});
