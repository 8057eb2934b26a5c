/**
 * Which nodes the compose hierarchy shows at a level, with single nodes opened or closed by hand, and into which shown
 * node each folded one is rolled up.
 *
 * A node is shown when one of its parents is shown and open; a parent is open by hand, or when it lies above the level.
 * Without anything opened or closed that is exactly `depth <= rollupLevel` of `visible.ts`.
 */

import { type Adjacency, incoming, outgoing } from "../adjacency";

export interface Folding {
  /** Deepest level shown; undefined = every level. */
  readonly level: number | undefined;
  readonly expanded: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
}

export function isOpen(nodeId: string, folding: Folding, depths: ReadonlyMap<string, number>): boolean {
  if (folding.collapsed.has(nodeId)) return false;
  if (folding.expanded.has(nodeId)) return true;
  return folding.level === undefined || (depths.get(nodeId) ?? 1) < folding.level;
}

/** The nodes that no fold hides. */
export function unfolded(graph: Adjacency, folding: Folding): ReadonlySet<string> {
  const shown = new Set<string>();
  const waiting = graph.topDown.filter((id) => graph.depths.get(id) === 1);
  for (const id of waiting) {
    if (shown.has(id)) continue;
    shown.add(id);
    if (!isOpen(id, folding, graph.depths)) continue;
    for (const edge of outgoing(graph, id, "compose")) waiting.push(edge.target);
  }
  return shown;
}

/**
 * For every node the box that stands for it: itself, or the nearest node above it that is a box.
 * `isBox` and `isFolded` exclude each other; what is neither (left out by a filter) is stood for by nobody.
 */
export function representatives(
  graph: Adjacency,
  isBox: (nodeId: string) => boolean,
  isFolded: (nodeId: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const above = new Map<string, string>();
  for (const id of graph.topDown) {
    const parents = incoming(graph, id, "compose");
    const over = isBox(id) ? id : parents.map((edge) => above.get(edge.source)).find((box) => box !== undefined);
    if (over !== undefined) above.set(id, over);
    if (over !== undefined && (isBox(id) || isFolded(id))) found.set(id, over);
  }
  return found;
}

/** How many levels the hierarchy has. */
export function deepest(graph: Adjacency): number {
  let most = 1;
  for (const depth of graph.depths.values()) most = Math.max(most, depth);
  return most;
}
