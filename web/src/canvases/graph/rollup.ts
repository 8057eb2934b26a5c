/**
 * Which nodes the compose hierarchy shows at a level, with single nodes opened or closed by hand, and into which shown
 * node each folded one is rolled up.
 *
 * A node is shown when one of its parents is shown and open; a parent is open by hand, or when it lies above the level.
 * Without anything opened or closed that is exactly `depth <= rollupLevel` of `visible.ts`.
 */

import { type Adjacency, partsOf, wholesOf } from "../adjacency";
import { type Groups, NO_GROUPS } from "./groups";

export interface Folding {
  /** Deepest level shown; undefined = every level. */
  readonly level: number | undefined;
  readonly expanded: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
}

/** Whether its parts are shown. What stands in a group is closed until somebody opens it: a group opens to a family. */
export function isOpen(
  nodeId: string,
  folding: Folding,
  depths: ReadonlyMap<string, number>,
  groups: Groups = NO_GROUPS,
): boolean {
  if (folding.collapsed.has(nodeId)) return false;
  if (folding.expanded.has(nodeId)) return true;
  if (groups.holds(nodeId)) return false;
  return folding.level === undefined || (depths.get(nodeId) ?? 1) < folding.level;
}

interface Unfolded {
  readonly nodes: ReadonlySet<string>;
  /** Groups that are seen: closed ones, and the frames of open ones. */
  readonly groups: ReadonlySet<string>;
}

/** The nodes among these that no closed group hides, with the groups that they stand in. */
export function outOfGroups(
  ids: readonly string[],
  expanded: ReadonlySet<string>,
  groups: Groups,
): { readonly nodes: readonly string[]; readonly groups: ReadonlySet<string> } {
  const seen = new Set<string>();
  const nodes = groups.isEmpty ? ids : ids.filter((id) => !isInClosed(id, expanded, groups, seen));
  return { nodes, groups: seen };
}

/** The nodes that no fold and no group hides, at and below these. */
export function unfolded(
  graph: Adjacency,
  tops: ReturnType<typeof outOfGroups>,
  folding: Folding,
  groups: Groups = NO_GROUPS,
): Unfolded {
  const shown = { nodes: new Set(tops.nodes), groups: new Set(tops.groups) };
  const hidden = new Set<string>();
  // A set is walked through to its end, also by what is added meanwhile.
  for (const id of shown.nodes) {
    if (!isOpen(id, folding, graph.depths, groups)) continue;
    for (const part of partsOf(graph, id)) {
      if (shown.nodes.has(part) || hidden.has(part)) continue;
      (isInClosed(part, folding.expanded, groups, shown.groups) ? hidden : shown.nodes).add(part);
    }
  }
  return shown;
}

/** Notes the groups around a node from the outside down to the first closed one. */
function isInClosed(id: string, expanded: ReadonlySet<string>, groups: Groups, seen: Set<string>): boolean {
  for (const group of groups.from(id)) {
    seen.add(group);
    if (!expanded.has(group)) return true;
  }
  return false;
}

/**
 * For every node of `order`, which is top down, the box that stands for it: itself, the closed group that holds it, or the nearest above it that has one.
 * `isBox` and `isFolded` exclude each other; what is neither (left out by a filter) is stood for by nobody.
 */
export function representatives(
  graph: Adjacency,
  order: readonly string[],
  isBox: (nodeId: string) => boolean,
  isFolded: (nodeId: string) => boolean,
  groupOf: (nodeId: string) => string | undefined = () => undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const above = new Map<string, string>();
  for (const id of order) {
    const over = isBox(id) ? id : (groupOf(id) ?? aboveAll(above, wholesOf(graph, id)));
    if (over !== undefined) above.set(id, over);
    if (over !== undefined && (isBox(id) || isFolded(id))) found.set(id, over);
  }
  return found;
}

/** The first box that stands for one of these. */
function aboveAll(above: ReadonlyMap<string, string>, wholes: readonly string[]): string | undefined {
  for (const id of wholes) {
    const box = above.get(id);
    if (box !== undefined) return box;
  }
  return undefined;
}
