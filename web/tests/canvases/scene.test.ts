import { describe, expect, test } from "vitest";
import type { Folding } from "../../src/canvases/graph/rollup";
import {
  draw,
  fit,
  MAX_ELEMENTS,
  OPENING_ELEMENTS,
  openingOf,
  type Scene,
  sizeOf,
  type Wish,
} from "../../src/canvases/graph/scene";
import { VIEWS, type ViewId, viewOf } from "../../src/canvases/graph/views";
import { generated, graph, NO_FILTERS, ONTOLOGY, SHOP, UNFOLDED } from "./models";

function wish(view: ViewId, more: Partial<Wish> = {}): Wish {
  return { view: viewOf(view), filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set(), ontology: ONTOLOGY, ...more };
}

const folded = (level: number | undefined, more: Partial<Folding> = {}): Folding => ({ ...UNFOLDED, level, ...more });

function boxes(scene: Scene): Record<string, string> {
  return Object.fromEntries([...scene.boxes.values()].map((box) => [box.id, box.parent ?? ""]));
}

function lines(scene: Scene): readonly string[] {
  return scene.lines
    .map(({ source, target, relation, label }) => `${source} ${relation} ${target} ${label}`.trim())
    .sort();
}

describe("views", () => {
  test("the hierarchy shows everything but flows, joined by what composes it", () => {
    const scene = draw(SHOP, wish("hierarchy"));
    expect([...scene.boxes.keys()].filter((id) => id.startsWith("fl"))).toEqual([]);
    expect(scene.boxes.size).toBe(12);
    expect(lines(scene).filter((line) => line.endsWith("fn1"))).toEqual(["fn3 compose fn1"]);
  });

  test("functional flow draws chains as containers and flows as ports", () => {
    const scene = draw(SHOP, wish("functional-flow"));
    expect(boxes(scene)).toEqual({ uc1: "", fc1: "uc1", ac1: "fc1", ac2: "fc1", fn3: "", fn1: "fn3", fn2: "fn3" });
    expect(lines(scene)).toEqual(["ac1 io fn1", "fn1 io fn2", "fn2 io ac2"]);
    expect(scene.boxes.get("fn1")?.ports).toEqual([
      { id: "fl1", name: "FL1", side: "in" },
      { id: "fl2", name: "FL2", side: "out" },
    ]);
  });

  test("the functional network labels its lines with the flow's name", () => {
    const scene = draw(SHOP, wish("functional-network"));
    expect(boxes(scene)).toEqual({ ac1: "", ac2: "", fn1: "", fn2: "", fn3: "" });
    expect(lines(scene)).toEqual(["ac1 io fn1 FL1", "fn1 io fn2 FL2", "fn2 io ac2 FL3"]);
  });

  test("requirements are joined to what satisfies and what verifies them", () => {
    expect(lines(draw(SHOP, wish("requirements")))).toEqual(["fn1 satisfy rq1", "rq1 verify ts1", "uc1 satisfy rq2"]);
  });

  test("allocation draws functions inside the module that carries them", () => {
    expect(boxes(draw(SHOP, wish("allocation")))).toEqual({ md1: "", fn1: "md1", fn2: "md1", fn3: "" });
  });

  test("a use case is tied to the actors of its chains, and the system is drawn around it", () => {
    const scene = draw(SHOP, wish("use-case-diagram"));
    expect(boxes(scene)).toEqual({ sy1: "", uc1: "sy1", ac1: "", ac2: "" });
    expect(lines(scene)).toEqual(["ac1 relation uc1", "ac2 relation uc1"]);
  });

  test("a chain shows its own members only", () => {
    const scene = draw(SHOP, wish("fchain", { focus: "fc1" }));
    expect([...scene.boxes.values()].map((box) => [box.id, box.step]).sort()).toEqual([
      ["ac1", undefined],
      ["ac2", undefined],
      ["fn1", 1],
      ["fn2", 2],
      ["sy1", undefined],
    ]);
  });

  test("the whole model draws flows as boxes", () => {
    const scene = draw(SHOP, wish("model"));
    expect([scene.boxes.size, scene.lines.length]).toEqual([SHOP.nodes.size, SHOP.edges.size]);
  });

  test.each(VIEWS.map((view) => view.id))("%s draws nothing of an empty graph", (view) => {
    expect(sizeOf(fit(graph(), wish(view)))).toBe(0);
  });

  test("an imported compose cycle nests no box in itself", () => {
    const scene = draw(graph("md1 compose md2", "md2 compose md1"), wish("allocation"));
    expect(Object.values(boxes(scene)).filter((parent) => parent !== "").length).toBe(1);
  });
});

