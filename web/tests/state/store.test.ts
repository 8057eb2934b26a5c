import { describe, expect, test, vi } from "vitest";
import type { Event, Problem } from "../../src/protocol";
import { edgesOf } from "../../src/state/graph";
import { ghostsOf } from "../../src/state/proposals";
import { fromDocument, reduce } from "../../src/state/reduce";
import { runRead } from "../../src/state/runs";
import { EMPTY, type State } from "../../src/state/state";
import { derived, Store, selectGhosts } from "../../src/state/store";
import { messagesOf, textOf } from "../../src/state/threads";
import { NO_TREE, rowsOf } from "../../src/state/trees";
import * as sample from "../samples";

const fold = (...events: Event[]): State => events.reduce(reduce, EMPTY);
const text = (state: State): string => messagesOf(state.threads, "t1").map(textOf).join("|");

describe("graph", () => {
  const [a, b] = [sample.node("a"), sample.node("b")];
  const ab = sample.edge("ab", "a", "b");
  const made = sample.commit(1, {
    changes: [
      { element: "node", before: null, after: a },
      { element: "node", before: null, after: b },
      { element: "edge", before: null, after: ab },
    ],
  });

  test("a commit puts nodes and edges, and joins them", () => {
    const { graph } = fold(made);
    expect([graph.revision, [...graph.nodes.keys()], edgesOf(graph, "b")]).toEqual([1, ["a", "b"], [ab]]);
  });

  test("swapping before and after takes everything back", () => {
    const undo = made.changes.map(
      (change) => ({ ...change, before: change.after, after: change.before }) as typeof change,
    );
    const { graph } = fold(made, sample.commit(2, { changes: undo.reverse() }));
    expect([graph.nodes.size, graph.edges.size, graph.outgoing.size, graph.incoming.size]).toEqual([0, 0, 0, 0]);
  });

  test("an edge that is turned round leaves its old ends", () => {
    const turned = { ...ab, source: "b", target: "a" };
    const { graph } = fold(made, sample.commit(2, { changes: [{ element: "edge", before: ab, after: turned }] }));
    expect([...graph.outgoing]).toEqual([["b", new Set(["ab"])]]);
  });

  test("an earlier state is not touched by a later commit", () => {
    const before = fold(made);
    reduce(before, sample.commit(2, { changes: [{ element: "edge", before: ab, after: null }] }));
    expect(edgesOf(before.graph, "a")).toEqual([ab]);
  });

  test("a deleted node is no longer selected", () => {
    const store = new Store(fold(made));
    store.select(["a", "b"]);
    store.receive([sample.commit(2, { changes: [{ element: "node", before: b, after: null }] })]);
    expect(store.get().canvas.selection.nodes).toEqual(["a"]);
  });
});

describe("baselines", () => {
  const named = (sequence: number, name: string): Event => ({
    type: "baseline.named",
    sequence,
    name,
    revision: 1,
    person: { personId: "p", name: "Ana" },
    at: "2026-11-21T12:00:00Z",
  });
  const removed = (sequence: number, name: string): Event => ({
    type: "baseline.removed",
    sequence,
    name,
    person: { personId: "p", name: "Ana" },
  });

  test("a renamed baseline is known by its new name only", () => {
    const { baselines } = fold(named(1, "PDR"), removed(2, "PDR"), named(3, "CDR"));
    expect([...baselines.values()]).toEqual([
      { name: "CDR", revision: 1, person: { personId: "p", name: "Ana" }, at: "2026-11-21T12:00:00Z" },
    ]);
  });
});

describe("sequence", () => {
  test("an event that is heard twice counts once", () => {
    expect(fold(sample.commit(1), sample.commit(1)).commits).toHaveLength(1);
  });

  test("a hole in the sequence asks for a reload and takes nothing in", () => {
    const state = fold(sample.commit(1), sample.commit(3));
    expect([state.connection.sequence, state.connection.reload, state.graph.revision]).toEqual([1, true, 1]);
  });

  test("a commit that is too large for the wire asks for a reload", () => {
    const announced = { ...sample.commit(1), changes: null, reload: true } as unknown as Event;
    expect(fold(announced).connection.reload).toBe(true);
  });

  test("a fresh document ends the wish to reload", () => {
    const state = fromDocument(
      fold(sample.commit(3)),
      sample.document(7, { graph: { nodes: [sample.node("a")], edges: [] } }),
    );
    expect([state.connection.sequence, state.connection.reload, state.graph.nodes.size]).toEqual([7, false, 1]);
  });
});

