/**
 * What the filters let through: the same rules as `context/visibility.py`, so that "what I see" means the same to the
 * language model and on the screen. `tests/canvases/visible.test.ts` and `tests/context/test_visibility_cases.py` read
 * the same cases. What is drawn beyond this (merged lines, ports, counts) is a matter of `scene.ts` only.
 */

import type { Edge, Filters, Node } from "../../protocol";
import { adjacency, type Elements } from "../adjacency";
import { isRelation, isType } from "../ontology";

/** `Filters` with its defaults filled in; `rollupLevel` undefined = every level. */
export interface ShownFilters {
  readonly nodeTypes: readonly string[];
  readonly relationTypes: readonly string[];
  readonly showFlows: boolean;
  readonly rollupLevel: number | undefined;
}

export const NO_FILTERS: ShownFilters = { nodeTypes: [], relationTypes: [], showFlows: true, rollupLevel: undefined };

export function shownFilters(filters: Filters): ShownFilters {
  return {
    nodeTypes: filters.nodeTypes ?? [],
    relationTypes: filters.relationTypes ?? [],
    showFlows: filters.showFlows ?? true,
    rollupLevel: filters.rollupLevel,
  };
}

/** As it goes into `canvas.update`: an absent field, not an undefined one. */
export function wireFilters({ rollupLevel, ...filters }: ShownFilters): Filters {
  return rollupLevel === undefined ? filters : { ...filters, rollupLevel };
}

/** Whether type and flow filters let a node through; the rollup level is judged apart, since it folds, not hides. */
export function passesFilters(node: Node, filters: ShownFilters): boolean {
  if (filters.nodeTypes.length > 0 && !filters.nodeTypes.includes(node.nodeType)) return false;
  return filters.showFlows || !isType(node.nodeType, "FLOW");
}

export function showsNode(node: Node, filters: ShownFilters, depths: ReadonlyMap<string, number>): boolean {
  if (!passesFilters(node, filters)) return false;
  return filters.rollupLevel === undefined || (depths.get(node.nodeId) ?? 1) <= filters.rollupLevel;
}

/** Whether the filters let an edge through whose ends are shown. */
export function showsEdge(edge: Edge, filters: ShownFilters): boolean {
  if (filters.relationTypes.length > 0 && !filters.relationTypes.includes(edge.edgeType)) return false;
  return filters.showFlows || !isRelation(edge.edgeType, "io");
}

export function visibleNodes(elements: Elements, filters: ShownFilters): readonly Node[] {
  const { depths } = adjacency(elements);
  return [...elements.nodes.values()].filter((node) => showsNode(node, filters, depths));
}

export function visibleEdges(elements: Elements, filters: ShownFilters): readonly Edge[] {
  const shown = new Set(visibleNodes(elements, filters).map((node) => node.nodeId));
  return [...elements.edges.values()].filter(
    (edge) => shown.has(edge.source) && shown.has(edge.target) && showsEdge(edge, filters),
  );
}
