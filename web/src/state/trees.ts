/**
 * The steps of a run as a tree: rows from top to bottom with their brackets, what each branch spent, what held the run up
 * longest, and what is left of it under a filter. Pure; every function is one pass and none recurses, for a tree may be as
 * deep as a run has steps.
 */

import type { Step } from "../protocol";

export interface Tree {
  readonly steps: ReadonlyMap<string, Step>;
  /** By parent (`null` above the root), in the order they began. */
  readonly children: ReadonlyMap<string | null, readonly Step[]>;
}

/** Where a row stands in the bracket of steps that ran beside each other, at the depth of those steps. */
export interface Bracket {
  readonly depth: number;
  readonly part: "first" | "inner" | "last";
}

/** A step in the tree, with how deep it is. */
export interface Row {
  readonly step: Step;
  readonly depth: number;
  readonly hasChildren: boolean;
  /** Its place among the steps that ran beside it, when there are such. */
  readonly group: Bracket["part"] | null;
}

/** What a step and everything below it spent. */
export interface Spent {
  readonly steps: number;
  readonly tokens: number;
  readonly costMicros: number;
  readonly currency: string;
}

const NONE: readonly Step[] = [];

export function treeOf(steps: ReadonlyMap<string, Step>): Tree {
  const children = new Map<string | null, Step[]>();
  for (const step of steps.values()) {
    const siblings = children.get(step.parentId);
    if (siblings) siblings.push(step);
    else children.set(step.parentId, [step]);
  }
  return { steps, children };
}

export function childrenOf(tree: Tree, stepId: string | null): readonly Step[] {
  return tree.children.get(stepId) ?? NONE;
}

/** Rows from top to bottom. The children of collapsed steps are left out, and so is what `kept` does not hold. */
export function rowsOf(tree: Tree, collapsed: ReadonlySet<string> = new Set(), kept?: ReadonlySet<string>): readonly Row[] {
  const shown = (stepId: string | null): readonly Step[] => {
    const below = childrenOf(tree, stepId);
    return kept ? below.filter((step) => kept.has(step.stepId)) : below;
  };
  const rows: Row[] = [];
  const waiting = rowsBelow(shown(null), 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const below = shown(next.step.stepId);
    rows.push({ step: next.step, depth: next.depth, group: next.group, hasChildren: below.length > 0 });
    if (!collapsed.has(next.step.stepId)) for (const row of rowsBelow(below, next.depth + 1)) waiting.push(row);
  }
  return rows;
}

/** Siblings as the rows to come, the last one first, each with its place in its group. */
function rowsBelow(siblings: readonly Step[], depth: number): { step: Step; depth: number; group: Row["group"] }[] {
  const rows = siblings.map((step) => ({ step, depth, group: null as Row["group"] }));
  let at = 0;
  for (const { length } of groupsOf(siblings)) {
    for (let place = 0; length > 1 && place < length; place += 1) {
      const row = rows[at + place];
      if (row) row.group = place === 0 ? "first" : place === length - 1 ? "last" : "inner";
    }
    at += length;
  }
  return rows.reverse();
}

/** The brackets beside a row: its own, and those of groups further up that it lies within. */
export function bracketsOf(rows: readonly Row[], index: number): readonly Bracket[] {
  const brackets: Bracket[] = [];
  const row = rows[index];
  const below = rows[index + 1]?.depth ?? 0;
  let depth = row ? row.depth + 1 : 0;
  for (let at = index; at >= 0 && depth > 0; at -= 1) {
    const above = rows[at];
    if (!above || above.depth >= depth) continue;
    depth = above.depth;
    if (above.group === null) continue;
    const part = above.group === "first" && at === index ? "first" : above.group === "last" && below <= depth ? "last" : "inner";
    brackets.push({ depth, part });
  }
  return brackets;
}

/** Siblings in groups of those that did not depend on each other, in the order they began. */
function groupsOf(siblings: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  let members = new Set<string>();
  for (const step of siblings) {
    let group = groups.at(-1);
    if (!group || step.dependsOn.some((id) => members.has(id))) {
      group = [];
      members = new Set();
      groups.push(group);
    }
    group.push(step);
    members.add(step.stepId);
  }
  return groups;
}

/** What each branch spent, by its topmost step. */
export function spentOf(tree: Tree): ReadonlyMap<string, Spent> {
  const spent = new Map<string, { steps: number; tokens: number; costMicros: number; currency: string }>();
  for (const { stepId, usage } of tree.steps.values()) {
    const tokens = usage ? usage.inputTokens + usage.outputTokens : 0;
    spent.set(stepId, { steps: 1, tokens, costMicros: usage?.costMicros ?? 0, currency: usage?.currency ?? "" });
  }
  // A step begins after the one above it, so that backwards every sum is complete when it is handed up.
  for (const { stepId, parentId } of [...inOrder(tree)].reverse()) {
    const [own, above] = [spent.get(stepId), parentId === null ? undefined : spent.get(parentId)];
    if (!own || !above) continue;
    above.steps += own.steps;
    above.tokens += own.tokens;
    above.costMicros += own.costMicros;
    above.currency ||= own.currency;
  }
  return spent;
}

/** From the root down to the step that ended last, at each level: what would have to become faster. */
export function criticalPath(tree: Tree): ReadonlySet<string> {
  const path = new Set<string>();
  let level = childrenOf(tree, null);
  while (level.length > 0) {
    const last = level.reduce((latest, step) => (endOf(step) > endOf(latest) ? step : latest));
    path.add(last.stepId);
    level = childrenOf(tree, last.stepId);
  }
  return path;
}

/** Steps for which `wanted` holds, with all above them, so that a match keeps its place. */
export function keptBy(tree: Tree, wanted: (step: Step) => boolean): { readonly kept: ReadonlySet<string>; readonly matches: ReadonlySet<string> } {
  const kept = new Set<string>();
  const matches = new Set<string>();
  for (const step of tree.steps.values()) {
    if (!wanted(step)) continue;
    matches.add(step.stepId);
    for (let at: Step | undefined = step; at && !kept.has(at.stepId); at = tree.steps.get(at.parentId ?? "")) kept.add(at.stepId);
  }
  return { kept, matches };
}

/** All steps, depth first. */
function* inOrder(tree: Tree): Iterable<Step> {
  const waiting = [...childrenOf(tree, null)].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    const below = childrenOf(tree, next.stepId);
    for (let index = below.length - 1; index >= 0; index -= 1) if (below[index]) waiting.push(below[index] as Step);
  }
}

/** A step that has not ended holds up what is above it more than any that has. */
function endOf(step: Step): number {
  return step.endedAt ? Date.parse(step.endedAt) : step.status === "running" || step.status === "waiting" ? Infinity : Date.parse(step.startedAt);
}
