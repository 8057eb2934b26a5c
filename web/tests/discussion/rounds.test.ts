import { describe, expect, test } from "vitest";
import { boardOf } from "../../src/discussion/board";
import { claimsOf, type DecisionRecord, total } from "../../src/discussion/record";
import { heldOf, newestRound } from "../../src/discussion/rounds";
import { movedUp, optionsOf, USUAL, wrongWith } from "../../src/discussion/setup";
import type { Message, Step } from "../../src/protocol";
import { reduce } from "../../src/state/reduce";
import { EMPTY } from "../../src/state/state";
import { message, step } from "../samples";

const RUN = { runId: "r1" };
const said = (messageId: string, name: string, round: number, more: Partial<Message> = {}): Message =>
  message(messageId, "…", { ...RUN, author: { kind: "persona", name }, round, ...more });
const remark = (messageId: string): Message =>
  message(messageId, "…", { ...RUN, author: { kind: "person", name: "Ana", personId: "p1" } });
const round = (number: number, more: Partial<Step> = {}): Step =>
  step(`round${number}`, { kind: "round", key: `round:${number}`, parentId: "root", ...more });
const turn = (key: string, of: number): Step =>
  step(`turn${key}`, { kind: "turn", key: `round:${of}/turn:${key}`, parentId: `round${of}`, status: "completed" });
const vote = (name: string, of: number, more: Partial<Step> = {}): Step =>
  step(`vote${name}${of}`, { kind: "vote", key: `round:${of}/vote:${name}`, parentId: `round${of}`, ...more });

const shape = (messages: readonly Message[], steps: readonly Step[]): unknown => {
  const held = heldOf("r1", messages, steps);
  return {
    sections: held.sections.map((section) =>
      section.kind === "form"
        ? section.step.stepId
        : [
            section.round.number,
            section.round.stage,
            ...section.round.said.map((each) => `${each.kind} ${each.label} ${each.message.author.name}`),
          ],
    ),
    closing: held.closing?.messageId,
  };
};

describe("the board of claims", () => {
  const claim = (
    claimId: string,
    votes: Readonly<Record<string, "agree" | "object" | "needInformation">>,
    isSettled = false,
  ) => ({
    ...{ claimId, turn: claimId.split(".")[0] ?? "", messageId: "m", text: "…", isSettled, nodeIds: [] },
    votes: Object.entries(votes).map(([persona, stance]) => ({ persona, stance, reason: "…" })),
  });
  const board = (...claims: readonly ReturnType<typeof claim>[]) => {
    const record = { arguments: [{ persona: "Analyzer", arguments: claims }] } as unknown as DecisionRecord;
    const groups = boardOf(claimsOf(record), ["Analyzer", "Solver"]);
    return Object.fromEntries(
      Object.entries(groups).map(([group, all]) => [
        group,
        all.map(({ claimId, stances }) => [claimId, ...stances.map(({ stance = "none" }) => stance)].join(" ")),
      ]),
    );
  };

  test("one objection makes a claim disputed, a question or no vote leaves it open, and only all together settle it", () => {
    expect(
      board(
        claim("10.1", { Analyzer: "agree", Solver: "agree" }, true),
        claim("2.1", { Analyzer: "agree", Solver: "agree" }, true),
        claim("3.1", { Analyzer: "agree", Solver: "object" }),
        claim("4.1", { Solver: "needInformation" }),
        claim("4.2", {}),
      ),
    ).toEqual({
      agreed: ["2.1 agree agree", "10.1 agree agree"],
      disputed: ["3.1 agree object"],
      open: ["4.1 none needInformation", "4.2 none none"],
    });
  });
});

