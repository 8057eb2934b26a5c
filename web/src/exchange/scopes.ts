/** What of the model is taken out: all of it, what a view shows on this screen, or what is selected. Pure. */

import { memoryOf } from "../canvases/graph/memory";
import { isViewId } from "../canvases/graph/views";
import { shownFilters } from "../canvases/graph/visible";
import type { ExportPost } from "../protocol";
import { isReal } from "../state/canvas";
import type { State } from "../state/state";
import type { Store } from "../state/store";

/** `all`, `selection`, or the name of a view. */
export type ScopeName = string;

/** What is selected, relations by their ends. */
export function selected({ canvas, graph }: State): readonly string[] {
  const { nodes, edges } = canvas.selection;
  const ends = edges.flatMap((id) => {
    const edge = graph.edges.get(id);
    return edge ? [edge.source, edge.target] : [];
  });
  return [...new Set([...nodes.filter(isReal), ...ends])];
}

/** A view as it is on this screen: its filters, the boxes that were put out of sight, and what it is about. */
export function scopeOf(name: ScopeName, state: State, store: Store): NonNullable<ExportPost["scope"]> {
  if (name === "selection") return { elements: selected(state) };
  if (!isViewId(name)) return {};
  const { nodeTypes, relationTypes, showFlows } = shownFilters(state.canvas.filters);
  const settings = memoryOf(store).settings.get().get(name);
  return {
    ...{ view: name, nodeTypes, relationTypes, showFlows },
    hidden: [...(settings?.hidden ?? [])].filter(isReal),
    ...(settings?.focus !== undefined && { focus: settings.focus }),
  };
}
