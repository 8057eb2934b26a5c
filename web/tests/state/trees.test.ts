import { describe, expect, test } from "vitest";
import type { Step } from "../../src/protocol";
import { attemptsOf, keptAttempt } from "../../src/runs/answering";
import { difference } from "../../src/runs/difference";
import { bracketsOf, criticalPath, grown, keptBy, NO_TREE, rowsOf, type Tree, treeOf } from "../../src/state/trees";
import * as sample from "../samples";

const second = (count: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString();

const tree = (...steps: readonly (Partial<Step> & { readonly stepId: string })[]): Tree =>
  treeOf(steps.map((step) => sample.step(step.stepId, step)));

const spending = (inputTokens: number, costMicros = 0): Pick<Step, "usage"> => ({
  usage: { inputTokens, outputTokens: 1, cachedTokens: 0, costMicros, currency: "EUR", estimated: false },
});

describe("the tree of a run", () => {
  const searches = tree(
    { stepId: "root", parentId: null },
    { stepId: "look", parentId: "root" },
    { stepId: "text", parentId: "look" },
    { stepId: "deeper", parentId: "text" },
    { stepId: "graph", parentId: "look" },
    { stepId: "answer", parentId: "root", dependsOn: ["look"] },
  );

  test("steps that ran beside each other share a bracket, down to the last row below them", () => {
    const rows = rowsOf(searches);
    expect(
      rows.map(({ stepId, depth }, index) => [stepId, depth, bracketsOf(rows, index).map((each) => each.part)]),
    ).toEqual([
      ["root", 0, []],
      ["look", 1, []],
      ["text", 2, ["first"]],
      ["deeper", 3, ["inner"]],
      ["graph", 2, ["last"]],
      ["answer", 1, []],
    ]);
  });

  test("a filter keeps what matches in its place, with all above it", () => {
    const { kept, matches } = keptBy(searches, (step) => step.stepId === "deeper");
    expect([...matches]).toEqual(["deeper"]);
    expect(rowsOf(searches, new Set(), kept).map(({ stepId }) => stepId)).toEqual(["root", "look", "text", "deeper"]);
  });

  test("a branch spends what its steps spend", () => {
    const { spent } = tree(
      { stepId: "root", parentId: null },
      { stepId: "a", parentId: "root", ...spending(9, 5) },
      { stepId: "b", parentId: "a", ...spending(19, 7) },
    );
    expect(spent.get("root")).toEqual({ steps: 3, tokens: 30, costMicros: 12, currency: "EUR" });
    expect(spent.get("b")).toEqual({ steps: 1, tokens: 20, costMicros: 7, currency: "EUR" });
  });

  test("a branch spends the same whichever way its steps were told of", () => {
    const end = (stepId: string, parentId: string | null, tokens: number): Step =>
      sample.step(stepId, { parentId, status: "completed", endedAt: second(1), ...spending(tokens) });
    const [root, a, b, c] = [sample.step("root"), end("a", "root", 4), end("b", "a", 9), end("c", "a", 1)];
    const [begun, attempted] = [sample.step("a", { parentId: "root" }), { ...b, ...spending(3) }];
    const ways = [
      [[root], [begun], [attempted], [b], [c], [a]],
      [
        [root, begun, attempted],
        [c, b, a],
      ],
      [[c], [b, a], [root]],
      [[root, a, b, c]],
      [[a, c], [begun, root], [b], [a]],
    ];
    for (const way of ways) {
      const grew = way.reduce(grown, NO_TREE);
      expect(Object.fromEntries(["root", "a", "b", "c"].map((stepId) => [stepId, grew.spent.get(stepId)]))).toEqual({
        root: { steps: 4, tokens: 17, costMicros: 0, currency: "EUR" },
        a: { steps: 3, tokens: 17, costMicros: 0, currency: "EUR" },
        b: { steps: 1, tokens: 10, costMicros: 0, currency: "EUR" },
        c: { steps: 1, tokens: 2, costMicros: 0, currency: "EUR" },
      });
    }
  });

  test("a step that ends adds to the branches above it and touches nothing else; the tree before it stays as it was", () => {
    const ends = sample.step("graph", { parentId: "look", status: "completed", endedAt: second(3), ...spending(6) });
    const after = grown(searches, [ends]);
    const touched = [...searches.steps.values()]
      .map((step) => step.stepId)
      .filter((stepId) => after.spent.get(stepId) !== searches.spent.get(stepId));
    expect([touched, after.children === searches.children, after.lastEnd]).toEqual([
      ["root", "look", "graph"],
      true,
      Date.parse(second(3)),
    ]);
    expect([
      searches.spent.get("root")?.tokens,
      after.spent.get("root")?.tokens,
      searches.steps.get("graph")?.status,
    ]).toEqual([0, 7, "running"]);
  });

  test("the critical path goes down to what ended last, or has not ended", () => {
    const ended = (
      stepId: string,
      parentId: string | null,
      at: number,
    ): Partial<Step> & { readonly stepId: string } => ({ stepId, parentId, status: "completed", endedAt: second(at) });
    const steps = [
      ended("root", null, 9),
      ended("a", "root", 3),
      ended("b", "root", 8),
      ended("b1", "b", 7),
      ended("b2", "b", 5),
    ];
    expect([...criticalPath(tree(...steps))]).toEqual(["root", "b", "b1"]);
    expect([...criticalPath(tree(...steps, { stepId: "c", parentId: "root", status: "waiting" }))]).toEqual([
      "root",
      "c",
    ]);
  });

  test("the critical path holds all that was waited for in turn, and leaves out what ran beside it", () => {
    const between = (stepId: string, parentId: string | null, from: number, to: number) => ({
      ...{ stepId, parentId, status: "completed" as const },
      ...{ startedAt: second(from), endedAt: second(to) },
    });
    const steps = [
      between("root", null, 0, 40),
      between("search", "root", 0, 1),
      between("form", "root", 2, 38),
      between("asked", "form", 3, 37),
      between("beside", "root", 2, 9),
      between("answer", "root", 38, 40),
    ];
    expect([...criticalPath(tree(...steps))].sort()).toEqual(["answer", "asked", "form", "root", "search"]);
  });

  test("ten thousand steps in brackets of ten are one tree", () => {
    const many = tree(
      { stepId: "root", parentId: null },
      ...Array.from({ length: 9_999 }, (_, index) => ({
        stepId: `s${index}`,
        parentId: index % 10 ? `s${index - (index % 10)}` : "root",
        ...spending(1),
      })),
    );
    expect([rowsOf(many).length, many.spent.get("root")?.steps, criticalPath(many).size]).toEqual([10_000, 10_000, 3]);
  });
});

describe("attempts at an answer", () => {
  const check = (stepId: string, parentId: string, passed: boolean): Partial<Step> & { readonly stepId: string } => ({
    stepId,
    parentId,
    kind: "quality_check",
    result: { checkType: "completeness", score: passed ? 1 : 0.5, passed, threshold: 0.9 },
  });
  const answered = tree(
    { stepId: "answer", parentId: null, kind: "answer_generation", result: { bestAttempt: 2 } },
    { stepId: "write", parentId: "answer", kind: "llm_call_streaming" },
    check("c1", "answer", false),
    { stepId: "again", parentId: "answer", kind: "answer_generation_retry" },
    { stepId: "rewrite", parentId: "again", kind: "llm_call_streaming" },
    check("c2", "again", true),
  );

  test("each has its text and its checks; whichever step is looked at, they are the same", () => {
    const look = (stepId: string): unknown =>
      attemptsOf(answered, answered.steps.get(stepId) as Step).map(({ number, writer, checks }) => [
        number,
        writer.stepId,
        checks.map(({ check: each }) => each?.passed),
      ]);
    expect(look("answer")).toEqual([
      [1, "write", [false]],
      [2, "rewrite", [true]],
    ]);
    expect(look("c2")).toEqual(look("answer"));
    expect(keptAttempt(answered, answered.steps.get("rewrite") as Step)).toBe(2);
  });

  test("two texts differ word by word", () => {
    expect(difference("A carport needs a permit.", "A carport needs no permit here.")).toEqual([
      { text: "A carport needs ", in: "both" },
      { text: "a permit.", in: "first" },
      { text: "no permit here.", in: "second" },
    ]);
    expect(difference("", "")).toEqual([{ text: "", in: "both" }]);
  });
});
