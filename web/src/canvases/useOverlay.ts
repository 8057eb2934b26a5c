/** What all canvases draw: the graph with what is proposed laid over it, unless this person has put that away. */

import { useMemo } from "react";
import type { Ghost } from "../state/proposals";
import { selectGhosts } from "../state/store";
import { usePreferences } from "../ui/usePreferences";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import type { Elements } from "./adjacency";
import { type Overlaid, withGhosts } from "./ghosts";
import type { Ontology } from "./ontology";

const NO_GHOSTS: readonly Ghost[] = [];

/** `isOutlined`: for who can draw what is not whole yet. */
export function useOverlay(isOutlined = false): Overlaid {
  const { ontology } = useWorkbench();
  const graph = useStore((state) => (isOutlined ? (state.outline ?? state.graph) : state.graph));
  const ghosts = useStore(selectGhosts);
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
