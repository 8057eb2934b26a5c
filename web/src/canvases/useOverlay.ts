/**
 * What all canvases draw: the graph with what is proposed laid over it, unless this person has put that away. Whoever looks
 * at what was before sees what is there, with the marks of what would change or go.
 */

import { useMemo } from "react";
import { createProjectStore } from "../state/createStore";
import type { Ghost } from "../state/proposals";
import { derived, selectGhosts } from "../state/store";
import { usePreferences } from "../ui/usePreferences";
import { useStore } from "../ui/useStore";
import { useValue } from "../ui/useValue";
import { useWorkbench } from "../ui/workbench";
import type { Elements } from "./adjacency";
import { type Overlaid, withGhosts } from "./ghosts";
import type { Ontology } from "./ontology";

const NO_GHOSTS: readonly Ghost[] = [];

/** Whether a review looks at the model as it is, or as it would be. */
export const looksBack = createProjectStore(false);

const selectTouching = derived(selectGhosts, (ghosts) => ghosts.flatMap(onlyTouching));

/** What a proposal makes is not there yet; what it would write into an element is told by its mark alone. */
function onlyTouching(ghost: Ghost): readonly Ghost[] {
  const { operation } = ghost;
  if (operation.op === "node.create" || operation.op === "edge.create") return [];
  return [operation.op === "node.update" ? { ...ghost, operation: { ...operation, set: {} } } : ghost];
}

/** `isOutlined`: for who can draw what is not whole yet. */
export function useOverlay(isOutlined = false): Overlaid {
  const { ontology } = useWorkbench();
  const graph = useStore((state) => (isOutlined ? (state.outline ?? state.graph) : state.graph));
  const isBack = useValue(looksBack);
  const ghosts = useStore(isBack ? selectTouching : selectGhosts);
  const shown = usePreferences().ghosts ? ghosts : NO_GHOSTS;
  return useMemo(() => once(graph, shown, ontology), [graph, shown, ontology]);
}

let last:
  | {
      readonly graph: Elements;
      readonly ghosts: readonly Ghost[];
      readonly ontology: Ontology;
      readonly overlaid: Overlaid;
    }
  | undefined;

/** The graph and the tables ask for the same at the same time. */
function once(graph: Elements, ghosts: readonly Ghost[], ontology: Ontology): Overlaid {
  if (last?.graph !== graph || last.ghosts !== ghosts || last.ontology !== ontology) {
    last = { graph, ghosts, ontology, overlaid: withGhosts(graph, ghosts, ontology) };
  }
  return last.overlaid;
}
