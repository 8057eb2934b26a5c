import { expect, test } from "vitest";
import { boardOf } from "../../src/discussion/board";
import type { Argument, Claims, VoteOn } from "../../src/discussion/record";

const PERSONAS = ["Analyzer", "Solver"];
const agrees: readonly VoteOn[] = PERSONAS.map((persona) => ({ persona, stance: "agree", reason: "" }));
const ben: VoteOn = { persona: "Solver", personId: "p2", stance: "object", reason: "Too dear." };

function claims(isSettled: boolean, votes: readonly VoteOn[]): Claims {
  const argument: Argument = {
    claimId: "1.1",
    turn: "1",
    messageId: "m1",
    text: "A claim.",
    isSettled,
    votes,
    nodeIds: [],
  };
  return new Map([["1.1", { ...argument, persona: "Analyzer" }]]);
}

test("the objection of a person makes a claim disputed, even one that all personas agreed to", () => {
  const groups = (held: Claims): readonly (readonly string[])[] =>
    Object.entries(boardOf(held, PERSONAS)).map(([group, all]) => [group, ...all.map(({ claimId }) => claimId)]);

  expect(groups(claims(true, agrees))).toEqual([["agreed", "1.1"], ["disputed"], ["open"]]);
  expect(groups(claims(true, [...agrees, ben]))).toEqual([["agreed"], ["disputed", "1.1"], ["open"]]);
  expect(groups(claims(false, [{ ...ben, stance: "agree" }]))).toEqual([["agreed"], ["disputed"], ["open", "1.1"]]);
});

test("a person stands behind the personas, and is told apart from one of the same name", () => {
  const [claim] = boardOf(claims(true, [...agrees, ben]), PERSONAS).disputed;

  expect(claim?.stances).toEqual([...agrees, ben]);
});
