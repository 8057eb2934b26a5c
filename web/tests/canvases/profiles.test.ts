/** The views of the profiles beside `systems`, on the profiles as they ship. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { adjacency, type Elements } from "../../src/canvases/adjacency";
import { joining, waysToJoin } from "../../src/canvases/graph/connections";
import { holdersFor, moving } from "../../src/canvases/graph/containment";
import { handlePorts } from "../../src/canvases/graph/handles";
import { iconOf } from "../../src/canvases/graph/icons";
import { draw, type Scene } from "../../src/canvases/graph/scene";
import { viewFor } from "../../src/canvases/graph/useSeeking";
import { firstView, VIEWS, type ViewId, viewOf, viewsFor } from "../../src/canvases/graph/views";
import { type Ontology, type Profile, readOntology } from "../../src/canvases/ontology";
import { graph } from "../../src/locales/en/graph";
import type { Edge, Node } from "../../src/protocol";
import { edge, NO_FILTERS, node, ONTOLOGY, UNFOLDED } from "./models";

function shipped(name: string): Ontology {
  const path = resolve(import.meta.dirname, `../../../src/graphwright/graph/profiles/${name}.json`);
  return readOntology(JSON.parse(readFileSync(path, "utf8")) as Profile);
}

const WORKFLOW = shipped("workflow");
const PROCEDURE = shipped("procedure");

function elements(
  nodes: Readonly<Record<string, string>>,
  edges: readonly Edge[],
  attributes: Readonly<Record<string, Node["attributes"]>> = {},
): Elements {
  const made = Object.entries(nodes).map(([id, nodeType]) => node(id, { nodeType, attributes: attributes[id] ?? {} }));
  return {
    nodes: new Map(made.map((each) => [each.nodeId, each])),
    edges: new Map(edges.map((each) => [each.edgeId, each])),
  };
}

function scene(view: ViewId, of: Elements, ontology: Ontology): Scene {
  return draw(of, { view: viewOf(view), filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set(), ontology });
}

const HANDLES =
  '[{"id": "L-0", "side": "in"}, {"id": "R-0", "side": "out", "label": "success"}, {"id": "R-1", "side": "out", "label": "error"}]';
const PLAYERS = elements(
  { main: "SHEET", root: "STARTER", fetch: "STEP", log: "STEP", show: "HTML", call: "TYPE" },
  [
    ...["root", "fetch", "log", "show"].map((id) => edge("main", "compose", id)),
    edge("fetch", "typed", "call"),
    { ...edge("root", "link", "fetch"), attributes: { sourceHandle: "R-0", targetHandle: "L-0" } },
    { ...edge("fetch", "link", "show"), attributes: { sourceHandle: "R-0", targetHandle: "L-0", label: "success" } },
    { ...edge("fetch", "link", "log"), attributes: { sourceHandle: "R-1", label: "error" } },
  ],
  { call: { handles: HANDLES, icon: "globe" }, log: { handles: "not JSON" } },
);

test("each profile offers the views that it can fill", () => {
  expect([ONTOLOGY, WORKFLOW, PROCEDURE].map((ontology) => viewsFor(ontology).map(({ id }) => id))).toEqual([
    [
      "hierarchy",
      "functional-flow",
      "functional-network",
      "requirements",
      "allocation",
      "architecture",
      "use-case-diagram",
      "fchain",
      "model",
    ],
    ["hierarchy", "workflow", "model"],
    ["hierarchy", "procedure", "model"],
  ]);
});

test("[U-311] a model opens in the view that shows something of it", () => {
  const opened = (types: Readonly<Record<string, string>>, ...edges: readonly Edge[]): ViewId =>
    firstView(ONTOLOGY, elements(types, edges));
  const requirements = { r1: "REQ", r2: "REQ" };
  expect([
    opened({}),
    opened(requirements),
    opened({ ...requirements, t1: "TEST" }, edge("r1", "verify", "t1")),
    opened({ ...requirements, f1: "FUNC", f2: "FUNC" }, edge("f1", "compose", "f2"), edge("f1", "satisfy", "r1")),
    opened({ f1: "FUNC", m1: "MOD" }, edge("m1", "allocate", "f1")),
    // No other view draws both relations.
    opened({ f1: "FUNC", m1: "MOD", r1: "REQ" }, edge("m1", "allocate", "f1"), edge("f1", "satisfy", "r1")),
    // Only a view of a chain would be about nothing else.
    opened({ s1: "SCHEMA" }),
    opened({ s1: "SYS" }),
    opened({ s1: "SYS", r1: "REQ" }, edge("s1", "satisfy", "r1")),
  ]).toEqual([
    "hierarchy",
    "requirements",
    "requirements",
    "hierarchy",
    "allocation",
    "model",
    "hierarchy",
    "hierarchy",
    "requirements",
  ]);
  expect(firstView(PROCEDURE, elements({ r1: "ROLE", s1: "STEP" }, []))).toBe("hierarchy");
});

test("[U-616] a model of many tops and few branches opens in the view that draws its parts in boxes", () => {
  const many = (count: number, type: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${type}${at}`, type]));
  const parts = [edge("MOD0", "compose", "MOD1"), edge("MOD0", "compose", "MOD2"), edge("FUNC0", "compose", "FUNC1")];
  const opened = (types: Readonly<Record<string, string>>, ...edges: readonly Edge[]): ViewId =>
    firstView(ONTOLOGY, elements(types, edges));

  expect(opened({ ...many(60, "MOD"), ...many(50, "SCHEMA"), ...many(2, "FUNC") }, ...parts)).toBe("architecture");
  expect(opened({ ...many(8, "MOD"), ...many(2, "FUNC") }, ...parts)).toBe("hierarchy");
  const whole = Array.from({ length: 59 }, (_, at) => edge("MOD0", "compose", `MOD${at + 1}`));
  expect(opened({ ...many(60, "MOD"), ...many(50, "REQ") }, ...whole)).toBe("hierarchy");
});

test("[U-616] what is searched for is shown in a view that draws it: the tree before others, and none twice", () => {
  expect(viewFor(ONTOLOGY, "TEST", ["architecture"])).toBe("hierarchy");
  const tried: ViewId[] = [];
  for (let next = viewFor(ONTOLOGY, "TEST", tried); next !== undefined; next = viewFor(ONTOLOGY, "TEST", tried))
    tried.push(next);
  expect(new Set(tried).size).toBe(tried.length);
  expect(tried.at(-1)).toBe("model");
  expect(tried).not.toContain("architecture");
  expect(viewFor(ONTOLOGY, "FLOW", [])).not.toBe("hierarchy");
});

test("the manual names every view and every picture", () => {
  const manual = readFileSync(resolve(import.meta.dirname, "../../../docs/views.md"), "utf8");
  const rows = [...manual.matchAll(/^\| ([A-Z][^|]+?) \|/gm)].map(([, title]) => title).slice(1);
  expect(rows).toEqual(VIEWS.map(({ id }) => graph[`view.${id}`]));
  const [, icons = ""] = /attribute `icon`: ([^.]+)\./.exec(manual) ?? [];
  expect(icons.split(/,\s|\sor\s/).filter((name) => iconOf(name) === undefined)).toEqual([]);
});

describe("a workflow", () => {
  test("is a sheet with its nodes inside, and links with their labels from handle to handle", () => {
    const drawn = scene("workflow", PLAYERS, WORKFLOW);
    expect([...drawn.boxes.values()].map(({ id, parent, kind }) => [id, parent, kind?.name])).toEqual([
      ["main", undefined, undefined],
      ["root", "main", undefined],
      ["fetch", "main", "CALL"],
      ["log", "main", undefined],
      ["show", "main", undefined],
    ]);
    expect(
      drawn.lines.map(({ source, target, label, leaves, enters }) => [source, target, label, leaves, enters]),
    ).toEqual([
      ["root", "fetch", "", "R-0", "L-0"],
      ["fetch", "show", "success", "R-0", "L-0"],
      ["fetch", "log", "error", "R-1", undefined],
    ]);
  });

  test("has ports where its kind, else its node type says so; what cannot be read counts as none", () => {
    const portsOf = (id: string): readonly string[] =>
      handlePorts(PLAYERS, adjacency(PLAYERS), WORKFLOW, PLAYERS.nodes.get(id) ?? node(id)).map(
        ({ id: port, side, name }) => `${side} ${port} ${name}`.trim(),
      );
    expect(Object.fromEntries(["root", "fetch", "log", "show"].map((id) => [id, portsOf(id)]))).toEqual({
      root: ["out R-0"],
      fetch: ["in L-0", "out R-0 success", "out R-1 error"],
      log: [],
      show: ["in L-0", "out R-0"],
    });
  });

  test("is linked from handle to handle, other relations without", () => {
    const [fetch, show, call] = ["fetch", "show", "call"].map((id) => PLAYERS.nodes.get(id) ?? node(id));
    if (!fetch || !show || !call) throw new Error("a node is missing");
    const made = (target: Node): readonly unknown[] =>
      waysToJoin(WORKFLOW, fetch, target).flatMap((way) =>
        joining(way, fetch, target, "", () => "op", { sourceHandle: "R-1", targetHandle: "L-0" }),
      );
    expect([made(show), made(call)]).toEqual([
      [
        {
          op: "edge.create",
          id: "op",
          edgeType: "link",
          source: "fetch",
          target: "show",
          attributes: { sourceHandle: "R-1", targetHandle: "L-0" },
        },
      ],
      [{ op: "edge.create", id: "op", edgeType: "typed", source: "fetch", target: "call" }],
    ]);
  });

  test("has pictures for the names that are known, and no other", () => {
    expect([iconOf("globe") === undefined, iconOf("toString"), iconOf("no such picture"), iconOf(7)]).toEqual([
      false,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const PERMIT = elements(
  { permit: "PROCESS", apply: "STEP", check: "STEP", build: "STEP", owner: "ROLE", office: "AUTHORITY", other: "ROLE" },
  [
    ...["apply", "check", "build"].map((id) => edge("permit", "compose", id)),
    edge("apply", "precedes", "check"),
    edge("check", "precedes", "build"),
    edge("owner", "responsible", "apply"),
    edge("office", "responsible", "check"),
  ],
);

test("a procedure has a lane for everybody who is responsible for a step, and one for the steps of nobody", () => {
  const drawn = scene("procedure", PERMIT, PROCEDURE);
  expect([...drawn.boxes.values()].map(({ id, parent, isLane, step }) => [id, isLane ?? false, parent, step])).toEqual([
    ["permit", true, undefined, undefined],
    ["owner", true, undefined, undefined],
    ["office", true, undefined, undefined],
    ["apply", false, "owner", 1],
    ["check", false, "office", 2],
    ["build", false, "permit", 3],
  ]);
  expect(drawn.lines.map(({ source, target }) => `${source} ${target}`)).toEqual(["apply check", "check build"]);
});

test("a step that is moved into another lane changes who is responsible, and into the last lane nobody is", () => {
  const drawn = scene("procedure", PERMIT, PROCEDURE);
  const operations = (id: string, into: string): readonly string[] =>
    moving(drawn, PROCEDURE, PERMIT, id, into, () => "op").map((operation) =>
      operation.op === "edge.delete"
        ? `- ${operation.ref}`
        : operation.op === "edge.create"
          ? `+ ${operation.source} ${operation.edgeType} ${operation.target}`
          : operation.op,
    );
  expect([operations("apply", "office"), operations("apply", "permit"), operations("build", "owner")]).toEqual([
    ["- owner-responsible-apply", "+ office responsible apply"],
    ["- owner-responsible-apply"],
    ["+ owner responsible build"],
  ]);
  expect(holdersFor(drawn, PROCEDURE, "build").map((box) => box.id)).toEqual(["owner", "office"]);
  expect(holdersFor(drawn, PROCEDURE, "owner")).toEqual([]);
});
