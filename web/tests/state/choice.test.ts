import { describe, expect, test } from "vitest";
import type { Proposal } from "../../src/protocol";
import { Kept } from "../../src/session/kept";
import {
  accept,
  chosen,
  freshChoice,
  holdingOf,
  isSameValue,
  lookedAt,
  newsSince,
  plain,
  reject,
} from "../../src/state/choice";
import { dependantsOf, droppedWith, requirementsOf } from "../../src/state/dependencies";
import { closed, NO_PROPOSALS, proposalsRead } from "../../src/state/proposals";
import { reduce } from "../../src/state/reduce";
import { EMPTY } from "../../src/state/state";
import * as sample from "../samples";

type Proposed = Proposal["operations"][number];

const operation = (id: string, digest = id): Proposed =>
  ({ ...sample.create(id, id), digest, before: null }) as Proposed;

/** Customer, an order, a relation between both, and something that stands alone. */
const proposal = sample.proposal("pr", {
  operations: ["customer", "order", "places", "alone"].map((id) => operation(id)),
  dependsOn: { places: ["customer", "order"], order: [] },
});

describe("what needs what", () => {
  const needs = { b: ["a"], c: ["b"], d: ["c", "a"], ring: ["round"], round: ["ring"] };

  test("is followed in both directions, however far", () => {
    expect([...requirementsOf(needs, "d")].sort()).toEqual(["a", "b", "c"]);
    expect([...dependantsOf(needs, "a")].sort()).toEqual(["b", "c", "d"]);
  });

  test("ends where it began in a ring", () => {
    expect([...requirementsOf(needs, "ring")]).toEqual(["round"]);
  });

  test("names with each dropped operation the rejected one it goes with", () => {
    expect([...droppedWith(needs, ["b"])]).toEqual([
      ["b", "b"],
      ["c", "b"],
      ["d", "b"],
    ]);
  });
});

describe("what holds", () => {
  const wrong = { ...proposal, holds: ["customer", "alone"], problems: [sample.problem("order")] };
  const holding = (rejected: readonly string[], of: Proposal = wrong): readonly string[] =>
    holdingOf(of, chosen(reject(freshChoice(of), rejected), of));

  test("can be taken while something else has a problem", () => {
    expect(holding([])).toEqual(["customer", "alone"]);
    expect(holding([], { ...wrong, problems: [sample.problem()] })).toEqual(["customer", "alone"]);
  });

  test("is nothing when what has a problem is left out, when some of it is rejected, and after the decision", () => {
    expect([holding(["order"]), holding(["alone"]), holding([], { ...wrong, state: "accepted" })]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

describe("a choice", () => {
  test("begins with everything accepted", () => {
    expect(chosen(freshChoice(proposal), proposal).accepted).toEqual(["customer", "order", "places", "alone"]);
  });

  test("begins without what would overwrite what people changed, which stands in nobody's way and may be chosen", () => {
    const asked = { ...sample.problem("order"), code: "conflict" as const, case: "changedHere" };
    const second = { ...proposal, problems: [asked], holds: ["customer", "alone"] };
    const choice = freshChoice(second);
    expect(chosen(choice, second).accepted).toEqual(["customer", "alone"]);
    const all = accept(choice, ["places"], second.dependsOn ?? {});
    expect(chosen(all, second).accepted).toEqual(["customer", "order", "places", "alone"]);
    expect(holdingOf(second, chosen(all, second))).toEqual([]);
  });

  test("drops what needs the rejected, and is closed whatever is rejected", () => {
    const { accepted, dropped } = chosen(reject(freshChoice(proposal), ["customer"]), proposal);
    expect([accepted, dropped.get("places")]).toEqual([["order", "alone"], "customer"]);
  });

  test("takes back in what an accepted operation cannot do without", () => {
    const rejected = reject(freshChoice(proposal), ["customer", "order", "alone"]);
    const { accepted } = chosen(accept(rejected, ["places"], proposal.dependsOn ?? {}), proposal);
    expect(accepted).toEqual(["customer", "order", "places"]);
  });

  test("names what is different on a new version, and nothing when only a mark is new", () => {
    const choice = reject(freshChoice(proposal), ["alone", "order"]);
    const operations = [operation("customer", "edited"), operation("order"), operation("places")];
    expect(newsSince(choice, { ...proposal, version: 2, stale: ["order"] })).toEqual([]);
    const renewed = { ...proposal, version: 2, operations };
    expect(newsSince(choice, renewed)).toEqual(["customer"]);
    expect(lookedAt(choice, renewed)).toEqual({ ...freshChoice(renewed), rejected: ["order"] });
  });

  test("sends an operation without what the proposal says about it", () => {
    const shown = { ...operation("a"), provenance: "page 3", editedBy: { personId: "p", name: "Ben" } } as Proposed;
    expect(plain(shown)).toEqual(sample.create("a", "a"));
  });

  test("compares values whatever the order of their keys", () => {
    expect([isSameValue({ a: 1, b: [2] }, { b: [2], a: 1 }), isSameValue({ a: 1 }, { a: "1" })]).toEqual([true, false]);
  });
});

describe("what is begun and not sent", () => {
  test("is there after a reload of the page, and gone once it is sent", () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    new Kept<{ text: string }>("form", storage).set("s1", { text: "half" });
    const reloaded = new Kept<{ text: string }>("form", storage);
    const half = reloaded.get("s1");
    expect(half).toEqual({ text: "half" });
    expect(reloaded.get("s1")).toBe(half);
    reloaded.set("s1", undefined);
    expect([new Kept("form", storage).get("s1"), items.size]).toEqual([undefined, 0]);
  });

  test("lasts while the page is open where the browser keeps nothing", () => {
    const refusing = {
      getItem: () => {
        throw new Error("no");
      },
      setItem: () => {
        throw new Error("no");
      },
      removeItem: () => undefined,
    };
    const kept = new Kept<number>("form", refusing);
    kept.set("s1", 1);
    expect(kept.get("s1")).toBe(1);
  });
});

describe("decided proposals", () => {
  test("are read when they are asked for, and never replace a newer version", () => {
    const known = proposalsRead(NO_PROPOSALS, [sample.proposal("b", { version: 2 })]);
    const state = proposalsRead(known, [
      sample.proposal("a", { state: "accepted" }),
      sample.proposal("b"),
      sample.proposal("c", { state: "rejected" }),
    ]);
    expect([closed(state).map((each) => each.proposalId), state.proposals.get("b")?.version]).toEqual([["c", "a"], 2]);
  });

  test("say who decided them", () => {
    const open = reduce(EMPTY, { type: "proposal.opened", sequence: 1, ...proposal });
    const { proposals } = reduce(open, {
      type: "proposal.decided",
      sequence: 2,
      proposalId: "pr",
      decision: "accept",
      operationIds: ["alone"],
      state: "partlyAccepted",
      at: "2026-01-01T00:00:00Z",
      digest: "d",
      person: { personId: "p2", name: "Ben" },
      feedback: "Only this.",
    });
    const decided = proposals.proposals.get("pr");
    expect([decided?.state, decided?.decided?.person.name]).toEqual(["partlyAccepted", "Ben"]);
  });
});
