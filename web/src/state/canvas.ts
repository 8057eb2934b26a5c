/** What this screen shows and what is selected: one selection for all canvases. Pure; the server is told, never asked. */

import type { CanvasState, Filters, Layout, PendingEdit, Selection, Viewport } from "../protocol";

export interface Canvas {
  readonly viewport: Viewport;
  readonly filters: Filters;
  readonly layout: Layout;
  readonly selection: Required<Selection>;
  /** Edits that were typed and not yet sent, or not yet answered. */
  readonly pending: readonly PendingEdit[];
  /** The view of the graph canvas whose positions are kept apart, such as `hierarchy`. */
  readonly view: string;
}

export const FRESH_CANVAS: Canvas = {
  viewport: { zoom: 1, centerX: 0, centerY: 0 },
  filters: { nodeTypes: [], relationTypes: [], showFlows: true },
  layout: "hierarchical",
  selection: { nodes: [], edges: [] },
  pending: [],
  view: "hierarchy",
};

/** The record that the server takes with a message. Ghosts are of this screen: the server knows no such elements. */
export function canvasState({ view, ...canvas }: Canvas): CanvasState {
  const { nodes, edges } = canvas.selection;
  return { ...canvas, selection: { nodes: nodes.filter(isReal), edges: edges.filter(isReal) } };
}

/** Whether an id on a canvas is that of an element, and not of one that is only proposed. */
export function isReal(id: string): boolean {
  return !id.startsWith(GHOST);
}

/** What ids of proposed elements begin with. */
export const GHOST = "ghost:";
