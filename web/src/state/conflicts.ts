/**
 * What somebody else changed while I wrote something else there, and what I wrote. It was refused, is kept until I have
 * decided which of the two holds, and survives a reload of the page. Pure but for that.
 */

import type { ElementConflict, Operation, Problem, StoredError } from "../protocol";
import { Kept, windowStorage } from "../session/kept";

export interface Theirs extends ElementConflict {
  readonly case: string;
  readonly operationId: string | undefined;
}

export interface Conflict {
  readonly id: string;
  readonly theirs: readonly Theirs[];
  /** What I sent. */
  readonly mine: readonly Operation[];
}

/** By project: whoever leaves one finds what they wrote when they come back. */
const kept = new Kept<readonly Conflict[]>("conflict", windowStorage());
const NONE: readonly Conflict[] = [];

export const watchConflicts = kept.subscribe;

export function conflictsOf(project: string): readonly Conflict[] {
  return kept.get(project) ?? NONE;
}

/** Keeps what was refused because of others; false: it was refused for something else, too. */
export function keepConflict(project: string, error: Pick<StoredError, "fields">, mine: readonly Operation[]): boolean {
  const theirs = theirsIn(error);
  if (theirs === undefined) return false;
  const made = { id: crypto.randomUUID(), theirs, mine };
  // Whoever writes there again means what they wrote last.
  const others = conflictsOf(project).filter((each) => subjectOf(each) !== subjectOf(made));
  kept.set(project, [...others, made]);
  return true;
}

/** It is decided. */
export function settleConflict(project: string, id: string): void {
  const left = conflictsOf(project).filter((each) => each.id !== id);
  kept.set(project, left.length > 0 ? left : undefined);
}

/** What others did; nothing, where that is not the only reason. */
function theirsIn({ fields }: Pick<StoredError, "fields">): readonly Theirs[] | undefined {
  const problems = fields?.problems;
  if (!Array.isArray(problems) || problems.length === 0) return undefined;
  const theirs = (problems as readonly Problem[]).flatMap(({ conflict, case: which, operationId }) =>
    conflict ? [{ ...conflict, case: which, operationId }] : [],
  );
  return theirs.length === problems.length ? theirs : undefined;
}

/** What I would send to set mine: on the newest that I am told of, and nothing on what is not there any more. */
export function again({ theirs, mine }: Conflict): {
  readonly baseRevision: number;
  readonly operations: readonly Operation[];
} {
  const gone = new Set(theirs.filter(isGone).map(({ operationId }) => operationId));
  return {
    baseRevision: Math.max(...theirs.map(({ revision }) => revision)),
    operations: mine.filter(({ id }) => !gone.has(id)),
  };
}

/** What I would send to set another text than mine; nothing, where more is contested than one field that is still there. */
export function asBoth(conflict: Conflict): ((text: string) => readonly Operation[]) | undefined {
  const [theirs, ...others] = conflict.theirs;
  if (theirs?.field === undefined || others.length > 0 || isGone(theirs)) return undefined;
  const { field, operationId } = theirs;
  const key = keyOf(field);
  return (text) =>
    again(conflict).operations.map((operation) => {
      if (operation.id !== operationId || !("set" in operation)) return operation;
      const { attributes } = operation.set as { readonly attributes?: Readonly<Record<string, unknown>> };
      const set = key === field ? { [key]: text } : { attributes: { ...attributes, [key]: text } };
      return { ...operation, set: { ...operation.set, ...set } } as Operation;
    });
}

/** Whether it is still open what a field of an element holds. */
export function isUndecided(conflicts: readonly Conflict[], elementId: string, key: string): boolean {
  return conflicts.some(({ theirs }) =>
    theirs.some((each) => each.elementId === elementId && each.field !== undefined && keyOf(each.field) === key),
  );
}

export function isGone({ case: which }: Theirs): boolean {
  return which === "deleted" || which === "edgeDeleted";
}

/** What I set a field to that somebody else set, too; nothing, where that is no field. */
export function mineIn({ mine }: Conflict, { operationId, field }: Theirs): unknown {
  const operation = mine.find(({ id }) => id === operationId);
  if (operation === undefined || !("set" in operation)) return undefined;
  const { attributes, ...fields } = operation.set as Readonly<Record<string, unknown>> & {
    readonly attributes?: Readonly<Record<string, unknown>>;
  };
  if (field === undefined) return Object.values({ ...fields, ...attributes })[0] ?? null;
  const key = keyOf(field);
  return (key === field ? fields[key] : attributes?.[key]) ?? null;
}

/** The key of a field: of an attribute its name. */
export function keyOf(field: string): string {
  return field.replace(/^attributes\./, "");
}

function subjectOf({ theirs }: Conflict): string {
  return JSON.stringify(theirs.map(({ elementId, field, case: which }) => [elementId, field, which]));
}
