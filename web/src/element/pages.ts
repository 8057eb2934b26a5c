/** What has been read of the history of an element, the newest first, and how the pages of it come together. */

import type { CommitApplied } from "../protocol";

export interface Changed extends Omit<CommitApplied, "type" | "findings"> {
  readonly question?: string;
}

export interface HistoryPage {
  readonly commits: readonly Changed[];
  /** How many there are before these. */
  readonly older: number;
}

/** Why it was done: the words of whoever did it, unless they only repeat the question of its run; of an undo and a redo, which of them. */
export function reasonOf({
  origin,
  reason,
  question,
}: Pick<Changed, "origin" | "reason" | "question">): "revert" | "redone" | { readonly said: string } | undefined {
  if (origin === "revert") return reason === "redone" ? "redone" : "revert";
  return !reason || reason.trim() === question?.trim() ? undefined : { said: reason };
}

/** What was read before, with what has come since: whoever has gone far back stays there. */
export function withNewest(before: HistoryPage | undefined, newest: HistoryPage): HistoryPage {
  const last = newest.commits.at(-1)?.revision;
  const joint = before?.commits.findIndex(({ revision }) => revision === last) ?? -1;
  // So much has come that it does not reach what was read: the newest alone, without a hole behind them.
  if (before === undefined || joint < 0) return newest;
  return { commits: [...newest.commits, ...before.commits.slice(joint + 1)], older: before.older };
}
