/** What of a model that came in is drawn where: the view that it opens in, its boxes, and what is none of them. Pure. */

import { firstView, holdsType, type ViewId, viewOf } from "../canvases/graph/views";
import type { Ontology } from "../canvases/ontology";
import type { Graph } from "../state/graph";

interface Drawn {
  readonly view: ViewId;
  readonly count: number;
  /** By type, how many elements are no boxes of the view; the most first. */
  readonly others: readonly (readonly [nodeType: string, count: number])[];
}

export function drawnOf(ontology: Ontology, graph: Graph): Drawn {
  const view = firstView(ontology, graph);
  const others = new Map<string, number>();
  for (const { nodeType } of graph.nodes.values())
    if (!holdsType(viewOf(view), nodeType)) others.set(nodeType, (others.get(nodeType) ?? 0) + 1);
  const left = [...others].sort(([, one], [, two]) => two - one);
  return { view, count: graph.nodes.size - left.reduce((sum, [, count]) => sum + count, 0), others: left };
}
