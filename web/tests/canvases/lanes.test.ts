import { describe, expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { reparented } from "../../src/canvases/graph/containment";
import { exchangeRoutes } from "../../src/canvases/graph/exchanges";
import { LANE, outlines, overlap } from "../../src/canvases/graph/geometry";
import { lanes } from "../../src/canvases/graph/lanes";
import { pictureOf } from "../../src/canvases/graph/picture";
import { placeNew, settled } from "../../src/canvases/graph/place";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, ONTOLOGY, SHOP, UNFOLDED } from "./models";

function chain(of: Elements = SHOP): Scene {
  return draw(of, {
    view: viewOf("fchain"),
    filters: NO_FILTERS,
    folding: UNFOLDED,
    hidden: new Set(),
    ontology: ONTOLOGY,
    focus: "fc1",
  });
}

function laneNames(scene: Scene): Record<string, readonly string[]> {
  const all = [...scene.boxes.values()];
  return Object.fromEntries(
    all
      .filter((box) => box.isLane)
      .map((lane) => [lane.id, all.filter((box) => box.parent === lane.id).map((box) => box.id)]),
  );
}

function more(of: Elements, ...parts: readonly string[]): Elements {
  const added = graph(...parts);
  return { nodes: new Map([...added.nodes, ...of.nodes]), edges: new Map([...of.edges, ...added.edges]) };
}

describe("an activity diagram", () => {
  test("has a lane for each actor and one for the system above the chain, in which its functions stand", () => {
    expect(laneNames(chain())).toEqual({ sy1: ["fn1", "fn2"], ac1: [], ac2: [] });
  });

  test("has a lane without a node where no system is above the chain", () => {
    const scene = chain(graph("fc1 compose fn1", "fc1 compose ac1"));
    expect(laneNames(scene)).toEqual({ "lane:rest": ["fn1"], ac1: [] });
    expect(scene.boxes.get("lane:rest")?.nodeType).toBe("SYS");
  });

  test("puts a function that an actor performs into the actor's lane", () => {
    expect(laneNames(chain(more(SHOP, "fn2 relation ac3")))).toEqual({ sy1: ["fn1"], ac1: [], ac2: [], ac3: ["fn2"] });
  });

  test("numbers functions in the order of the flow, and those that may run together alike", () => {
    const scene = chain(more(SHOP, "fc1 compose fn5", "fn1 io fl7", "fl7 io fn5"));
    expect(Object.fromEntries([...scene.boxes.values()].map((box) => [box.id, box.step]))).toEqual({
      ...{ sy1: undefined, ac1: undefined, ac2: undefined },
      ...{ fn1: 1, fn2: 2, fn5: 2 },
    });
  });
});

describe("lanes as frames", () => {
  test("lie one below the other, equally wide, who gives first and who only gets last", () => {
    const scene = chain();
    const rects = outlines(scene, lanes(scene));
    const [first, second, third] = ["ac1", "sy1", "ac2"].map((id) => rects.get(id));
    expect(first && second && third && [first.y, first.y + first.height, second.y + second.height]).toEqual([
      0,
      second?.y,
      third?.y,
    ]);
    expect(new Set([first, second, third].map((rect) => `${rect?.x} ${rect?.width}`)).size).toBe(1);
  });

  test("keep their steps inside, beside the strip with the name", () => {
    const scene = chain();
    const rects = outlines(scene, lanes(scene));
    const [lane, step] = [rects.get("sy1"), rects.get("fn1")];
    expect(step?.x).toBe((lane?.x ?? 0) + LANE.strip + LANE.side);
    expect((step?.y ?? 0) - (lane?.y ?? 0)).toBe(LANE.inset);
  });

  test("follow a step that is moved out to the right, all of them", () => {
    const scene = chain();
    const positions = new Map([...lanes(scene), ["fn2", [2_000, 120]] as const]);
    const rects = outlines(scene, positions);
    expect(["ac1", "sy1", "ac2"].map((id) => (rects.get(id)?.x ?? 0) + (rects.get(id)?.width ?? 0) > 2_000)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("do not run into each other when a step or an actor is added, and nothing else moves", () => {
    const known = lanes(chain());
    const after = chain(
      more(SHOP, "fc1 compose fn8", "fn1 io fl8", "fl8 io fn8", "fc1 compose ac4", "ac4 io fl9", "fl9 io fn8"),
    );
    const placed = placeNew(after, known);
    expect([...known].filter(([id, at]) => placed.get(id) !== at)).toEqual([]);
    const rects = outlines(after, placed);
    const frames = ["ac1", "sy1", "ac2", "ac4"].flatMap((id) => rects.get(id) ?? []);
    expect(frames.length).toBe(4);
    expect(frames.flatMap((one, index) => frames.slice(index + 1).filter((two) => overlap(one, two)))).toEqual([]);
  });
});

describe("what an actor gives and gets", () => {
  test("stands upright beside the step, in on the left and out on the right, labelled inside the lane", () => {
    const scene = chain();
    const rects = outlines(scene, lanes(scene));
    const routes = exchangeRoutes(scene, rects);
    const [fn1, fn2] = [rects.get("fn1"), rects.get("fn2")];
    const [x, middle] = [(fn1?.x ?? 0) - 26, (fn1?.y ?? 0) + 26];
    expect(Object.fromEntries(routes)["io ac1 fn1 fl1"]).toEqual({
      path: `M${x},22V${middle}H${fn1?.x}`,
      label: [x + 9, 30],
      anchor: "start",
    });
    expect([...routes.values()][1]?.path.startsWith(`M${(fn2?.x ?? 0) + (fn2?.width ?? 0)},`)).toBe(true);
  });

  test("labels that would cover each other stand in rows of their own", () => {
    const scene = chain(more(SHOP, "ac1 io fl5", "fl5 io fn1"));
    const labels = [...exchangeRoutes(scene, outlines(scene, lanes(scene)))]
      .filter(([id]) => id.startsWith("io ac1"))
      .map(([, route]) => route.label[1]);
    expect(new Set(labels).size).toBe(2);
  });

  test("a flow that skips a step goes below it", () => {
    const scene = chain(more(SHOP, "fc1 compose fn6", "fn2 io fl5", "fl5 io fn6", "fn1 io fl6", "fl6 io fn6"));
    const { rects, lines } = pictureOf(scene, lanes(scene), true);
    const skipping = lines.find(({ line }) => line.source === "fn1" && line.target === "fn6");
    const passed = rects.get("fn2");
    expect(skipping?.label[1]).toBe((passed?.y ?? 0) + (passed?.height ?? 0) + 16);
  });
});

test("a step that falls into another lane stands between the borders that it has, so that no lane grows over the next", () => {
  const scene = chain(more(SHOP, "fn2 relation ac3"));
  const known = lanes(scene);
  const before = outlines(scene, known);
  const after = reparented(scene, new Set(["fn1"]), "ac3");
  const holder = before.get("ac3");
  if (holder === undefined) throw new Error("there is no lane");
  const placed = new Map([
    ...known,
    ...settled(after, new Map([...known, ["fn1", [40, holder.y - 9]]]), new Set(["fn1"]), "ac3", before),
  ]);
  const rects = outlines(after, placed);
  expect([rects.get("ac3")?.y, rects.get("ac3")?.height, placed.get("fn2")]).toEqual([
    holder.y,
    holder.height,
    known.get("fn2"),
  ]);
});
