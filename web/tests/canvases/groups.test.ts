import { describe, expect, test } from "vitest";
import { adjacency, type Elements } from "../../src/canvases/adjacency";
import { overlap } from "../../src/canvases/graph/geometry";
import { FAMILY, type Groups, groupsOf } from "../../src/canvases/graph/groups";
import { landmarksOf } from "../../src/canvases/graph/landmarks";
import { opened } from "../../src/canvases/graph/memory";
import { pictureOf } from "../../src/canvases/graph/picture";
import { fit, MAX_ELEMENTS, openingOf, sizeOf, type Wish } from "../../src/canvases/graph/scene";
import { type ViewId, viewOf } from "../../src/canvases/graph/views";
import { edge, graph, NO_FILTERS, node, ONTOLOGY, UNFOLDED } from "./models";

function wish(view: ViewId, expanded: readonly string[] = []): Wish {
  const folding = { ...UNFOLDED, expanded: new Set(expanded) };
  return { view: viewOf(view), filters: NO_FILTERS, folding, isGrouped: true, hidden: new Set(), ontology: ONTOLOGY };
}

/** All of them, made. */
function groupsIn(elements: Elements): Groups {
  const groups = groupsOf(elements, adjacency(elements), new Set(elements.nodes.keys()));
  for (const id of elements.nodes.keys()) groups.around(id);
  return groups;
}

const groupsAround = (groups: Groups, id: string): readonly string[] => [...groups.from(id)];

/** Functions in rings of twenty, each ring joined to the next by one relation. */
function rings(count: number): Elements {
  const parts: string[] = [];
  for (let ring = 0; ring < count; ring += 1)
    for (let at = 0; at < 20; at += 1) parts.push(`fn${ring * 20 + at} relation fn${ring * 20 + ((at + 1) % 20)}`);
  for (let ring = 1; ring < count; ring += 1) parts.push(`fn${ring * 20} relation fn${(ring - 1) * 20}`);
  return graph(...parts);
}

const children = (count: number): Elements =>
  graph(...Array.from({ length: count }, (_, at) => `sy1 compose fn${at + 1}`));

/** For each group the nodes that stand in it and in no smaller one. */
function held(elements: Elements): ReadonlyMap<string, readonly string[]> {
  const groups = groupsIn(elements);
  const found = new Map<string, string[]>();
  for (const id of elements.nodes.keys()) {
    const group = groups.around(id);
    if (group !== undefined) found.set(group, [...(found.get(group) ?? []), id]);
  }
  return found;
}

describe("groups", () => {
  test("a family that can be read side by side stands in none", () => {
    expect(groupsIn(children(FAMILY)).byId.size).toBe(0);
  });

  test.each([
    ["children of one", children(5_000)],
    ["a network", rings(250)],
    ["nodes of 300 types", many(5_000, (at) => `TYPE${at % 300}`)],
    ["nodes of one type", many(5_000, () => "REQ")],
  ])("%s: nowhere stand more side by side than can be read", (_name, elements) => {
    const groups = groupsIn(elements);
    const sides = new Map<string, number>();
    for (const id of [...elements.nodes.keys(), ...groups.byId.keys()])
      sides.set(groups.around(id) ?? "", (sides.get(groups.around(id) ?? "") ?? 0) + 1);
    expect(Math.max(...sides.values())).toBeLessThanOrEqual(4 * FAMILY);
    expect(sides.get("") ?? 0).toBeLessThanOrEqual(FAMILY + 1);
  });

  test("what is joined stands together", () => {
    const groups = groupsIn(rings(10));
    for (let ring = 0; ring < 10; ring += 1) {
      const ids = Array.from({ length: 20 }, (_, at) => groups.around(`fn${ring * 20 + at}`));
      expect(new Set(ids).size).toBe(1);
    }
  });

  test("what is joined to parts of the same one stands together, by type", () => {
    const parts: string[] = [];
    for (let at = 0; at < 100; at += 1)
      parts.push(`fn${at % 5} compose fn${100 + at}`, `fn${100 + at} satisfy rq${at}`);
    const elements = graph(...parts);
    const groups = groupsIn(elements);
    const together = Array.from({ length: 20 }, (_, at) => groups.around(`rq${at * 5}`));
    expect([new Set(together).size, groupsAround(groups, "rq0")[0]]).toEqual([1, "group: REQ"]);
  });

  test("an edit changes the groups around it only", () => {
    const before = rings(250);
    const more = { nodes: new Map(before.nodes), edges: new Map(before.edges) };
    more.nodes.set("fn9999", node("fn9999"));
    const joins = edge("fn9999", "relation", "fn2503");
    more.edges.set(joins.edgeId, joins);
    const [old, now] = [held(before), held(more)];
    const changed = [...now].filter(([id, ids]) => ids.join() !== old.get(id)?.join());
    expect(changed.length).toBeLessThanOrEqual(2);
  });
});

