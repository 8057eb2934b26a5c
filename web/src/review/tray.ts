/** What has been chosen of proposals and not sent yet, outside of React; and the way into the tray from anywhere. */

import { useSyncExternalStore } from "react";
import type { Proposal } from "../protocol";
import { Kept, windowStorage } from "../session/kept";
import { accept, type Choice, type Chosen, chosen, freshChoice, lookedAt, reject } from "../state/choice";
import { preferences } from "../ui/preferences";
import { useValue } from "../ui/useValue";
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
  if (kept.get(proposalId)) kept.set(proposalId, undefined);
}

/** Saves what is being written into a proposal; the version that came of it, nothing where it could not be saved. */
type SaveEdit = () => Promise<Proposal | undefined>;
const edits = new Map<string, SaveEdit>();

/** Something is being written into a proposal, until what this returns is called. */
export function write(proposalId: string, save: SaveEdit): () => void {
  edits.set(proposalId, save);
  return () => edits.delete(proposalId);
}

/** The proposal with what is being written into it. */
export function written(proposal: Proposal): Promise<Proposal | undefined> {
  const save = edits.get(proposal.proposalId);
  return save?.() ?? Promise.resolve(proposal);
}

export function openReview(proposalId: string): void {
  wantedProposal.set({ proposalId });
  preferences.set({ drawer: "review" });
}

/** The proposal that was asked for last; a new object for each time. */
export function useWantedProposal(): { readonly proposalId: string } | undefined {
  return useValue(wantedProposal);
}
