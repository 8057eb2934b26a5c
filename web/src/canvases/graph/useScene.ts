/** The scene of the open view out of the store: real and proposed elements, filters, folding, within the budget. */

import { useMemo } from "react";
import { selectGhosts } from "../../state/store";
import { useStore, useStoreHandle } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { adjacency } from "../adjacency";
import { withGhosts, type GhostMark } from "./ghosts";
import { memoryOf, type ViewSettings } from "./memory";
import { deepest } from "./rollup";
import { fit, openingLevel, type Scene, type Wish } from "./scene";
import type { View } from "./views";
import type { ShownFilters } from "./visible";

export interface SceneNow {
  readonly scene: Scene;
  readonly marks: ReadonlyMap<string, GhostMark>;
  /** How many levels the hierarchy has. */
  readonly levels: number;
}

export function useScene(view: View, settings: ViewSettings, filters: ShownFilters): SceneNow {
  const { ontology } = useWorkbench();
  const { opening } = memoryOf(useStoreHandle());
  const graph = useStore((state) => state.graph);
  const ghosts = useStore(selectGhosts);
  const overlaid = useMemo(() => withGhosts(graph, ghosts, ontology), [graph, ghosts, ontology]);
  const { level, expanded, collapsed, hidden, focus } = settings;
  const { nodeTypes, relationTypes, showFlows } = filters;
  return useMemo(() => {
    const levels = deepest(adjacency(graph));
    const wish = (asked: number | undefined): Wish => ({
      ...{ view, hidden, folding: { level: asked, expanded, collapsed } },
      filters: { nodeTypes, relationTypes, showFlows, rollupLevel: undefined },
      ...(focus !== undefined && { focus }),
    });
    const { elements, marks } = overlaid;
    if (level === undefined && !opening.has(view.id) && graph.nodes.size > 0) {
      opening.set(view.id, openingLevel(graph, wish(undefined)));
    }
    const asked = level === undefined ? opening.get(view.id) : level === "all" ? undefined : level;
    return { scene: fit(elements, wish(asked)), marks, levels };
  }, [overlaid, graph, opening, view, level, expanded, collapsed, hidden, focus, nodeTypes, relationTypes, showFlows]);
}
