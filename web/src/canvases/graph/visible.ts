/**
 * What the filters let through: the same rules as `context/visibility.py`, so that "what I see" means the same to the
 * language model and on the screen. `tests/canvases/visible.test.ts` and `tests/context/test_visibility_cases.py` read
 * the same cases. What is drawn beyond this (merged lines, ports, counts) is a matter of `scene.ts` only.
 */

import type { Edge, Filters, Node } from "../../protocol";
import { isRelation, isType } from "../ontology";

/** `Filters` with its defaults filled in; `rollupLevel` undefined = every level. */
export interface ShownFilters {
  readonly nodeTypes: readonly string[];
  readonly relationTypes: readonly string[];
  readonly showFlows: boolean;
  readonly rollupLevel: number | undefined;
}

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

/** Whether the filters let an edge through whose ends are shown. */
export function showsEdge(edge: Edge, filters: ShownFilters): boolean {
  if (filters.relationTypes.length > 0 && !filters.relationTypes.includes(edge.edgeType)) return false;
  return filters.showFlows || !isRelation(edge.edgeType, "io");
}
