/** Writes cells. What is sent and not confirmed yet is kept as a pending edit of this screen. */

import { useCallback } from "react";
import type { Operation, PendingEdit } from "../../protocol";
import { conflictsOf, isUndecided } from "../../state/conflicts";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useOutcome, useSubmit } from "../useChanges";
import { useUndoable } from "../useUndoable";
import { type CellValue, type Column, updateOf } from "./columns";

interface Edits {
  /** False when the server refused it. What somebody else set after the revision `base` waits in a bar to be decided. */
  readonly write: (nodeId: string, column: Column, value: CellValue, base: number) => Promise<boolean>;
  /** Writes many cells as one change set, which one undo takes back; nothing, where all are so already. */
  readonly writeAll: (operations: readonly Operation[]) => Promise<void>;
}

export function useEdits(): Edits {
  const { store, project } = useWorkbench();
  const say = useText("tables");
  const sayHere = useText("element");
  const outcome = useOutcome();
  const submit = useSubmit();
  const undoable = useUndoable();
  const obstacle = useObstacle();
  const write = useCallback(
    async (nodeId: string, column: Column, value: CellValue, base: number): Promise<boolean> => {
      if (isUndecided(conflictsOf(project), nodeId, column.key)) {
        toasts.done(sayHere("decideFirst"));
        return false;
      }
      const node = store.get().graph.nodes.get(nodeId);
      const operation = node && updateOf(node, new Map([[column, value]]), newOperationId());
      if (operation === undefined) return true;
      const others = (): readonly PendingEdit[] =>
        store.get().canvas.pending.filter((each) => each.nodeId !== nodeId || each.field !== column.key);
      store.setCanvas({ pending: [...others(), { nodeId, field: column.key, value }] });
      const done = await outcome([operation], { baseRevision: base });
      store.setCanvas({ pending: others() });
      return done !== undefined;
    },
    [store, project, sayHere, outcome],
  );
  const writeAll = useCallback(
    async (operations: readonly Operation[]): Promise<void> => {
      if (obstacle !== undefined || operations.length === 0) return;
      undoable(await submit(operations), say("changedRows", { count: operations.length }));
    },
    [obstacle, submit, say, undoable],
  );
  return { write, writeAll };
}
