/** Links, unlinks and confirms through the door that all changes go through. */

import type { Edge, Node } from "../../protocol";
import { confirming } from "../../state/suspects";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useSubmit } from "../useChanges";
import { useUndoable } from "../useUndoable";
import { type Matrix, toggling } from "./matrix";

interface Links {
  readonly toggle: (row: Node, column: Node) => Promise<void>;
  /** Those of them that are suspect, in one change set. */
  readonly confirm: (edges: readonly Edge[]) => Promise<void>;
  /** Why nothing can be changed. */
  readonly reason: string | undefined;
}

export function useLinks(matrix: Matrix): Links {
  const say = useText("matrix");
  const sayTables = useText("tables");
  const submit = useSubmit();
  const undoable = useUndoable();
  const { ontology, store } = useWorkbench();
  const obstacle = useObstacle();
  const toggle = async (row: Node, column: Node): Promise<void> => {
    const operations = toggling(matrix, ontology, row, column, newOperationId);
    if (operations.length === 0 || obstacle !== undefined) return;
    const done = await submit(operations);
    const what = operations[0]?.op === "edge.delete" ? "unlinked" : "linked";
    undoable(done, say(what, { row: row.name, column: column.name }));
  };
  const confirm = async (edges: readonly Edge[]): Promise<void> => {
    const suspect = edges.filter((edge) => matrix.suspects.has(edge.edgeId));
    if (suspect.length === 0 || obstacle !== undefined) return;
    const done = await submit(confirming(suspect, store.get().graph.revision, newOperationId));
    undoable(done, say("confirmed", { count: suspect.length }));
  };
  return { toggle, confirm, reason: obstacle && sayTables(obstacle) };
}
