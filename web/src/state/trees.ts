/**
 * The steps of a run as a tree: rows from top to bottom with their brackets, what each branch spent, what held the run up
 * longest, and what is left of it under a filter. Pure. A step that begins or ends costs as much as it lies deep, however
 * large the tree is; all else is one pass, and nothing recurses, for a tree may be as deep as a run has steps.
 */

import type { Step } from "../protocol";
import { Layered } from "./layered";

export interface Tree {
  /** In the order they began. */
  readonly steps: Layered<string, Step>;
  /** Ids by parent (`null` above the root), in the order they began. The same object until a row or bracket changes. */
  readonly children: Layered<string | null, readonly string[]>;
  /** What each branch spent, by its topmost step. */
  readonly spent: Layered<string, Spent>;
  readonly kinds: ReadonlySet<string>;
  /** When the step ended that ended last, in milliseconds; 0 before any has. */
  readonly lastEnd: number;
}

/** Where a row stands in the bracket of steps that ran beside each other, at the depth of those steps. */
export interface Bracket {
  readonly depth: number;
  readonly part: "first" | "inner" | "last";
}

/** A step in the tree, with how deep it is. */
export interface Row {
  readonly stepId: string;
  readonly depth: number;
  /** The place of the row of the step above; -1 at the top. */
  readonly above: number;
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
const NOTHING: Spent = { steps: 0, tokens: 0, costMicros: 0, currency: "" };

export const NO_TREE: Tree = {
  steps: Layered.of(),
  children: Layered.of(),
  spent: Layered.of(),
  kinds: new Set(),
  lastEnd: 0,
};

/** The tree after these steps have begun, gone on or ended. */
export function grown(tree: Tree, changed: readonly Step[]): Tree {
  const steps = new Map<string, Step>();
  const children = new Map<string | null, string[]>();
  const kinds = new Set(tree.kinds);
  let { lastEnd } = tree;
  for (const step of changed) {
    const { stepId, parentId, dependsOn } = step;
    const before = steps.get(stepId) ?? tree.steps.get(stepId);
    steps.set(stepId, step);
    kinds.add(step.kind);
    if (step.endedAt) lastEnd = Math.max(lastEnd, Date.parse(step.endedAt));
    if (before && before.dependsOn.length === dependsOn.length) continue;
    const siblings = children.get(parentId) ?? [...(tree.children.get(parentId) ?? [])];
    if (!before) siblings.push(stepId);
    children.set(parentId, siblings);
  }
  const after = {
    steps: tree.steps.with(steps),
    children: children.size > 0 ? tree.children.with(children) : tree.children,
    kinds: kinds.size > tree.kinds.size ? kinds : tree.kinds,
    lastEnd,
  };
  return { ...after, spent: spentAfter(tree, after.steps, steps) };
}

export function treeOf(steps: Iterable<Step>): Tree {
  return grown(NO_TREE, [...steps]);
}

export function childrenOf(tree: Tree, stepId: string | null): readonly Step[] {
  const below = tree.children.get(stepId);
  return below ? below.flatMap((id) => tree.steps.get(id) ?? []) : NONE;
}

/** Rows from top to bottom. The children of collapsed steps are left out, and so is what `kept` does not hold. */
export function rowsOf(
  tree: Tree,
  collapsed: ReadonlySet<string> = new Set(),
  kept?: ReadonlySet<string>,
): readonly Row[] {
  const shown = (stepId: string | null): readonly Step[] => {
    const below = childrenOf(tree, stepId);
    return kept ? below.filter((step) => kept.has(step.stepId)) : below;
  };
  const rows: Row[] = [];
  const waiting = rowsBelow(shown(null), 0, -1);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { stepId, depth, above, group } = next;
    const below = shown(stepId);
    const index = rows.push({ stepId, depth, above, group, hasChildren: below.length > 0 }) - 1;
    if (!collapsed.has(stepId)) for (const row of rowsBelow(below, depth + 1, index)) waiting.push(row);
  }
  return rows;
}

/** Siblings as the rows to come, the last one first, each with its place in its group. */
function rowsBelow(siblings: readonly Step[], depth: number, above: number): Omit<Row, "hasChildren">[] {
  if (siblings.length === 0) return [];
  const groups = groupsOf(siblings);
  return groups
    .flatMap((group) =>
      group.map(({ stepId }, place) => ({ stepId, depth, above, group: partOf(place, group.length) })),
    )
    .reverse();
}

function partOf(place: number, length: number): Row["group"] {
  if (length === 1) return null;
  return place === 0 ? "first" : place === length - 1 ? "last" : "inner";
}

/** The brackets beside a row: its own, and those of groups further up that it lies within. */
export function bracketsOf(rows: readonly Row[], index: number): readonly Bracket[] {
  const brackets: Bracket[] = [];
  const below = rows[index + 1]?.depth ?? 0;
  for (let at = index, row = rows[at]; row; at = row.above, row = rows[at]) {
    const { depth, group } = row;
    if (group === null) continue;
    brackets.push({
      depth,
      part: group === "first" && at === index ? "first" : group === "last" && below <= depth ? "last" : "inner",
    });
  }
  return brackets;
}

