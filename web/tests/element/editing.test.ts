import { describe, expect, test } from "vitest";
import { inWords } from "../../src/canvases/inWords";
import { attributesOf } from "../../src/canvases/ontology";
import { partsLeftAlone } from "../../src/canvases/useDeleting";
import { attributeLike, editorOf, valueLike } from "../../src/element/editors";
import { directionsOf, legalEnds, relatedTo } from "../../src/element/legal";
import { replacing, setting, settingOfEdge } from "../../src/element/operations";
import { countsByType, sharedAttributes } from "../../src/element/shared";
import { graphOf } from "../../src/state/graph";
import { edge, graph, node, ONTOLOGY } from "../canvases/models";

const whole = (...parts: readonly string[]) => {
  const { nodes, edges } = graph(...parts);
  return graphOf(1, [...nodes.values()], [...edges.values()]);
};

describe("the editor of a value", () => {
  test("goes by the profile, and by the value where the profile leaves it open", () => {
    const of = (type: Parameters<typeof editorOf>[0]["type"], value?: unknown) =>
      editorOf({ name: "a", ...(type && { type }) }, value);
    expect([
      of("choice"),
      of("number"),
      of("boolean"),
      of("text", "x"),
      of("json", { a: 1 }),
      of("json", ["a"]),
    ]).toEqual(["choice", "number", "boolean", "text", "json", "list"]);
    expect([of(undefined, 3), of(undefined, true), of(undefined, ["a", "b"]), of(undefined, { a: 1 })]).toEqual([
      "number",
      "boolean",
      "list",
      "json",
    ]);
    expect([of("text", "2026-11-23"), of("text", "on 2026-11-23"), of(undefined)]).toEqual(["date", "text", "text"]);
  });

  test("that the profile does not know keeps what it is: numbers, truths and JSON do not become text", () => {
    expect([3, true, { a: 1 }, "x"].map((value) => attributeLike("a", value).type)).toEqual([
      "number",
      "boolean",
      "json",
      undefined,
    ]);
    expect(valueLike({ a: 1 }, '{"a":2}')).toEqual({ a: 2 });
    expect(valueLike("x", '{"a":2}')).toBe('{"a":2}');
    const full = node("F", { attributes: { tags: ["a"] } });
    expect(setting(full, "tags", [], "o")).toEqual([
      { op: "node.update", id: "o", ref: full.nodeId, set: {}, unset: ["tags"] },
    ]);
  });

  test("has a name that people read", () => {
    expect([inWords("primaryActor"), inWords("Type"), inWords("due_date")]).toEqual([
      "Primary actor",
      "Type",
      "Due date",
    ]);
  });
});

describe("an edit", () => {
  const fn = node("fn1", { descr: "Does it.", attributes: { volatility: "low" } });

  test("sets one field, and nothing where it holds that already", () => {
    expect(setting(fn, "name", "Pay", "1")).toEqual([{ op: "node.update", id: "1", ref: "fn1", set: { name: "Pay" } }]);
    expect(setting(fn, "volatility", "high", "1")).toEqual([
      { op: "node.update", id: "1", ref: "fn1", set: { attributes: { volatility: "high" } } },
    ]);
    expect(setting(fn, "volatility", null, "1")).toEqual([
      { op: "node.update", id: "1", ref: "fn1", set: {}, unset: ["volatility"] },
    ]);
    expect([setting(fn, "descr", "Does it.", "1"), setting(fn, "other", null, "1")]).toEqual([[], []]);
  });

  test("of a relation sets its attribute, or puts another kind between the same ends", () => {
    const link = edge("fn1", "satisfy", "rq1");
    expect(settingOfEdge(link, "label", "yes", "1")).toEqual([
      { op: "edge.update", id: "1", ref: link.edgeId, set: { attributes: { label: "yes" } } },
    ]);
    expect(replacing(link, "relation", () => "1").map(({ op }) => op)).toEqual(["edge.delete", "edge.create"]);
  });
});

describe("relations", () => {
  const model = whole("sy1 compose uc1", "fn1 satisfy rq1", "rq2", "fn2", "ac1");

  test("are offered in the directions that the profile allows, to ends that are not there yet", () => {
    const satisfy = directionsOf(ONTOLOGY, "FUNC").find(
      ({ relation, way }) => relation.name === "satisfy" && way === "out",
    );
    const fn1 = model.nodes.get("fn1");
    if (satisfy === undefined || fn1 === undefined) throw new Error("a function satisfies requirements");
    expect(legalEnds(model, fn1, satisfy).map(({ nodeId }) => nodeId)).toEqual(["rq2"]);
  });

  test("of a node stand together by kind and direction", () => {
    const of = (id: string) =>
      relatedTo(model, ONTOLOGY, id).map(({ relation, way, edges }) => [relation.name, way, edges.length]);
    expect([of("sy1"), of("uc1"), of("ac1")]).toEqual([[["compose", "out", 1]], [["compose", "in", 1]], []]);
  });
});

describe("several elements", () => {
  test("share the attributes that all their types have, with their value where it is the same", () => {
    const of = (...nodes: Parameters<typeof sharedAttributes>[1]) =>
      sharedAttributes(ONTOLOGY, nodes).map(({ attribute, isMixed }) => [attribute.name, isMixed]);
    const [low, high] = ["low", "high"].map((volatility, at) => node(`fn${at}`, { attributes: { volatility } }));
    if (!low || !high) throw new Error("two were made");
    expect(attributesOf(ONTOLOGY, "FUNC").map(({ name }) => name)).toEqual(["volatility"]);
    expect([of(low), of(low, high), of(low, node("ac1"))]).toEqual([
      [["volatility", false]],
      [["volatility", true]],
      [],
    ]);
    expect(countsByType([low, high, node("ac1")])).toEqual([
      ["FUNC", 2],
      ["ACTOR", 1],
    ]);
  });

  test("take the parts along that nothing else holds, at any depth", () => {
    const model = whole("sy1 compose md1", "md1 compose md2", "sy1 compose fn1", "md3 compose fn1");
    expect(partsLeftAlone(model, ["sy1"])).toEqual(["md1", "md2"]);
    expect(partsLeftAlone(model, ["sy1", "md1", "md2"])).toEqual([]);
    expect(partsLeftAlone(model, ["md2"])).toEqual([]);
  });
});