describe("filters", () => {
  test("hidden flows take their lines with them", () => {
    expect(lines(draw(SHOP, wish("functional-network", { filters: { ...NO_FILTERS, showFlows: false } })))).toEqual([]);
  });

  test("a type that is filtered out is counted, not rolled up", () => {
    const scene = draw(SHOP, wish("requirements", { filters: { ...NO_FILTERS, nodeTypes: ["REQ", "TEST"] } }));
    expect([[...scene.boxes.keys()].sort(), scene.filteredOut, lines(scene)]).toEqual([
      ["rq1", "rq2", "ts1"],
      5,
      ["rq1 verify ts1"],
    ]);
  });

  test("relations can be chosen", () => {
    const scene = draw(SHOP, wish("requirements", { filters: { ...NO_FILTERS, relationTypes: ["verify"] } }));
    expect(lines(scene)).toEqual(["rq1 verify ts1"]);
  });

  test("a hidden node is gone with its lines", () => {
    expect(lines(draw(SHOP, wish("requirements", { hidden: new Set(["rq1"]) })))).toEqual(["uc1 satisfy rq2"]);
  });
});

describe("rollup", () => {
  test("lines of rolled-up nodes are drawn at the box above them, merged and counted", () => {
    const model = graph(
      "fn1 compose fn2",
      "fn1 compose fn3",
      "fn4 compose fn5",
      "fn2 io fl1",
      "fl1 io fn5",
      "fn3 io fl2",
      "fl2 io fn5",
    );
    const scene = draw(model, wish("functional-network", { folding: folded(1) }));
    expect([[...scene.boxes.values()].map(({ id, folded: count }) => [id, count]), lines(scene)]).toEqual([
      [
        ["fn1", 2],
        ["fn4", 1],
      ],
      ["fn1 io fn4 2"],
    ]);
  });

  test("one node opened by hand shows its parts, one closed by hand hides them", () => {
    const opened = draw(SHOP, wish("hierarchy", { folding: folded(1, { expanded: new Set(["sy1"]) }) }));
    expect([...opened.boxes.keys()].sort()).toEqual(["fn3", "md1", "rq1", "rq2", "sy1", "ts1", "uc1"]);
    const closed = draw(SHOP, wish("hierarchy", { folding: folded(undefined, { collapsed: new Set(["sy1"]) }) }));
    expect([closed.boxes.get("sy1")?.folded, closed.boxes.size]).toEqual([8, 4]);
  });

  test("a node with a near and a far parent shows as soon as one is open", () => {
    const model = graph("sy1 compose fn1", "fn1 compose fn2", "fn2 compose fn3", "sy1 compose fn3");
    expect([...draw(model, wish("hierarchy", { folding: folded(2) })).boxes.keys()]).toEqual(["sy1", "fn1", "fn3"]);
  });

  test("a large model opens at the deepest level that is easy to read", () => {
    const model = generated(400, 2);
    const { level } = openingOf(model, wish("hierarchy"));
    const scene = fit(model, wish("hierarchy", { folding: folded(level) }));
    expect(level).toBeGreaterThan(1);
    expect(sizeOf(scene)).toBeLessThanOrEqual(OPENING_ELEMENTS);
    expect([...scene.boxes.values()].reduce((sum, box) => sum + box.folded, scene.boxes.size)).toBe(401);
  });

  test("a small model opens whole", () => {
    expect(openingOf(SHOP, wish("hierarchy"))).toEqual({ level: undefined, isGrouped: false });
  });

  test.each(VIEWS.map((view) => view.id))("%s never draws more than the most", (view) => {
    const model = generated(1_300, 3);
    expect(sizeOf(fit(model, wish(view)))).toBeLessThanOrEqual(MAX_ELEMENTS);
  });

  test("what has no hierarchy stands in groups by type, with its number", () => {
    const many = graph(...Array.from({ length: 1_600 }, (_, index) => `rq${index + 1}`), "fn1 satisfy rq1");
    const scene = fit(many, wish("requirements"));
    expect([...scene.boxes.values()].map(({ id, members }) => [id, members])).toEqual([
      ["fn1", undefined],
      ["group: REQ", 1_600],
    ]);
    expect(lines(scene)).toEqual(["fn1 satisfy group: REQ"]);
  });
});
