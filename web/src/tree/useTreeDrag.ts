/** Dragging a row to another parent: what may take it is lit while it is on its way. */

import { useCallback, useMemo, useState } from "react";
import { adjacency, incoming } from "../canvases/adjacency";
import { newOperationId, useObstacle, useSubmit } from "../canvases/useChanges";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useSend, useWorkbench } from "../ui/workbench";
import { mayHold, transferring } from "./moving";
import type { TreeRow } from "./rows";

export interface TreeDrag {
  readonly mayDrag: boolean;
  readonly dragged: TreeRow | undefined;
  readonly start: (row: TreeRow) => void;
  readonly end: () => void;
  /** Whether what is dragged may be dropped on this row. */
  readonly isLegal: (row: TreeRow) => boolean;
  readonly drop: (onto: TreeRow) => void;
}

export function useTreeDrag(): TreeDrag {
  const { store, ontology } = useWorkbench();
  const mayDrag = useObstacle() === undefined;
  const transfer = useTransfer();
  const [dragged, setDragged] = useState<TreeRow>();
  const isLegal = useCallback(
    (row: TreeRow): boolean => {
      if (dragged?.node === undefined) return false;
      const { graph } = store.get();
      if (row.node === undefined) return incoming(adjacency(graph), dragged.node.nodeId, "compose").length > 0;
      return mayHold(graph, ontology, row.node, dragged.node);
    },
    [dragged, store, ontology],
  );
  return useMemo(
    () => ({
      ...{ mayDrag, dragged, isLegal },
      start: setDragged,
      end: () => setDragged(undefined),
      drop: (onto) => {
        setDragged(undefined);
        if (dragged !== undefined && isLegal(onto)) void transfer(dragged, onto.node?.nodeId);
      },
    }),
    [mayDrag, dragged, isLegal, transfer],
  );
}

/** Takes a row out of what holds it there and into another node; the notice takes it back. */
export function useTransfer(): (row: TreeRow, into: string | undefined) => Promise<void> {
  const say = useText("tree");
  const sayFrame = useText("frame");
  const { store } = useWorkbench();
  const submit = useSubmit();
  const send = useSend();
  return useCallback(
    async ({ node, parent }, into) => {
      if (node === undefined) return;
      const { graph } = store.get();
      const from = parent?.split(" ").at(-1);
      const commit = (await submit(transferring(graph, node, from, into, newOperationId)))?.commit;
      if (commit === undefined) return;
      const text = into
        ? say("moved", { name: node.name, holder: graph.nodes.get(into)?.name ?? "" })
        : say("movedOut", { name: node.name });
      const undo = (): void => void send({ type: "commit.revert", commitId: commit.commitId });
      toasts.done(text, { label: sayFrame("undo"), run: undo });
    },
    [say, sayFrame, store, submit, send],
  );
}
