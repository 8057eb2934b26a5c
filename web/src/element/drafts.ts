/**
 * What somebody is writing in the fields of elements and has not sent: it outlives a reload, and the element itself where
 * somebody else deletes it. Pure but for that.
 */

import { Kept, windowStorage } from "../session/kept";

export interface Draft {
  readonly nodeId: string;
  /** What the element was called then: nobody could say it any more once it is gone. */
  readonly name: string;
  readonly field: string;
  readonly text: string;
  /** The revision on which it was begun. */
  readonly base: number;
}

/** The field that is written in. */
export type DraftPlace = Pick<Draft, "nodeId" | "name" | "field">;

/** By project, for the window. */
const kept = new Kept<readonly Draft[]>("field draft", windowStorage());
const NONE: readonly Draft[] = [];

export const watchDrafts = kept.subscribe;

export function draftsOf(project: string): readonly Draft[] {
  return kept.get(project) ?? NONE;
}

export function draftAt(project: string, { nodeId, field }: DraftPlace): Draft | undefined {
  return draftsOf(project).find((each) => each.nodeId === nodeId && each.field === field);
}

export function keepDraft(project: string, draft: Draft): void {
  kept.set(project, [...without(project, draft), draft]);
}

export function dropDraft(project: string, place: DraftPlace): void {
  if (draftAt(project, place) === undefined) return;
  const left = without(project, place);
  kept.set(project, left.length > 0 ? left : undefined);
}

function without(project: string, { nodeId, field }: DraftPlace): readonly Draft[] {
  return draftsOf(project).filter((each) => each.nodeId !== nodeId || each.field !== field);
}