describe("a discussion as it is shown", () => {
  test("turns, answers to people and remarks stand in the rounds they were said in, forms between them, the last word apart", () => {
    const messages = [
      message("question", "?", { author: { kind: "person", name: "Ana", personId: "p1" } }),
      said("m1", "Analyzer", 1, { turn: 1 }),
      remark("m2"),
      said("m3", "Solver", 1),
      said("m4", "Solver", 1, { turn: 2 }),
      said("m5", "Analyzer", 2, { turn: 3 }),
      said("m6", "Solver", 2, { turn: 4 }),
      said("m7", "Solver", 2),
      message("other", "…", { runId: "r2", author: { kind: "persona", name: "Solver" }, round: 1, turn: 1 }),
    ];
    const steps = [
      round(1, { status: "completed" }),
      turn("1", 1),
      turn("1+1", 1),
      turn("2", 1),
      step("form", { kind: "interactive_form_wait", key: "interactive_form_wait:questions 1", parentId: "root" }),
      round(2, { status: "completed" }),
      turn("3", 2),
      turn("4", 2),
    ];

    expect(shape(messages, steps)).toEqual({
      sections: [
        [1, "complete", "turn 1 Analyzer", "remark  Ana", "aside 1+1 Solver", "turn 2 Solver"],
        "form",
        [2, "complete", "turn 3 Analyzer", "turn 4 Solver"],
      ],
      closing: "m7",
    });
  });

  test("a round tells who has the floor, then that it is voted on, then how it ended", () => {
    const live = said("m1", "Solver", 1, { turn: 2, status: "streaming" });
    const over = { ...live, status: "complete" } as Message;
    const stages = [
      heldOf("r1", [], [round(1)]),
      heldOf("r1", [live], [round(1)]),
      heldOf("r1", [over], [round(1), vote("Solver", 1)]),
      heldOf("r1", [over], [round(1, { status: "completed" })]),
      heldOf("r1", [over], [round(1, { status: "failed" })]),
      heldOf("r1", [over], [round(1, { status: "cancelled" })]),
      heldOf("r1", [over], []),
    ].map((held) => [newestRound(held)?.stage, newestRound(held)?.speaker]);

    expect(stages).toEqual([
      ["underWay", undefined],
      ["speaking", "Solver"],
      ["voting", undefined],
      ["complete", undefined],
      ["failed", undefined],
      ["stopped", undefined],
      ["underWay", undefined],
    ]);
  });

  test("a turn has the number that the server gave it, whatever it is", () => {
    const strange = heldOf("r1", [said("m1", "Moderator", 7, { turn: 42 })], []);

    expect(newestRound(strange)?.said.map((each) => [each.label, newestRound(strange)?.number])).toEqual([["42", 7]]);
  });

  test("what people did to a discussion is known by run, in order", () => {
    const by = { person: { personId: "p1", name: "Ana" } };
    const more = reduce(EMPTY, {
      type: "discussion.steered",
      sequence: 1,
      runId: "r1",
      action: "addRounds",
      rounds: 2,
      ...by,
    });
    const end = reduce(more, {
      type: "discussion.steered",
      sequence: 2,
      runId: "r1",
      action: "stopAfterTurn",
      ...by,
    });

    expect(end.discussions).toEqual(
      new Map([
        [
          "r1",
          [
            { action: "addRounds", rounds: 2, ...by },
            { action: "stopAfterTurn", ...by },
          ],
        ],
      ]),
    );
  });
});

describe("the record", () => {
  test("claims are found by their id with who made them, and what was used up is added", () => {
    const argument = {
      claimId: "1.1",
      turn: "1",
      messageId: "m1",
      text: "it holds",
      isSettled: true,
      votes: [],
      nodeIds: [],
    };
    const usage = {
      inputTokens: 10,
      cachedTokens: 0,
      outputTokens: 5,
      costMicros: 7,
      currency: "EUR",
      estimated: false,
    };
    const record = {
      arguments: [
        { persona: "Analyzer", arguments: [argument] },
        { persona: "Solver", arguments: [] },
      ],
    } as unknown as DecisionRecord;

    expect(claimsOf(record)).toEqual(new Map([["1.1", { ...argument, persona: "Analyzer" }]]));
    expect(claimsOf(undefined)).toEqual(new Map());
    expect(
      total([
        { persona: "A", models: [], usage },
        { persona: "B", models: [], usage: { ...usage, estimated: true } },
      ]),
    ).toEqual({ tokens: 30, costMicros: 14, currency: "EUR", estimated: true });
  });
});

describe("how a discussion is to be held", () => {
  test("the usual choice sends no personas, so the server's own speak", () => {
    expect(wrongWith(USUAL)).toEqual([]);
    expect(optionsOf(USUAL)).toEqual({ rounds: 3, end: { allAgree: true, noNewClaims: 2 }, questions: "ask" });
  });

  test("personas of one's own go with their names, briefs and models, in their order; a budget goes in millionths", () => {
    const [first, second] = [
      { name: " Safety ", brief: "risks", model: "" },
      { name: "Zoë", brief: "", model: "anthropic:x" },
    ];
    const setup = { ...USUAL, voices: movedUp([second, first], 1), budget: "0,5", asksPeople: false };

    expect(wrongWith(setup)).toEqual([]);
    expect(optionsOf(setup)).toEqual({
      rounds: 3,
      end: { allAgree: true, noNewClaims: 2, costMicros: 500_000 },
      questions: "leaveOpen",
      personas: [
        { name: "Safety", brief: "risks" },
        { name: "Zoë", model: "anthropic:x" },
      ],
    });
  });

  test("each thing that is wrong is said once", () => {
    const nameless = { name: "", brief: "", model: "" };

    expect(wrongWith({ ...USUAL, voices: [nameless, nameless], rounds: "0", noNewClaims: "x", budget: "-1" })).toEqual([
      "name",
      "sameName",
      "rounds",
      "noNewClaims",
      "budget",
    ]);
    expect(
      wrongWith({
        ...USUAL,
        voices: [
          { name: "A  b", brief: "", model: "" },
          { name: "a B", brief: "", model: "" },
        ],
      }),
    ).toEqual(["sameName"]);
    expect(movedUp(USUAL.voices, 0)).toEqual(USUAL.voices);
  });
});
