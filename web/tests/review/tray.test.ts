import { describe, expect, test } from "vitest";
import { ghostOf, withGhosts } from "../../src/canvases/ghosts";
import { readOntology } from "../../src/canvases/ontology";
import { asText, callAt, type Inspected } from "../../src/inspector/inspected";
import type { Problem, Proposal } from "../../src/protocol";
import { fieldChanges, pieces, together } from "../../src/review/difference";
import { operationsOf, trayRows } from "../../src/review/rows";
import { EMPTY_GRAPH, graphOf } from "../../src/state/graph";
import { money } from "../../src/ui/figures";
import * as sample from "../samples";

type Proposed = Proposal["operations"][number];

const node = sample.node("n1", { name: "Pay", descr: "old", attributes: { cost: 3, unit: "EUR" } });
const update = {
  op: "node.update",
  id: "u",
  ref: "n1",
  set: { name: "PayOrder", attributes: { cost: 4 } },
  unset: ["unit"],
  digest: "d",
  before: node,
} as Proposed;
const create = { ...sample.create("c", "Ship"), tempId: "t", digest: "d", before: null } as Proposed;
const remove = { op: "node.delete", id: "x", ref: "n1", digest: "d", before: node } as Proposed;

const words = {
  title: (field: string) => field,
  value: (_: string, value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
};

describe("before and after", () => {
  test("of an update are the fields that change", () => {
    expect(fieldChanges(update, words.value)).toEqual([
      { field: "name", before: "Pay", after: "PayOrder" },
      { field: "cost", before: "3", after: "4" },
      { field: "unit", before: "EUR" },
    ]);
  });

  test("of something new have no before, of something deleted no after", () => {
    expect(fieldChanges(create, words.value)).toEqual([{ field: "name", after: "Ship" }]);
    expect(fieldChanges(remove, words.value)).toContainEqual({ field: "descr", before: "old" });
  });

  test("show nothing that only machines read, whatever is done to it", () => {
    const marked = { ...node, attributes: { cost: 3, "foreign.digest": "0978", "foreign.source": "a.sdoc" } };
    const again = {
      ...{ op: "node.update", id: "u", ref: "n1", digest: "d", before: marked },
      set: { attributes: { cost: 4, "foreign.digest": "0a39" } },
      unset: ["foreign.source"],
    } as Proposed;
    const made = { ...create, attributes: { "foreign.id": "7", unit: "EUR" } } as Proposed;
    const gone = { op: "node.delete", id: "x", ref: "n1", digest: "d", before: marked } as Proposed;
    expect(fieldChanges(again, words.value)).toEqual([{ field: "cost", before: "3", after: "4" }]);
    expect([made, gone].map((each) => fieldChanges(each, words.value).map(({ field }) => field))).toEqual([
      ["name", "unit"],
      ["name", "descr", "cost"],
    ]);
  });

  test("mark the words that differ, and all of it only where no word is the same", () => {
    const marks = (before: string, after: string) =>
      pieces(before, after).map((side) =>
        side.map(({ text, isOnlyHere }) => (isOnlyHere ? `[${text}]` : text)).join(""),
      );
    expect(marks("The pump shall deliver 2 l of water", "The pump shall deliver 3 l of water now")).toEqual([
      "The pump shall deliver [2 ]l of water ",
      "The pump shall deliver [3 ]l of water [now ]",
    ]);
    expect(marks("Draft", "Active")).toEqual(["[Draft]", "[Active]"]);
  });
});

describe("the rows of the tray", () => {
  const proposal = sample.proposal("p", { operations: [create, update, remove], batches: [["c"], ["u"]] });

  test("are proposal, batches and changes in the order in which they are applied; what is in no batch comes last", () => {
    const rows = trayRows([proposal], EMPTY_GRAPH, new Set(), words);
    expect(rows.map((row) => [row.kind, operationsOf(row).join()])).toEqual([
      ["proposal", "c,u,x"],
      ["batch", "c"],
      ["change", "c"],
      ["batch", "u"],
      ["change", "u"],
      ["batch", "x"],
      ["change", "x"],
    ]);
  });

  test("show nothing below what is folded, and no batch where there is only one", () => {
    const one = { ...proposal, batches: [["c", "u", "x"]] };
    expect(trayRows([one], EMPTY_GRAPH, new Set(), words).map((row) => row.kind)).toEqual([
      "proposal",
      "change",
      "change",
      "change",
    ]);
    expect(trayRows([one], EMPTY_GRAPH, new Set(["proposal p"]), words).length).toBe(1);
  });
});

describe("ghosts of open proposals", () => {
  test("mark what is new, what would change and into what, and what would be gone", () => {
    const graph = graphOf(1, [node, sample.node("n2")], []);
    const ontology = readOntology({ nodeTypes: [], relations: [] });
    const ghosts = [create, update, { ...remove, ref: "n2" } as Proposed].map((operation) => ({
      operation,
      proposalId: "p",
      phase: "open" as const,
    }));
    const { marks, proposed } = withGhosts(graph, ghosts, ontology);
    expect(Object.fromEntries(marks)).toEqual({ [ghostOf("p", create)]: "new", n1: "changed", n2: "deleted" });
    expect(proposed.get("n1")).toEqual({ name: "PayOrder", cost: 4, unit: null });
  });
});

describe("a ghost that cannot be applied as it is", () => {
  test("carries what is wrong with each of its operations, also one that is new", () => {
    const graph = graphOf(1, [node], []);
    const ontology = readOntology({ nodeTypes: [], relations: [] });
    const wrong = (id: string): readonly Problem[] => [sample.problem(id)];
    const ghosts = [create, update, remove].map((operation) => ({
      operation,
      proposalId: "p",
      phase: "growing" as const,
      problems: wrong(operation.id),
    }));
    const { problems } = withGhosts(graph, ghosts, ontology);
    expect(Object.fromEntries(problems)).toEqual({
      [ghostOf("p", create)]: wrong("c"),
      n1: [...wrong("u"), ...wrong("x")],
    });
  });
});

describe("the inspector", () => {
  const call: Inspected = {
    stepId: "s2",
    model: "m",
    attempt: 1,
    tokens: 3,
    tokenMethod: "o200k",
    maxOutputTokens: 9,
    toolCalls: [],
    answer: "42",
    tools: [{ name: "search", description: "Finds nodes.", parameters: {} }],
    sections: [
      {
        role: "system",
        label: "instructions",
        characters: 2,
        tokens: 1,
        share: 1 / 3,
        isCached: true,
        text: "Be",
        toolCalls: [],
      },
      {
        role: "assistant",
        label: "history",
        characters: 0,
        tokens: 2,
        share: 2 / 3,
        isCached: false,
        text: "",
        toolCalls: [{ toolCallId: "1", name: "search", arguments: "{}" }],
      },
    ],
  };

  test("copies a call whole: sections, tools, response", () => {
    expect(asText(call)).toBe(
      "# system: instructions\nBe\n\n# assistant: history\n\nsearch({})\n\n# tools\nsearch: Finds nodes.\n\n# response\n42",
    );
  });

  test("finds the newest try below a model call, or the try itself", () => {
    const steps = [
      sample.step("s1", { kind: "model_call" }),
      sample.step("s2", { kind: "llm_call", parentId: "s1" }),
      sample.step("s3", { kind: "llm_call", parentId: "s1" }),
    ];
    expect([callAt(steps, "s1")?.stepId, callAt(steps, "s2")?.stepId, callAt(steps, "none")]).toEqual([
      "s3",
      "s2",
      undefined,
    ]);
  });

  test("says small sums of money with the digits they have", () => {
    const usage = {
      inputTokens: 1,
      cachedTokens: 0,
      outputTokens: 1,
      costMicros: 1_234,
      currency: "EUR",
      estimated: false,
    };
    expect(money(usage, "en")).toBe("€0.001234");
  });
});

test("[X-207] one sentence in two fields is one row, and one word in two fields is two", () => {
  const changes = [
    { field: "name", after: "Gap" },
    { field: "descr", after: "The gap stays small." },
    { field: "kind", after: "quality" },
    { field: "text", after: "The gap stays small." },
    { field: "status", after: "quality" },
  ];
  expect(together(changes).map(({ fields }) => fields)).toEqual([["name"], ["descr", "text"], ["kind"], ["status"]]);
});
