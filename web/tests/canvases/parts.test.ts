import { expect, test } from "vitest";
import { makingParts, partsText } from "../../src/canvases/graph/parts";
import { LIMITS } from "../../src/protocol";
import { graphOf } from "../../src/state/graph";
import { edge, graph, node } from "./models";

const { nodes, edges } = graph("sy1 compose uc1", "uc1 compose fn1", "sy1 compose uc2", "fn1 satisfy rq1");
const FN1 = node("fn1", { attributes: { effort: 3, "foreign.reqif": "x" } });
const GRAPH = graphOf(1, [...[...nodes.values()].filter(({ nodeId }) => nodeId !== "fn1"), FN1], [...edges.values()]);

function textOf(ids: readonly string[]): string {
  const carried = partsText(GRAPH, ids);
  return "text" in carried ? carried.text : "";
}

function counted(): () => string {
  let last = 0;
  return () => {
    last += 1;
    return `${last}`;
  };
}

test("a node is carried with all that it is composed of, the relations among these, and no id of another tool", () => {
  const operations = makingParts(textOf(["uc1"]), counted());
  expect(operations).toEqual([
    { op: "node.create", id: "3", tempId: "pasted-1", nodeType: "UC", name: "UC1", descr: "", attributes: {} },
    {
      op: "node.create",
      id: "4",
      tempId: "pasted-2",
      nodeType: "FUNC",
      name: "FN1",
      descr: "",
      attributes: { effort: 3 },
    },
    { op: "edge.create", id: "5", edgeType: "compose", source: "pasted-1", target: "pasted-2", attributes: {} },
  ]);
});

test("nothing is carried where nothing that is there is selected", () => {
  expect([partsText(GRAPH, []), partsText(GRAPH, ["gone"])]).toEqual([{ why: "noParts" }, { why: "noParts" }]);
});

test("relations count like elements: what is no one change is not carried", () => {
  const many = Array.from({ length: LIMITS.operations / 2 }, (_, at) => node(`fn${at + 2}`));
  const held = many.map(({ nodeId }) => edge("uc1", "compose", nodeId));
  const whole = graphOf(1, [node("uc1"), ...many], held);
  expect(partsText(whole, ["uc1"])).toEqual({ why: "tooManyParts" });
  expect(partsText(whole, ["fn2", "gone"])).toHaveProperty("text");
});

test.each([
  "",
  "Ship the order",
  '{"nodes":[],"edges":[]}',
  '{"kind":"graphwright/parts"',
  '{"kind":"graphwright/parts","nodes":3,"edges":[]}',
  '{"kind":"graphwright/parts","nodes":[null],"edges":[]}',
  '{"kind":"graphwright/parts","nodes":[{"id":"a","nodeType":"UC","name":7,"descr":"","attributes":{}}],"edges":[]}',
  '{"kind":"graphwright/parts","nodes":[],"edges":[{"edgeType":"io"}]}',
])("any other text makes nothing: %s", (text) => {
  expect(makingParts(text, counted())).toBeUndefined();
});
