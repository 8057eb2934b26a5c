/** The claims of a discussion as a board: what all agree to, what somebody objects to, what is open. Pure. */

import type { Argument, Claims, Stance, VoteOn } from "./record";

export const GROUPS = ["agreed", "disputed", "open"] as const;
export type Group = (typeof GROUPS)[number];

export interface Claim extends Argument {
  readonly persona: string;
  /** Personas in the order of speaking, then people; nothing from a persona that has not voted. */
  readonly stances: readonly Voice[];
}

interface Voice extends Omit<VoteOn, "stance"> {
  readonly stance?: Stance;
}

/** One objection makes a claim disputed, however many agree; a question alone leaves it open. */
export function boardOf(claims: Claims, personas: readonly string[]): Readonly<Record<Group, readonly Claim[]>> {
  const board: Record<Group, Claim[]> = { agreed: [], disputed: [], open: [] };
  for (const claim of claims.values()) {
    const people = claim.votes.filter(isOfPerson);
    const votes = new Map(claim.votes.filter((vote) => !isOfPerson(vote)).map((vote) => [vote.persona, vote]));
    const stances = [...personas.map((persona) => votes.get(persona) ?? { persona, reason: "" }), ...people];
    board[groupOf(claim)].push({ ...claim, stances });
  }
  for (const group of GROUPS) board[group].sort((one, two) => byTurn(one.claimId, two.claimId));
  return board;
}

function groupOf({ isSettled, votes }: Argument): Group {
  if (votes.some(({ stance }) => stance === "object")) return "disputed";
  return isSettled ? "agreed" : "open";
}

export function isOfPerson({ personId }: Pick<VoteOn, "personId">): boolean {
  return personId !== undefined;
}

/** `10.1` comes after `2.1`. */
function byTurn(one: string, two: string): number {
  return one.localeCompare(two, "en", { numeric: true });
}
