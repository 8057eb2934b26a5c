/** A discussion as the server answers for it: who takes part, whose turn is next, and the decision record so far. */

import type { Problem, Usage } from "../protocol";

export type Stance = "agree" | "object" | "needInformation";
type EndReason = "agreed" | "noProgress" | "limit" | "stopped" | "failed" | "underWay";

/** The answer of `GET .../discussions/{run}`. */
export interface Discussion {
  readonly runId: string;
  readonly status: string;
  /** In the order of speaking. */
  readonly personas: readonly string[];
  /** Finished rounds. */
  readonly rounds: number;
  /** The turn that is being spoken, or would be next. */
  readonly nextTurn?: number;
  readonly record: DecisionRecord;
}

export interface DecisionRecord {
  readonly question: string;
  readonly reason: EndReason;
  readonly rounds: number;
  readonly turns: number;
  readonly decision: string;
  readonly decidedBy: "model" | "rules" | "votes";
  readonly arguments: readonly { readonly persona: string; readonly arguments: readonly Argument[] }[];
  readonly minority: string;
  readonly minorityVotes: readonly OpenPoint[];
  readonly openPoints: readonly OpenPoint[];
  readonly remarks: readonly { readonly after: string; readonly name: string; readonly text: string }[];
  readonly changes: readonly { readonly operationId: string; readonly turn: string; readonly persona: string }[];
  readonly dropped: readonly { readonly operationId: string; readonly turn: string; readonly problem: Problem }[];
  readonly nodeIds: readonly string[];
  readonly noVotes: number;
  readonly spent: readonly Spent[];
}

export interface Argument {
  readonly claimId: string;
  /** Label of the turn it was said in. */
  readonly turn: string;
  readonly messageId: string;
  readonly text: string;
  readonly isSettled: boolean;
  readonly votes: readonly VoteOn[];
  readonly nodeIds: readonly string[];
}

/** What a persona, or a person, says to a claim. */
export interface VoteOn {
  /** Who votes, by name. */
  readonly persona: string;
  readonly stance: Stance;
  readonly reason: string;
  /** Of a person. */
  readonly personId?: string;
  /** Given after the decision, which was made without it. */
  readonly isLate?: boolean;
}

export interface OpenPoint {
  readonly claimId: string;
  readonly text: string;
  readonly because: readonly VoteOn[];
  readonly answer?: string;
}

export interface Spent {
  readonly persona: string;
  readonly models: readonly string[];
  readonly usage: Usage;
}

/** The result of a vote's step. */
export interface Ballot {
  readonly persona: string;
  readonly isValid: boolean;
  readonly votes: readonly {
    readonly claimId: string;
    readonly stance: Stance;
    readonly reason: string;
    readonly question?: string;
  }[];
  readonly problem?: string;
}

/** Every claim by its id. */
export function claimsOf(
  record: DecisionRecord | undefined,
): ReadonlyMap<string, Argument & { readonly persona: string }> {
  return new Map(
    (record?.arguments ?? []).flatMap(({ persona, arguments: made }) =>
      made.map((each) => [each.claimId, { ...each, persona }] as const),
    ),
  );
}

export interface Sum {
  readonly tokens: number;
  /** Millionths of `currency`. */
  readonly costMicros: number;
  readonly currency: string;
  readonly estimated: boolean;
}

/** What all personas used up together. */
export function total(spent: readonly Spent[]): Sum {
  return spent.reduce<Sum>(
    (sum, { usage }) => ({
      tokens: sum.tokens + usage.inputTokens + usage.outputTokens,
      costMicros: sum.costMicros + usage.costMicros,
      currency: usage.currency,
      estimated: sum.estimated || usage.estimated,
    }),
    { tokens: 0, costMicros: 0, currency: "", estimated: false },
  );
}

export type Claims = ReadonlyMap<string, Argument & { readonly persona: string }>;
