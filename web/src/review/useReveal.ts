/** Shows the element of a change on every canvas: the real one where there is one, its ghost where there is none yet. */

import { useCallback } from "react";
import { ghostOf } from "../canvases/ghosts";
import type { Proposal } from "../protocol";
import { preferences } from "../ui/preferences";
import { useWorkbench } from "../ui/workbench";

export function useReveal(): (proposal: Proposal, operationId: string) => void {
  const { store } = useWorkbench();
  return useCallback(
    (proposal, operationId) => {
      const operation = proposal.operations.find((each) => each.id === operationId);
      if (!operation) return;
      const { nodes, edges } = store.get().graph;
      const made = store
        .get()
        .commits.find((commit) => commit.proposalId === proposal.proposalId)
        ?.changes?.find((change) => change.operationId === operationId)?.after;
      const element = made ?? operation.before;
      if (element && "nodeId" in element && nodes.has(element.nodeId)) return store.select([element.nodeId]);
      if (element && "edgeId" in element && edges.has(element.edgeId)) return store.select([], [element.edgeId]);
      if (proposal.state !== "open") return;
      if (!preferences.get().ghosts) preferences.set({ ghosts: true });
      const ghost = ghostOf(proposal.proposalId, operation);
      if (operation.op === "node.create") store.select([ghost]);
      else store.select([], [ghost]);
    },
    [store],
  );
}
