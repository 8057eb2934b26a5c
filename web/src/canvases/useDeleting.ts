/**
 * Deletes elements: at once, with a notice that takes it back. Only where parts would be left without what holds them a
 * person is asked whether they go, too.
 */

import { useCallback } from "react";
import type { Operation } from "../protocol";
import { isReal } from "../state/canvas";
import { createProjectStore } from "../state/createStore";
import type { Graph } from "../state/graph";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useWhatChanged } from "../ui/useWhatChanged";
import { useSend, useWorkbench } from "../ui/workbench";
import { adjacency, outgoing } from "./adjacency";
import { newOperationId, useObstacle, useSubmit } from "./useChanges";

interface Doomed {
  readonly nodes?: readonly string[];
  readonly edges?: readonly string[];
}

/** What waits for an answer: the nodes, and the parts that only they hold. */
export const askedToDelete = createProjectStore<
  { readonly doomed: Doomed; readonly parts: readonly string[] } | undefined
>(undefined);

/** Deletes, or asks first. */
export function useDeleting(): (doomed: Doomed) => void {
  const { store } = useWorkbench();
  const obstacle = useObstacle();
  const remove = useRemoving();
  return useCallback(
    (doomed) => {
      if (obstacle !== undefined) return;
      const parts = partsLeftAlone(store.get().graph, doomed.nodes ?? []);
      if (parts.length > 0) askedToDelete.set({ doomed, parts });
      else void remove(doomed);
    },
    [obstacle, store, remove],
  );
}

/** Deletes without asking, as one change set. */
export function useRemoving(): (doomed: Doomed) => Promise<void> {
  const say = useText("frame");
  const send = useSend();
  const submit = useSubmit();
  const told = useWhatChanged();
  return useCallback(
    async ({ nodes = [], edges = [] }) => {
      const operations = [
        ...nodes.filter(isReal).map((ref): Operation => ({ op: "node.delete", id: newOperationId(), ref })),
        ...edges.filter(isReal).map((ref): Operation => ({ op: "edge.delete", id: newOperationId(), ref })),
      ];
      if (operations.length === 0) return;
      const commit = (await submit(operations))?.commit;
      if (commit === undefined) return;
      const undo = (): void => void send({ type: "commit.revert", commitId: commit.commitId });
      toasts.done(told(commit), { label: say("undo"), run: undo });
    },
    [say, send, submit, told],
  );
}

/** The parts of nodes, at any depth, that no other node holds. */
export function partsLeftAlone(graph: Graph, nodes: readonly string[]): readonly string[] {
  const around = adjacency(graph);
  const gone = new Set(nodes);
  const parts: string[] = [];
  for (const holder of gone) {
    for (const { target } of outgoing(around, holder, "compose")) {
      const holders = (around.incoming.get(target) ?? []).filter(({ edgeType }) => edgeType === "compose");
      if (gone.has(target) || !holders.every(({ source }) => gone.has(source))) continue;
      gone.add(target);
      parts.push(target);
    }
  }
  return parts;
}