describe("the sections of a document", () => {
  const sectioned = (count: number, sectionOf: (at: number) => string | undefined): Elements => {
    const made = Array.from({ length: count }, (_, at) => {
      const section = sectionOf(at);
      return node(`rq${at}`, { attributes: section === undefined ? {} : { section } });
    });
    return { nodes: new Map(made.map((each) => [each.nodeId, each])), edges: new Map() };
  };
  const boxes = (elements: Elements): readonly string[] => {
    const asked = { ...wish("requirements"), isGrouped: openingOf(elements, wish("requirements")).isGrouped };
    return [...fit(elements, asked).boxes.values()].map(({ name, members = 0 }) => `${name} ${members}`);
  };

  test("[U-616] are what a view opens with where there are more elements than are read side by side", () => {
    const elements = sectioned(69, (at) => `${["Usage", "Licensing", "Data"][at % 3]} / Part ${at % 5}`);
    expect(boxes(elements)).toEqual(["Usage 23", "Licensing 23", "Data 23"]);
    const groups = groupsIn(elements);
    const [section] = groupsAround(groups, "rq0");
    const opened = fit(elements, wish("requirements", [section ?? ""]));
    expect([...opened.boxes.keys()].filter((id) => id.startsWith("rq"))).toHaveLength(23);
  });

  test("[U-616] are none where few elements, or most of them in none, or all in one", () => {
    expect(boxes(sectioned(12, (at) => `Section ${at % 3}`))).toHaveLength(12);
    expect(boxes(sectioned(69, (at) => (at < 30 ? `Section ${at % 3}` : undefined)))).toHaveLength(69);
    expect(boxes(sectioned(69, () => "All"))).toHaveLength(69);
  });

  test("[U-616] with one element stand as that element, and what stands in none beside them", () => {
    const elements = sectioned(69, (at) => (at === 0 ? "Alone" : at === 1 ? undefined : `Section ${at % 2}`));
    expect(boxes(elements)).toEqual(expect.arrayContaining(["Section 0 34", "Section 1 33", "RQ0 0", "RQ1 0"]));
  });
});

describe("a scene in groups", () => {
  test("a line to a group says no number, for the group says how many it holds", () => {
    const elements = children(100);
    const [group = ""] = groupsAround(groupsIn(elements), "fn7");
    const { lines } = fit(elements, wish("hierarchy"));
    expect(lines.filter(({ target }) => target === group).map(({ count, label }) => [count, label])).toEqual([
      [40, ""],
    ]);
  });

  test("an open group is a frame around what is in it, and what holds these is joined to the frame", () => {
    const elements = children(100);
    const [group = ""] = groupsAround(groupsIn(elements), "fn7");
    const closed = fit(elements, wish("hierarchy"));
    const opened = fit(elements, wish("hierarchy", [group]));
    expect([closed.boxes.has("fn7"), closed.standing.get("fn7"), closed.boxes.get(group)?.members]).toEqual([
      false,
      group,
      40,
    ]);
    expect([opened.boxes.get("fn7")?.parent, opened.boxes.get(group)?.isContainer]).toEqual([group, true]);
    expect(opened.lines.filter(({ target }) => target === group).map(({ source }) => source)).toEqual(["sy1"]);
  });

  test("what is sought is shown in the groups that are there: none is made anew", () => {
    const elements = children(5_000);
    const asked = wish("hierarchy");
    const before = fit(elements, asked);
    const { hidden, ...folding } = opened(
      { ...asked.folding, hidden: asked.hidden },
      "fn7",
      new Set(before.groups.from("fn7")),
    );
    const after = fit(elements, { ...asked, hidden, folding: { ...asked.folding, ...folding } });
    expect([before.boxes.has("fn7"), after.boxes.has("fn7"), after.groups === before.groups]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("what is sought is no longer hidden or closed, and neither is what holds it", () => {
    const settings = {
      expanded: new Set(["a", "b"]),
      collapsed: new Set(["a", "c"]),
      hidden: new Set(["x", "a", "y"]),
    };
    const { expanded, collapsed, hidden } = opened(settings, "x", new Set(["a"]));
    expect([[...expanded], [...collapsed], [...hidden]]).toEqual([["b", "a"], ["c"], ["y"]]);
  });

  test("where more is opened than can be drawn, what was opened first gives way", () => {
    const elements = rings(250);
    const groups = groupsIn(elements);
    const all = [...groups.byId.keys()].filter((id) => !groupsAround(groups, "fn7").includes(id));
    const scene = fit(elements, wish("functional-network", [...all, ...groupsAround(groups, "fn7")]));
    expect([scene.boxes.has("fn7"), sizeOf(scene) <= MAX_ELEMENTS]).toEqual([true, true]);
  });

  test("a model without a hierarchy opens in groups", () => {
    expect(openingOf(rings(250), { ...wish("functional-network"), isGrouped: false })).toEqual({
      level: undefined,
      isGrouped: true,
    });
  });
});

function many(count: number, typeOf: (at: number) => string): Elements {
  const nodes = Array.from({ length: count }, (_, at) =>
    node(`x${at}`, { nodeType: typeOf(at), semanticId: `X.X.${at}` }),
  );
  return { nodes: new Map(nodes.map((each) => [each.nodeId, each])), edges: new Map() };
}

describe("landmarks", () => {
  const far = (elements: Elements, zoom: number) => {
    const scene = fit(elements, wish("hierarchy"));
    const positions = new Map([...scene.boxes.keys()].map((id, at) => [id, [(at % 8) * 300, at * 20] as const]));
    return landmarksOf(pictureOf(scene, positions, true), zoom, (type) => type);
  };

  test("what stands for most is named first, with the number of all that lies under it", () => {
    const [first] = far(children(5_000), 0.2);
    expect([first?.name, first?.count]).toEqual(["SY1", 5_001]);
  });

  test("names as large as they are seen never cover each other, and there are more of them from near", () => {
    const [near, away] = [0.45, 0.05].map((zoom) => {
      const found = far(children(5_000), zoom);
      const rects = found.map(({ name, x, y }) => {
        const [width, height] = [(name.length * 8 + 40) / zoom, 26 / zoom];
        return { x: x - width / 2, y: y - height / 2, width, height };
      });
      expect(rects.flatMap((one, at) => rects.slice(at + 1).filter((two) => overlap(one, two)))).toEqual([]);
      return found.length;
    });
    expect([away, (near ?? 0) > (away ?? 0)]).toEqual([1, true]);
  });
});
