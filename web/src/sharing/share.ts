/** A share link as the server tells it: how it is listed, what it shows, and what of the diagram is to be shared. Pure. */

import { passesFilters, shownFilters } from "../canvases/graph/visible";
import type { Edge, Node } from "../protocol";
import type { Canvas } from "../state/canvas";
import type { Graph } from "../state/graph";

export interface ShareLink {
  readonly shareId: string;
  readonly kind: "view" | "node" | "thread";
  readonly about: string;
  readonly label: string;
  readonly person: { readonly name: string };
  readonly expiresAt: string;
}

export interface Issued {
  readonly link: ShareLink;
  readonly secret: string;
}

interface SharedMessage {
  readonly kind: "person" | "assistant" | "persona";
  readonly name: string;
  readonly text: string;
}

/** What somebody sees who has a link; lists that would be empty are left out. */
export interface Shared {
  readonly kind: ShareLink["kind"];
  readonly label: string;
  /** Of a view. */
  readonly project?: string;
  readonly by: string;
  readonly expiresAt: string;
  readonly nodeTypes?: readonly unknown[];
  readonly relations?: readonly unknown[];
  readonly view?: string;
  readonly revision?: number;
  readonly nodes?: readonly Node[];
  readonly edges?: readonly Edge[];
  readonly ends?: readonly { readonly nodeId: string; readonly name: string; readonly nodeType: string }[];
  readonly messages?: readonly SharedMessage[];
}

/**
 * The nodes to be named, where not all of a view are shown: what is filtered out or put out of sight is not shared.
 * `undefined` where all are: an empty list is nothing to share.
 */
export function chosenNodes(graph: Graph, canvas: Canvas, hidden: ReadonlySet<string>): readonly string[] | undefined {
  const filters = shownFilters(canvas.filters);
  const all = [...graph.nodes.values()];
  const shown = all.filter((node) => !hidden.has(node.nodeId) && passesFilters(node, filters));
  return shown.length === all.length ? undefined : shown.map(({ nodeId }) => nodeId);
}
