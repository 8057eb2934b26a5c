import { expect, test } from "vitest";
import type { Change, Operation } from "../../src/protocol";
import { beforeDeleting, changeLines, operationLines, relationsGone } from "../../src/review/lines";
import { barOf, duration, spanOf } from "../../src/runs/times";
import { EMPTY_GRAPH, graphOf } from "../../src/state/graph";
import { treeOf } from "../../src/state/trees";
import * as sample from "../samples";

const graph = graphOf(1, [sample.node("a", { name: "Pay" })], []);

const words = {
  title: (field: string) => field.toUpperCase(),
  value: (field: string, value: unknown) => (field === "name" ? String(value) : `<${value}>`),
};

test("refs read as names, also of what the same operations make", () => {
  const operations: readonly Operation[] = [
    { op: "node.create", id: "1", nodeType: "FUNC", name: "Ship", tempId: "t1", descr: "Ships." },
    { op: "edge.create", id: "2", edgeType: "io", source: "t1", target: "a" },
    {
      op: "node.update",
      id: "3",
      ref: "a",
      set: { name: "PayNow", attributes: { priority: "high", "foreign.digest": "1" } },
      unset: ["old", "foreign.id"],
    },
    { op: "node.delete", id: "4", ref: "gone" },
  ];
  expect(operationLines(operations, graph, words)).toEqual([
    { key: "1", sign: "+", type: "FUNC", text: "Ship", detail: "Ships." },
    { key: "2", sign: "+", type: "io", text: "Ship → Pay" },
    { key: "3", sign: "~", type: "FUNC", text: "Pay", detail: "NAME: PayNow, PRIORITY: <high>, OLD: ∅" },
    { key: "4", sign: "−", type: "", text: "gone" },
  ]);
});

test("[U-636] with an element that is deleted go the relations that nobody names, each once, also after it was done", () => {
  const changes: Change[] = ["a", "b", "c"].map((id) => ({
    ...{ element: "node", before: sample.node(id, { name: id.toUpperCase() }), after: null },
  }));
  for (const [id, source, target] of [
    ["ab", "a", "b"],
    ["bc", "b", "c"],
    ["ca", "c", "a"],
  ] as const)
    changes.push({ element: "edge", before: sample.edge(id, source, target), after: null });
  const graph = beforeDeleting(EMPTY_GRAPH, changes);
  const operations: readonly Operation[] = [
    { op: "node.delete", id: "1", ref: "a" },
    { op: "node.delete", id: "2", ref: "b" },
    { op: "edge.delete", id: "3", ref: "ca" },
  ];
  const gone = relationsGone(operations, graph);
  expect([...gone].map(([id, edges]) => [id, edges.map(({ edgeId }) => edgeId)])).toEqual([
    ["1", ["ab"]],
    ["2", ["bc"]],
  ]);
  expect(operationLines(operations, graph, words)[1]?.goesToo?.map(({ text }) => text)).toEqual(["B → C"]);
});

test("a commit says what was before and what is after", () => {
  const before = sample.node("a", { name: "Pay", attributes: { priority: "low" } });
  const after = { ...before, name: "PayNow", attributes: {} };
  const changes: readonly Change[] = [
    { element: "node", before, after },
    { element: "edge", before: sample.edge("e", "a", "b"), after: null },
  ];
  expect(changeLines(changes, EMPTY_GRAPH, words)).toEqual([
    {
      key: "a",
      nodeId: "a",
      sign: "~",
      type: "FUNC",
      text: "PayNow",
      detail: "NAME: Pay → PayNow, PRIORITY: <low> → ∅",
    },
    { key: "e", sign: "−", type: "compose", text: "PayNow → b" },
  ]);
});

test("bars lie where their steps lie in the time of the run", () => {
  const run = sample.run("r1", { startedAt: "2030-01-01T00:00:00Z", endedAt: "2030-01-01T00:00:10Z" });
  const step = sample.step("s", { startedAt: "2030-01-01T00:00:05Z", endedAt: "2030-01-01T00:00:10Z" });
  expect(barOf(step, spanOf(run, treeOf([step]), 0), 0)).toEqual({ left: 50, width: 50 });
});

test("a step that still runs reaches until now", () => {
  const run = sample.run("r1", { startedAt: "2030-01-01T00:00:00Z" });
  const step = sample.step("s", { startedAt: "2030-01-01T00:00:00Z" });
  const now = Date.parse("2030-01-01T00:00:04Z");
  expect(barOf(step, spanOf(run, treeOf([step]), now), now)).toEqual({ left: 0, width: 100 });
});

test.each([
  [340, "340 ms"],
  [2_140, "2.1 s"],
  [200_000, "3 min 20 s"],
])("%i milliseconds read %s", (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said);
});