describe("text that streams", () => {
  test("deltas add up and the completed message is the truth", () => {
    const streaming = fold(sample.started(1), sample.delta("Hel", 0), sample.delta("lo", 3));
    expect(text(streaming)).toBe("Hello");
    const done = reduce(streaming, { type: "message.completed", sequence: 2, ...sample.message("m1", "Hello.") });
    expect([text(done), done.threads.streams.size]).toEqual(["Hello.", 0]);
  });

  test("a piece that came before is not said twice", () => {
    expect(text(fold(sample.started(1), sample.delta("Hel", 0), sample.delta("ello", 1)))).toBe("Hello");
  });

  test("offsets count characters as people do, not halves of them", () => {
    expect(text(fold(sample.started(1), sample.delta("a🙂", 0), sample.delta("b", 2)))).toBe("a🙂b");
  });

  test("after a missed piece the text waits for the gap to be told", () => {
    const missed = fold(sample.started(1), sample.delta("He", 0), sample.delta("o", 4));
    expect([text(missed), missed.threads.streams.get("m1")?.gap]).toEqual(["He", true]);
    const told = reduce(missed, { type: "session.gap", messageId: "m1", attempt: 1, part: 0, text: "Hello" } as Event);
    expect(text(reduce(told, sample.delta("!", 5)))).toBe("Hello!");
  });

  test("a higher attempt begins anew and a lower one is not heard any more", () => {
    const again = fold(sample.started(1), sample.delta("wrong", 0, 1), sample.delta("right", 0, 2));
    expect(text(reduce(again, sample.delta("er", 5, 1)))).toBe("right");
  });
});

describe("ghosts", () => {
  const growing = (id: string, attempt = 1, problems?: readonly Problem[]): Event => ({
    type: "proposal.growing",
    proposalId: "pr",
    runId: "r1",
    attempt,
    operation: sample.create(id, id),
    ...(problems && { problems }),
  });

  test("a growing proposal shows each operation once", () => {
    const state = fold(growing("1"), growing("2"), growing("1"));
    expect(ghostsOf(state.proposals).map((ghost) => ghost.operation.id)).toEqual(["2", "1"]);
  });

  test("a new attempt withdraws what the old one drew", () => {
    expect(
      ghostsOf(fold(growing("1"), growing("2", 2), growing("3", 1)).proposals).map((ghost) => ghost.operation.id),
    ).toEqual(["2"]);
  });

  test("what is wrong with a drawn draft stands at its ghost until it is drawn again without it", () => {
    const wrong = [sample.problem("1")];
    const drawn = fold(growing("1"), growing("2"), growing("1", 1, wrong));
    const problems = (state: typeof drawn): unknown =>
      ghostsOf(state.proposals).map((ghost) => [ghost.operation.id, ghost.problems]);
    expect(problems(drawn)).toEqual([
      ["2", undefined],
      ["1", wrong],
    ]);
    expect(problems(reduce(drawn, growing("1")))).toEqual([
      ["2", undefined],
      ["1", undefined],
    ]);
    expect(problems(reduce(drawn, growing("3", 2)))).toEqual([["3", undefined]]);
  });

  test("the commit of their run makes them real", () => {
    expect(ghostsOf(fold(growing("1"), sample.commit(1, { runId: "r1" })).proposals)).toEqual([]);
  });

  test("an open proposal takes the place of its ghosts until it is decided", () => {
    const operation = { ...sample.create("1", "x"), digest: "d", before: null } as never;
    const open = fold(growing("1"), {
      type: "proposal.opened",
      sequence: 1,
      ...sample.proposal("pr", { operations: [operation] }),
    });
    expect(ghostsOf(open.proposals).map((ghost) => ghost.phase)).toEqual(["open"]);
    const decided = reduce(open, {
      type: "proposal.decided",
      sequence: 2,
      proposalId: "pr",
      decision: "accept",
      operationIds: ["1"],
      state: "accepted",
      at: "2026-01-01T00:00:00Z",
      digest: "d",
      person: { personId: "p1", name: "Ana" },
    });
    expect([decided.proposals.proposals.get("pr")?.state, ghostsOf(decided.proposals)]).toEqual(["accepted", []]);
  });
});

