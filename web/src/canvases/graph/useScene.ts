/** The scene of the open view out of the store: real and proposed elements, filters, folding, within the budget. */

import { useMemo } from "react";
import { useStore, useStoreHandle } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { adjacency } from "../adjacency";
import type { GhostMark, Overlaid, ProposedFields } from "../ghosts";
import { useOverlay } from "../useOverlay";
import { memoryOf, type ViewSettings } from "./memory";
import { fit, openingOf, type Scene, type Wish } from "./scene";
import type { View } from "./views";
import type { ShownFilters } from "./visible";

export interface SceneNow {
  readonly scene: Scene;
  readonly marks: ReadonlyMap<string, GhostMark>;
  /** What fields of marked nodes would become. */
  readonly proposed: ReadonlyMap<string, ProposedFields>;
  readonly problems: Overlaid["problems"];
  /** How many levels the hierarchy has. */
  readonly levels: number;
}

export function useScene(view: View, settings: ViewSettings, filters: ShownFilters): SceneNow {
  const { ontology } = useWorkbench();
  const { opening } = memoryOf(useStoreHandle());
  const graph = useStore((state) => state.outline ?? state.graph);
  const overlaid = useOverlay(true);
  const { level, expanded, collapsed, hidden, focus } = settings;
  const { nodeTypes, relationTypes, showFlows } = filters;
  return useMemo(() => {
    const levels = adjacency(graph).levels;
    const wish = (asked: number | undefined, isGrouped: boolean): Wish => ({
      ...{ view, hidden, ontology, isGrouped, folding: { level: asked, expanded, collapsed } },
      filters: { nodeTypes, relationTypes, showFlows, rollupLevel: undefined },
      ...(focus !== undefined && { focus }),
    });
    const { elements, marks, proposed, problems } = overlaid;
    if (!opening.has(view.id) && graph.nodes.size > 0) opening.set(view.id, openingOf(graph, wish(undefined, false)));
    const opened = opening.get(view.id);
    const asked = level === undefined ? opened?.level : level === "all" ? undefined : level;
    const isGrouped = level !== "all" && opened?.isGrouped === true;
    return { scene: fit(elements, wish(asked, isGrouped)), marks, proposed, problems, levels };
  }, [
    overlaid,
    graph,
    ontology,
    opening,
    view,
    level,
    expanded,
    collapsed,
    hidden,
    focus,
    nodeTypes,
    relationTypes,
    showFlows,
  ]);
}
