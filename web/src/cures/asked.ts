/** Which merge, retype or relink somebody is asked about now; and the way to ask from anywhere. */

import { createProjectStore } from "../state/createStore";
import type { Store } from "../state/store";

export type AskedCure =
  | { readonly kind: "merge"; readonly nodes: readonly string[] }
  | { readonly kind: "retype"; readonly node: string }
  | { readonly kind: "relink"; readonly edge: string };

export const askedCure = createProjectStore<AskedCure | undefined>(undefined);

/** What the selection can be asked for: several nodes or one are merged, one is retyped, one relation is relinked. */
export function cureOf(kind: AskedCure["kind"], store: Store): AskedCure | undefined {
  const { graph, canvas } = store.get();
  // What is only proposed is selected as well.
  const nodes = canvas.selection.nodes.filter((id) => graph.nodes.has(id));
  const edges = canvas.selection.edges.filter((id) => graph.edges.has(id));
  const [node, edge] = [nodes[0], edges[0]];
  if (kind === "relink") return edge && nodes.length === 0 && edges.length === 1 ? { kind, edge } : undefined;
  if (node === undefined) return undefined;
  if (kind === "merge") return { kind, nodes };
  return nodes.length === 1 ? { kind, node } : undefined;
}
