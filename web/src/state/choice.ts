/**
 * What one person has chosen of a proposal and not sent yet: what to leave out, and what to tell the assistant. Pure.
 *
 * A choice remembers the version it was made on. When the proposal has changed since, whatever is different is named, and
 * nothing is decided before the person has looked at it.
 */

import type { Operation, Problem, Proposal } from "../protocol";
import { droppedWith, type Needs, requirementsOf } from "./dependencies";

export interface Choice {
  readonly version: number;
  /** By operation, what was seen; other digests on another version are news. */
  readonly digests: Readonly<Record<string, string>>;
  readonly rejected: readonly string[];
  readonly feedback: string;
}

type Proposed = Proposal["operations"][number];

/** Everything accepted but what would undo what people did here, nothing said. */
export function freshChoice(proposal: Proposal): Choice {
  const rejected = proposal.problems.flatMap((each) => (isAskedFor(each) && each.operationId) || []);
  return { version: proposal.version, digests: digestsOf(proposal), rejected, feedback: "" };
}

/** A file would overwrite what people changed since it came in: in nobody's way, but only done where it is chosen. */
export function isAskedFor({ code, case: which }: Problem): boolean {
  return code === "conflict" && (which === "changedHere" || which === "changedHereGone");
}

/** The same choice on the version that is there now: what it rejected and is still there stays rejected. */
export function lookedAt(choice: Choice, proposal: Proposal): Choice {
  const known = new Set(proposal.operations.map((operation) => operation.id));
  return {
    ...freshChoice(proposal),
    feedback: choice.feedback,
    rejected: choice.rejected.filter((id) => known.has(id)),
  };
}

/** Operations that are not what they were when the choice was made. A version may also only say what has become stale. */
export function newsSince(choice: Choice, proposal: Proposal): readonly string[] {
  if (choice.version === proposal.version) return [];
  return proposal.operations
    .filter(({ id, digest }) => choice.digests[id] !== short(digest))
    .map((operation) => operation.id);
}

/** Reject operations; what needs them falls away by itself. */
export function reject(choice: Choice, ids: readonly string[]): Choice {
  return { ...choice, rejected: [...new Set([...choice.rejected, ...ids])] };
}

/** Accept operations, with everything they cannot do without. */
export function accept(choice: Choice, ids: readonly string[], needs: Needs): Choice {
  const wanted = new Set(ids.flatMap((id) => [id, ...requirementsOf(needs, id)]));
  return { ...choice, rejected: choice.rejected.filter((id) => !wanted.has(id)) };
}

/** A choice with what follows from it. */
export interface Chosen {
  readonly needs: Needs;
  /** Operations that will not be applied, each with the rejected one it goes with. */
  readonly dropped: ReadonlyMap<string, string>;
  /** What will be applied, closed, in the proposal's order. */
  readonly accepted: readonly string[];
}

export function chosen(choice: Choice, proposal: Proposal): Chosen {
  const needs = proposal.dependsOn ?? {};
  const dropped = droppedWith(needs, choice.rejected);
  return {
    needs,
    dropped,
    accepted: proposal.operations.map((operation) => operation.id).filter((id) => !dropped.has(id)),
  };
}

/**
 * What can be accepted at once while other operations have problems. Nothing, when the choice leaves some of it out: the
 * server keeps the rest only for whoever takes all that holds.
 */
export function holdingOf(proposal: Proposal, { dropped, accepted }: Chosen): readonly string[] {
  const { holds = [], problems } = proposal;
  const stands = problems.some(
    (each) => !isAskedFor(each) && (each.operationId === undefined || accepted.includes(each.operationId)),
  );
  return proposal.state === "open" && stands && !holds.some((id) => dropped.has(id)) ? holds : [];
}

/** Values as JSON knows them, whatever the order of their keys. */
export function isSameValue(one: unknown, two: unknown): boolean {
  return sorted(one) === sorted(two);
}

function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? ""
  );
}

/** The operation without what the proposal says about it: what `proposal.amend` takes. */
export function plain({ digest, before, provenance, editedBy, ...operation }: Proposed): Operation {
  return operation as Operation;
}

function digestsOf(proposal: Proposal): Readonly<Record<string, string>> {
  return Object.fromEntries(proposal.operations.map((operation) => [operation.id, short(operation.digest)]));
}

/** Enough to see that something is different; the decision itself names the whole digest. */
function short(digest: string): string {
  return digest.slice(0, 12);
}
