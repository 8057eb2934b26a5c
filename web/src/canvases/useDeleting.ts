/**
 * Deletes elements: at once, with a notice that takes it back. A person is asked only where parts would be left without what
 * holds them, whether they go, too, and where somebody else is writing in one.
 */

import { useCallback } from "react";
import type { Operation, Person } from "../protocol";
import { isReal } from "../state/canvas";
import { createProjectStore } from "../state/createStore";
import type { Graph } from "../state/graph";
import { writingIn } from "../state/people";
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

interface Asked {
  readonly doomed: Doomed;
  /** The parts that only they hold. */
  readonly parts: readonly string[];
  /** Who is writing in them. */
  readonly writers: readonly Person[];
}

/** What waits for an answer. */
export const askedToDelete = createProjectStore<Asked | undefined>(undefined);

/** Deletes, or asks first. */
export function useDeleting(): (doomed: Doomed) => void {
  const { store } = useWorkbench();
  const obstacle = useObstacle();
  const remove = useRemoving();
  return useCallback(
    (doomed) => {
      if (obstacle !== undefined) return;
      const { graph, people, connection } = store.get();
      const nodes = doomed.nodes ?? [];
      const parts = partsLeftAlone(graph, nodes);
      const writers = writingIn(people, [...nodes, ...parts], connection);
      if (parts.length + writers.length > 0) askedToDelete.set({ doomed, parts, writers });
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
