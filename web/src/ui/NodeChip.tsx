/** A node named in running text: its type, known id and name; a click selects it on every canvas. */

import type { ReactNode } from "react";
import { pointing } from "../canvases/lit";
import { allIds } from "../state/foreign";
import { bySemanticId } from "../state/graph";
import { KnownId } from "./KnownId";
import { TypeSign } from "./TypeSign";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

type Known = { readonly nodeId: string } | { readonly semanticId: string };

export function NodeChip(which: Known): ReactNode {
  const { store } = useWorkbench();
  const node = useStore(({ graph }) =>
    "nodeId" in which ? graph.nodes.get(which.nodeId) : bySemanticId(graph, which.semanticId),
  );
  const isSelected = useStore(({ canvas }) => node !== undefined && canvas.selection.nodes.includes(node.nodeId));
  if (!node) return "semanticId" in which ? which.semanticId : null;
  return (
    <button
      type="button"
      className="chip node-chip"
      aria-pressed={isSelected}
      title={allIds(node)}
      onClick={() => store.select([node.nodeId])}
      {...pointing(node.nodeId)}
    >
      <TypeSign nodeType={node.nodeType} />
      <KnownId node={node} />
      <bdi>{node.name}</bdi>
    </button>
  );
}