describe("runs", () => {
  const begun = (sequence: number, stepId: string, parentId: string | null): Event => ({
    type: "step.started",
    sequence,
    ...sample.step(stepId, { parentId }),
    path: [],
    depth: 0,
  });

  test("steps become a tree from top to bottom", () => {
    const { runs } = fold(begun(1, "a", null), begun(2, "b", null), begun(3, "a1", "a"));
    expect(rowsOf(runs.trees.get("r1") ?? NO_TREE).map(({ stepId, depth }) => `${depth}${stepId}`)).toEqual([
      "0a",
      "1a1",
      "0b",
    ]);
    expect(rowsOf(runs.trees.get("r1") ?? NO_TREE, new Set(["a"])).map(({ stepId }) => stepId)).toEqual(["a", "b"]);
  });

  test("a run that was read while it went on is as events have told it since, and its steps are in their order", () => {
    const [first, second] = [sample.step("a"), sample.step("b")];
    const ended = { status: "completed", endedAt: "2030-01-02T03:04:06Z" } as const;
    const told = runRead(EMPTY.runs, sample.run("r1", ended), [{ ...second, ...ended }]);
    const read = runRead(told, sample.run("r1"), [first, second]);
    expect([...(read.trees.get("r1")?.steps.values() ?? [])]).toEqual([first, { ...second, ...ended }]);
    expect([read.runs.get("r1")?.status, read.trees.get("r1")?.lastEnd]).toEqual([
      "completed",
      Date.parse(ended.endedAt),
    ]);
  });

  test("of a run that ended while the line was cut nothing stays as it was: it is read again", () => {
    const ended = runRead(EMPTY.runs, sample.run("r0", { status: "completed" }), [sample.step("z", { runId: "r0" })]);
    const going = runRead(ended, sample.run("r1"), [sample.step("a")]);
    const both = runRead(going, sample.run("r2"), [sample.step("b", { runId: "r2" })]);
    const { runs } = fromDocument({ ...EMPTY, runs: both }, sample.document(9, { runs: [sample.run("r2")] }));
    expect([[...runs.runs.keys()], [...runs.trees.keys()]]).toEqual([
      ["r0", "r2"],
      ["r0", "r2"],
    ]);
  });

  test("a tree as deep as a run may have steps is no trouble", () => {
    const deep = Array.from({ length: 10_000 }, (_, index) =>
      sample.step(`s${index}`, { parentId: index ? `s${index - 1}` : null }),
    );
    const state = fromDocument(EMPTY, sample.document(1, { steps: deep }));
    expect(rowsOf(state.runs.trees.get("r1") ?? NO_TREE).at(-1)).toMatchObject({ depth: 9_999, hasChildren: false });
  });
});

describe("store", () => {
  test("listeners hear once per frame, and not when nothing changed", () => {
    const store = new Store();
    const heard = vi.fn();
    const stop = store.subscribe(heard);
    store.receive([sample.commit(1), sample.commit(2)]);
    store.receive([sample.commit(2)]);
    stop();
    store.receive([sample.commit(3)]);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test("a derived selector gives each of two stores the same again, looked at in turns", () => {
    const other = { ...EMPTY, proposals: { ...EMPTY.proposals } };
    const [now, past] = [selectGhosts(EMPTY), selectGhosts(other)];
    expect(selectGhosts(EMPTY)).toBe(now);
    expect(selectGhosts(other)).toBe(past);
  });

  test("a derived selector computes only when its input has changed", () => {
    const compute = vi.fn((graph: State["graph"]) => graph.nodes.size);
    const select = derived((state) => state.graph, compute);
    const state = fold(sample.commit(1));
    expect([select(state), select({ ...state, commits: [] }), compute.mock.calls.length]).toEqual([0, 0, 1]);
    expect(selectGhosts(state)).toBe(selectGhosts({ ...state }));
  });
});
