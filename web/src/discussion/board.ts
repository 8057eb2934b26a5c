/** The claims of a discussion as a board: what all agree to, what somebody objects to, what is open. Pure. */

import type { Argument, Claims, Stance } from "./record";

export const GROUPS = ["agreed", "disputed", "open"] as const;
export type Group = (typeof GROUPS)[number];

export interface Claim extends Argument {
  readonly persona: string;
  /** In the order of speaking; nothing from whoever has not voted. */
  readonly stances: readonly { readonly persona: string; readonly stance?: Stance; readonly reason: string }[];
}

/** One objection makes a claim disputed, however many agree; a question alone leaves it open. */
export function boardOf(claims: Claims, personas: readonly string[]): Readonly<Record<Group, readonly Claim[]>> {
  const board: Record<Group, Claim[]> = { agreed: [], disputed: [], open: [] };
  for (const claim of claims.values()) {
    const votes = new Map(claim.votes.map((vote) => [vote.persona, vote]));
    const stances = personas.map((persona) => votes.get(persona) ?? { persona, reason: "" });
    board[groupOf(claim)].push({ ...claim, stances });
  }
  for (const group of GROUPS) board[group].sort((one, two) => byTurn(one.claimId, two.claimId));
  return board;
}

function groupOf({ isSettled, votes }: Argument): Group {
  if (isSettled) return "agreed";
  return votes.some(({ stance }) => stance === "object") ? "disputed" : "open";
}

/** `10.1` comes after `2.1`. */
function byTurn(one: string, two: string): number {
  return one.localeCompare(two, "en", { numeric: true });
}
