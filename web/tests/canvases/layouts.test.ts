import { describe, expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { columnsOf } from "../../src/canvases/graph/columns";
import { elkGraph, readElk } from "../../src/canvases/graph/elk";
import { force } from "../../src/canvases/graph/force";
import {
  type Arrangement,
  boxSize,
  outlines,
  overlap,
  type Positions,
  type Rect,
} from "../../src/canvases/graph/geometry";
import { columns, lanes } from "../../src/canvases/graph/lanes";
import { packed } from "../../src/canvases/graph/packing";
import { pictureOf } from "../../src/canvases/graph/picture";
import { placeNew, withMoves } from "../../src/canvases/graph/place";
import { radial, rings } from "../../src/canvases/graph/radial";
import { along, route } from "../../src/canvases/graph/routes";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { tree } from "../../src/canvases/graph/tree";
import { type ViewId, viewOf } from "../../src/canvases/graph/views";
import { generated, graph, NO_FILTERS, node, ONTOLOGY, SHOP, UNFOLDED } from "./models";

function scene(view: ViewId, of: Elements = SHOP): Scene {
  return draw(of, {
    view: viewOf(view),
    filters: NO_FILTERS,
    folding: UNFOLDED,
    hidden: new Set(),
    ontology: ONTOLOGY,
    focus: "fc1",
  });
}

/** Pairs of boxes that cover each other though neither is drawn in the other. */
function collisions(of: Scene, positions: Positions): readonly string[] {
  const rects = outlines(of, positions);
  const ids = [...of.boxes.keys()];
  return ids.flatMap((one, index) =>
    ids
      .slice(index + 1)
      .filter((two) => {
        const [a, b] = [rects.get(one), rects.get(two)];
        return (
          of.boxes.get(one)?.parent === of.boxes.get(two)?.parent && a !== undefined && b !== undefined && overlap(a, b)
        );
      })
      .map((two) => `${one} ${two}`),
  );
}

describe("every layout places every box and covers none", () => {
  const layouts: readonly (readonly [string, ViewId, (of: Scene) => Positions])[] = [
    ["tree", "hierarchy", tree],
    ["radial", "hierarchy", radial],
    ["packed", "allocation", packed],
    ["packed containers", "architecture", packed],
    ["rings", "use-case-diagram", rings],
    ["lanes", "fchain", lanes],
    ["columns", "functional-flow", columns],
    ["columns by layer", "requirements", columns],
  ];
  test.each(layouts)("%s of %s", (_name, view, layout) => {
    const drawn = scene(view);
    const positions = layout(drawn);
    const plain = [...drawn.boxes.values()].filter((box) => !box.isContainer).map((box) => box.id);
    expect(plain.filter((id) => !positions.has(id))).toEqual([]);
    expect(collisions(drawn, positions)).toEqual([]);
    expect(layout(scene(view))).toEqual(positions);
  });

  test("tree of 400 functions", () => {
    const drawn = scene("hierarchy", generated(400, 0));
    expect(collisions(drawn, tree(drawn))).toEqual([]);
  });
});

test("children stand below their parent, a wide family in a block", () => {
  const drawn = scene("hierarchy", graph(...Array.from({ length: 24 }, (_, index) => `sy1 compose fn${index + 1}`)));
  const positions = tree(drawn);
  const rows = new Set([...positions].filter(([id]) => id !== "sy1").map(([, [, y]]) => y));
  expect(Math.min(...rows)).toBeGreaterThan(positions.get("sy1")?.[1] ?? 0);
  expect(rows.size).toBe(6);
});

test("columns follow the flow, and a cycle does not stop them", () => {
  const drawn = scene(
    "functional-network",
    graph("ac1 io fl1", "fl1 io fn1", "fn1 io fl2", "fl2 io fn2", "fn2 io fl3", "fl3 io fn1"),
  );
  expect(
    Object.fromEntries(
      columnsOf(
        [...drawn.boxes.values()].map((box) => [box.id, box.nodeType]),
        drawn.lines,
      ),
    ),
  ).toEqual({ ac1: 0, fn1: 1, fn2: 2 });
});

test("the force layout is the same twice and keeps its time", () => {
  const task = {
    boxes: ["a", "b", "c"].map((id) => ({ id, width: 120, height: 48 })),
    lines: [{ source: "a", target: "b" }],
  };
  expect(force(task, () => 0)).toEqual(force(task, () => 0));
  let asked = 0;
  force(task, () => {
    asked += 800;
    return asked;
  });
  expect(asked).toBe(1_600);
});

test("ELK gets containers with their content, ports at fixed places, layers as partitions", () => {
  const flow = scene("functional-flow");
  const root = elkGraph(flow, new Set(flow.boxes.keys()));
  expect(root.children?.map((child) => [child.id, child.children?.map((inner) => inner.id)])).toEqual([
    ["uc1", ["fc1"]],
    ["fn3", ["fn1", "fn2"]],
  ]);
  const port = root.children?.[1]?.children?.[0]?.ports?.[0];
  expect([port?.id, port?.x]).toEqual(["fn1|in|fl1", 0]);
  const requirements = scene("requirements");
  const layers = elkGraph(requirements, new Set(requirements.boxes.keys())).children?.map((child) => [
    child.id,
    child.layoutOptions?.["elk.partitioning.partition"],
  ]);
  expect(layers).toContainEqual(["ts1", "4"]);
});

describe("the ways that ELK finds for lines", () => {
  const found = (): Arrangement => {
    const drawn = scene("functional-network");
    const root = elkGraph(drawn, new Set(drawn.boxes.keys()));
    const children = (root.children ?? []).map((child, index) => ({ ...child, x: index * 400, y: 0 }));
    const edges = (root.edges ?? []).map((each) => ({
      ...each,
      sections: [{ id: "s", startPoint: { x: 1, y: 2 }, bendPoints: [{ x: 3, y: 2 }], endPoint: { x: 3, y: 4 } }],
    }));
    return readElk({ ...root, children, edges }, drawn);
  };
  const [[id, way] = ["", undefined]] = found().ways;

  test("are drawn while both ends stand to each other as they did, also elsewhere", () => {
    if (way === undefined) throw new Error("no way was found");
    const { source, target } = way;
    const moved = (rect: Rect, by: number): Rect => ({ ...rect, x: rect.x + by });
    expect([along(way, source, target)?.path, along(way, moved(source, 10), moved(target, 10))?.path]).toEqual([
      "M1,2L3,2L3,4",
      "M11,2L13,2L13,4",
    ]);
  });

  test("are left when one end moves away or changes its size", () => {
    if (way === undefined) throw new Error("no way was found");
    const { source, target } = way;
    expect([along(way, { ...source, x: source.x + 1 }, target), along(way, source, { ...target, width: 999 })]).toEqual(
      [undefined, undefined],
    );
  });

  test("are what the picture draws, until a box is moved", () => {
    const drawn = scene("functional-network");
    const { positions, ways } = found();
    const pathOf = (at: Positions): string | undefined =>
      pictureOf(drawn, at, true, ways).lines.find(({ line }) => line.id === id)?.path;
    const [source = ""] = drawn.lines.filter((line) => line.id === id).map((line) => line.source);
    expect([pathOf(positions), pathOf(new Map([...positions, [source, [5, 700]]])) === pathOf(positions)]).toEqual([
      "M1,2L3,2L3,4",
      false,
    ]);
    const corners = [
      [1, 2],
      [-900, 2],
      [3, 4],
    ] as const;
    const way = ways.get(id);
    expect(way && pictureOf(drawn, positions, true, new Map([[id, { ...way, points: corners }]])).bounds.x).toBe(-900);
  });
});

describe("additions", () => {
  test("never move what exists, and stand next to what they are joined to", () => {
    const before = scene("hierarchy");
    const known = tree(before);
    const after = scene("hierarchy", {
      nodes: new Map([...SHOP.nodes, ...graph("fn8", "fn9").nodes]),
      edges: new Map([...SHOP.edges, ...graph("fn3 compose fn8", "fn3 compose fn9").edges]),
    });
    const placed = placeNew(after, known);
    expect([...known].filter(([id, at]) => placed.get(id) !== at)).toEqual([]);
    expect(collisions(after, placed)).toEqual([]);
    const [parent, child] = [known.get("fn3"), placed.get("fn8")];
    expect(Math.hypot((child?.[0] ?? 0) - (parent?.[0] ?? 0), (child?.[1] ?? 0) - (parent?.[1] ?? 0))).toBeLessThan(
      500,
    );
  });

  test("stand inside the container they belong to", () => {
    const before = scene("allocation");
    const after = scene("allocation", {
      nodes: new Map([...SHOP.nodes, ...graph("fn8").nodes]),
      edges: new Map([...SHOP.edges, ...graph("md1 allocate fn8").edges]),
    });
    const placed = placeNew(after, packed(before));
    const [module, added] = [outlines(before, placed).get("md1"), placed.get("fn8")];
    expect(added?.[0]).toBeGreaterThanOrEqual(module?.x ?? Number.POSITIVE_INFINITY);
    expect(added?.[1]).toBeGreaterThanOrEqual(module?.y ?? Number.POSITIVE_INFINITY);
  });

  test("many at once are arranged among themselves, below what stands", () => {
    const before = scene("hierarchy");
    const known = tree(before);
    const more = graph(...Array.from({ length: 20 }, (_, index) => `md2 compose md${index + 3}`));
    const after = scene("hierarchy", {
      nodes: new Map([...SHOP.nodes, ...more.nodes]),
      edges: new Map([...SHOP.edges, ...more.edges]),
    });
    const placed = placeNew(after, known);
    const bottom = Math.max(...[...known.values()].map(([, y]) => y));
    expect([...known].filter(([id, at]) => placed.get(id) !== at)).toEqual([]);
    expect([...more.nodes.keys()].every((id) => (placed.get(id)?.[1] ?? 0) > bottom)).toBe(true);
    expect(collisions(after, placed)).toEqual([]);
  });

  test("a whole picture can be placed around one known box", () => {
    const drawn = scene("hierarchy");
    const placed = placeNew(drawn, new Map([["sy1", [100, 100]]]));
    expect([placed.size, placed.get("sy1"), collisions(drawn, placed)]).toEqual([drawn.boxes.size, [100, 100], []]);
  });
});

describe("routes", () => {
  const box = (x: number, y: number) => ({ x, y, ...boxSize({ name: "Box", nodeType: "FUNC", ports: [] }) });

  test("a flow runs from the right side to the left side at right angles", () => {
    expect(route("flow", { source: box(0, 0), target: box(300, 100) }).path).toBe("M140,26H220V126H300");
  });

  test("a flow back goes around both boxes", () => {
    const { path } = route("flow", { source: box(300, 0), target: box(0, 0) });
    expect(path).toBe("M440,26H462V74H-22V26H0");
  });

  test("a branch leaves below and enters above", () => {
    expect(route("branch", { source: box(0, 0), target: box(200, 100) }).path).toBe("M70,52V76H270V100");
  });

  test("a straight line runs from border to border, also between boxes in one place", () => {
    expect(route("straight", { source: box(0, 0), target: box(300, 0) }).path).toBe("M140,26L300,26");
    expect(route("straight", { source: box(0, 0), target: box(0, 0) }).path).toBe("M70,26L70,26");
  });
});

test("actors stand around the use cases, clear of them; those of no use case stand below", () => {
  const parts = Array.from({ length: 14 }, (_, index) => `sy1 compose uc${index + 1}`);
  const tied = Array.from({ length: 9 }, (_, index) => `ac${index + 1} relation uc${index + 1}`);
  const drawn = scene("use-case-diagram", graph(...parts, ...tied, "ac20", "ac21"));
  const positions = rings(drawn);
  const rects = outlines(drawn, positions);
  const lowest = Math.max(
    ...[...rects].filter(([id]) => !["ac20", "ac21"].includes(id)).map(([, rect]) => rect.y + rect.height),
  );
  expect(collisions(drawn, positions)).toEqual([]);
  expect(["ac20", "ac21"].map((id) => (rects.get(id)?.y ?? 0) > lowest)).toEqual([true, true]);
});

describe("many leaves of one parent", () => {
  const drawn = scene(
    "hierarchy",
    graph(
      "sy1 compose fn9",
      "fn9 compose fn10",
      ...Array.from({ length: 8 }, (_, index) => `sy1 compose fn${index + 1}`),
    ),
  );
  const { rects, lines } = pictureOf(drawn, tree(drawn), true);

  test("hang in columns from branches that run down beside them", () => {
    const leaves = [...rects].filter(([id]) => /^fn[1-8]$/.test(id)).map(([, rect]) => rect);
    const columnsOfLeaves = new Set(leaves.map(({ x }) => x));
    expect([columnsOfLeaves.size, new Set(leaves.map(({ y }) => y)).size]).toEqual([2, 4]);
    const paths = lines
      .filter(({ line }) => /^fn[1-8]$/.test(line.target))
      .map(({ line, path }) => path.endsWith(`H${rects.get(line.target)?.x}`));
    expect(paths).toEqual(Array.from({ length: 8 }, () => true));
  });

  test("leave what has parts of its own on its branch from above", () => {
    const child = rects.get("fn9");
    expect(lines.find(({ line }) => line.target === "fn9")?.path.endsWith(`V${child?.y}`)).toBe(true);
  });
});

describe("what takes the place of others in the model", () => {
  const before = graph("sy1 compose fn1", "sy1 compose fn2", "sy1 compose fn3");
  const now = graph("sy1 compose uc9", "sy1 compose fn2", "sy1 compose fn3");
  const retyped = node("uc9", { attributes: { "foreign.former": ["FN1.FN.001", "fn1"] } });
  const after = scene("hierarchy", { ...now, nodes: new Map([...now.nodes, ["uc9", retyped]]) });
  const stood = new Map(tree(scene("hierarchy", before))).set("fn1", [700, 90]);

  test("stands in the picture where they stood, and nothing else moves", () => {
    const [placed, { fn1, ...others }] = [Object.fromEntries(placeNew(after, stood)), Object.fromEntries(stood)];
    expect(placed).toEqual({ ...others, uc9: fn1 });
  });

  test("stands where a hand has put it since", () => {
    expect(placeNew(after, new Map([...stood, ["uc9", [10, 900]]])).get("uc9")).toEqual([10, 900]);
  });

  test("leaves them the place that people had given them, for when it is taken back", () => {
    const stored = { fn1: [700, 90] as const };
    expect(withMoves(placeNew(after, stood), stored, stored).get("fn1")).toEqual([700, 90]);
  });
});