/** Siblings in groups of those that did not depend on each other, in the order they began. */
function groupsOf(siblings: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Map<string, Step>[] = [];
  for (const step of siblings) {
    const group = groups.at(-1);
    if (group && !step.dependsOn.some((id) => group.has(id))) group.set(step.stepId, step);
    else groups.push(new Map([[step.stepId, step]]));
  }
  return groups.map((group) => [...group.values()]);
}

/** What the branches spent after these steps have changed: each hands what is new of it to those above it. */
function spentAfter(tree: Tree, steps: Tree["steps"], changed: ReadonlyMap<string, Step>): Tree["spent"] {
  const spent = new Map<string, Spent>();
  const known = (stepId: string): Spent => spent.get(stepId) ?? tree.spent.get(stepId) ?? NOTHING;
  const open = new Map(
    [...changed].map(([stepId, step]) => [stepId, sum(spentBy(step), spentBy(tree.steps.get(stepId)), -1)]),
  );
  // The last first: a step mostly begins after the one above it, which so hands on once what many below it have spent.
  for (const { stepId, parentId } of [...changed.values()].reverse()) {
    const more = open.get(stepId) ?? NOTHING;
    open.delete(stepId);
    // What was told of before the step itself was has gone no further than here.
    const handed = tree.steps.has(stepId) ? more : sum(more, known(stepId));
    spent.set(stepId, sum(known(stepId), more));
    for (let at = parentId; at !== null && !isNothing(handed); at = steps.get(at)?.parentId ?? null) {
      const waiting = open.get(at);
      if (waiting) {
        open.set(at, sum(waiting, handed));
        break;
      }
      spent.set(at, sum(known(at), handed));
    }
  }
  return tree.spent.with(spent);
}

function spentBy(step: Step | undefined): Spent {
  if (!step) return NOTHING;
  const { inputTokens = 0, outputTokens = 0, costMicros = 0, currency = "" } = step.usage ?? {};
  return { steps: 1, tokens: inputTokens + outputTokens, costMicros, currency };
}

function sum(one: Spent, other: Spent, sign = 1): Spent {
  return {
    steps: one.steps + sign * other.steps,
    tokens: one.tokens + sign * other.tokens,
    costMicros: one.costMicros + sign * other.costMicros,
    currency: one.currency || other.currency,
  };
}

function isNothing({ steps, tokens, costMicros }: Spent): boolean {
  return steps === 0 && tokens === 0 && costMicros === 0;
}

/**
 * What would have to become faster: at each level the step that ended last, before it the one that ended last before that
 * one began, and so on to the first; and so within each of them.
 */
export function criticalPath(tree: Tree): ReadonlySet<string> {
  const path = new Set<string>();
  const levels = [childrenOf(tree, null)];
  for (let level = levels.pop(); level !== undefined; level = levels.pop())
    for (const step of chainOf(level)) {
      path.add(step.stepId);
      levels.push(childrenOf(tree, step.stepId));
    }
  return path;
}

/** Of steps beside each other those that waited for one another, the last first; what ran beside a longer one is left out. */
function chainOf(level: readonly Step[]): readonly Step[] {
  const chain: Step[] = [];
  let from = Number.POSITIVE_INFINITY;
  for (const step of level.toSorted((one, two) => compareEnds(two, one))) {
    const start = Date.parse(step.startedAt);
    if (chain.length > 0 && (endOf(step) > from || start >= from)) continue;
    chain.push(step);
    from = start;
  }
  return chain;
}

/** Infinite ends are equal, so no difference is taken. */
function compareEnds(one: Step, two: Step): number {
  const [first, second] = [endOf(one), endOf(two)];
  return first === second ? 0 : first < second ? -1 : 1;
}

/** Steps for which `wanted` holds, with all above them, so that a match keeps its place. */
export function keptBy(
  tree: Tree,
  wanted: (step: Step) => boolean,
): { readonly kept: ReadonlySet<string>; readonly matches: ReadonlySet<string> } {
  const kept = new Set<string>();
  const matches = new Set<string>();
  for (const step of tree.steps.values()) {
    if (!wanted(step)) continue;
    matches.add(step.stepId);
    for (let at: Step | undefined = step; at && !kept.has(at.stepId); at = tree.steps.get(at.parentId ?? ""))
      kept.add(at.stepId);
  }
  return { kept, matches };
}

/** A step that has not ended holds up what is above it more than any that has. */
function endOf(step: Step): number {
  return step.endedAt
    ? Date.parse(step.endedAt)
    : step.status === "running" || step.status === "waiting"
      ? Number.POSITIVE_INFINITY
      : Date.parse(step.startedAt);
}
