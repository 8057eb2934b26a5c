/** What has been chosen of proposals and not sent yet, outside of React; and the way into the tray from anywhere. */

import { useSyncExternalStore } from "react";
import type { Operation, Proposal } from "../protocol";
import { Kept, windowStorage } from "../session/kept";
import { accept, type Choice, type Chosen, chosen, freshChoice, lookedAt, reject } from "../state/choice";
import { preferences } from "../ui/preferences";
import { useValue } from "../ui/useValue";
import { changeKey } from "./rows";
import { wantedProposal } from "./wanted";

/** Choices by proposal; they survive a reload of the page and end with the decision. */
const kept = new Kept<Choice>("review", windowStorage());
const fresh = new WeakMap<Proposal, Choice>();
const worked = new WeakMap<Proposal, { readonly choice: Choice; readonly chosen: Chosen }>();

/** The same object until it is changed. */
function choiceOf(proposal: Proposal): Choice {
  const known = kept.get(proposal.proposalId) ?? fresh.get(proposal);
  if (known) return known;
  const made = freshChoice(proposal);
  fresh.set(proposal, made);
  return made;
}

export function useChoice(proposal: Proposal): Choice {
  return useSyncExternalStore(kept.subscribe, () => choiceOf(proposal));
}

/** What follows from the choice, worked out once for all who ask. */
export function chosenOf(proposal: Proposal, choice: Choice): Chosen {
  const known = worked.get(proposal);
  if (known?.choice === choice) return known.chosen;
  const made = { choice, chosen: chosen(choice, proposal) };
  worked.set(proposal, made);
  return made.chosen;
}

export function acceptIn(proposal: Proposal, ids: readonly string[]): void {
  const choice = choiceOf(proposal);
  kept.set(proposal.proposalId, accept(choice, ids, chosenOf(proposal, choice).needs));
}

export function rejectIn(proposal: Proposal, ids: readonly string[]): void {
  kept.set(proposal.proposalId, reject(choiceOf(proposal), ids));
}

export function sayIn(proposal: Proposal, feedback: string): void {
  kept.set(proposal.proposalId, { ...choiceOf(proposal), feedback });
}

/** Seen is seen: from here on a new version is news. What is decided is no longer chosen. */
export function begin(proposal: Proposal): void {
  if (proposal.state !== "open") forget(proposal.proposalId);
  else if (!kept.get(proposal.proposalId)) kept.set(proposal.proposalId, choiceOf(proposal));
}

/** I have looked at the version that is there now. */
export function look(proposal: Proposal): void {
  kept.set(proposal.proposalId, lookedAt(choiceOf(proposal), proposal));
}

export function forget(proposalId: string): void {
  drafts.delete(proposalId);
  if (kept.get(proposalId)) kept.set(proposalId, undefined);
}

/** What is being written into a proposed change and not saved yet. */
export interface Draft {
  /** As it stands in the fields, by their keys. */
  readonly texts: Readonly<Record<string, string>>;
  /** The change that it makes; none while something in it is wrong. */
  readonly operation: Operation | undefined;
}

/** By proposal, then by change: whoever looks at another change comes back to what was written. */
const drafts = new Map<string, Map<string, Draft>>();

export function draftsIn(proposalId: string): ReadonlyMap<string, Draft> {
  return drafts.get(proposalId) ?? new Map();
}

/** The changes that something is being written into, as rows are called. */
export function beingWritten(): ReadonlySet<string> {
  return new Set([...drafts].flatMap(([proposalId, own]) => [...own.keys()].map((id) => changeKey(proposalId, id))));
}

/** Keeps what is written; nothing: it is saved, or given up. */
export function draft(proposalId: string, operationId: string, written: Draft | undefined): void {
  const own = drafts.get(proposalId) ?? new Map<string, Draft>();
  if (written === undefined) own.delete(operationId);
  else own.set(operationId, written);
  drafts.set(proposalId, own);
}

export function openReview(proposalId: string): void {
  wantedProposal.set({ proposalId });
  preferences.set({ drawer: "review" });
}

/** The proposal that was asked for last; a new object for each time. */
export function useWantedProposal(): { readonly proposalId: string } | undefined {
  return useValue(wantedProposal);
}
