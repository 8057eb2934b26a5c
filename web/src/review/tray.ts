/** What has been chosen of proposals and not sent yet, outside of React; and the way into the tray from anywhere. */

import { useSyncExternalStore } from "react";
import type { Proposal } from "../protocol";
import { Kept, windowStorage } from "../session/kept";
import { accept, type Choice, type Chosen, chosen, freshChoice, lookedAt, reject } from "../state/choice";
import { preferences } from "../ui/preferences";
import { useValue } from "../ui/useValue";
import type { Draft } from "./edits";
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
  if (drafts.get(proposalId)) drafts.set(proposalId, undefined);
  if (kept.get(proposalId)) kept.set(proposalId, undefined);
}

type Drafts = Readonly<Record<string, Draft>>;

/** What is being written, by proposal, then by change: it survives a reload, and is there for whoever comes back to the project. */
const drafts = new Kept<Drafts>("review-edit", windowStorage());
const NO_DRAFTS: Drafts = {};

export function draftsIn(proposalId: string): Drafts {
  return drafts.get(proposalId) ?? NO_DRAFTS;
}

export function useDraftsIn(proposalId: string): Drafts {
  return useSyncExternalStore(drafts.subscribe, () => draftsIn(proposalId));
}

/** The changes that something is being written into, as rows are called. */
export function beingWritten(proposals: readonly Proposal[]): ReadonlySet<string> {
  return new Set(
    proposals.flatMap(({ proposalId }) => Object.keys(draftsIn(proposalId)).map((id) => changeKey(proposalId, id))),
  );
}

/** Keeps what is written; nothing: it is saved, or given up. */
export function draft(proposalId: string, operationId: string, written: Draft | undefined): void {
  const { [operationId]: _, ...others } = draftsIn(proposalId);
  const next = written === undefined ? others : { ...others, [operationId]: written };
  drafts.set(proposalId, Object.keys(next).length > 0 ? next : undefined);
}

export function openReview(proposalId: string): void {
  wantedProposal.set({ proposalId });
  preferences.set({ drawer: "review" });
}

/** The proposal that was asked for last; a new object for each time. */
export function useWantedProposal(): { readonly proposalId: string } | undefined {
  return useValue(wantedProposal);
}
