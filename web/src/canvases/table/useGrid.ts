/** What a person does in the grid of a node type: where the active cell is, what is selected, and what is written at once. */

import { useMemo } from "react";
import type { Node } from "../../protocol";
import { useStore } from "../../ui/useStore";
import { newOperationId, useObstacle } from "../useChanges";
import { useDeleting } from "../useDeleting";
import { type Arrangement, movedTo, resized, shifted } from "./arrangement";
import { readBlock, writeBlock } from "./block";
import { valueText } from "./columns";
import type { NodeTableProperties } from "./nodeGrid";
import type { PasteTarget } from "./paste";
import { type Cell, emptied, fillDown, type Range } from "./range";
import { useActiveCell } from "./useActiveCell";
import { useEdits } from "./useEdits";
import type { NodeRows } from "./useNodeRows";

interface Wanted {
  readonly content: NodeRows;
  readonly nodeType: string;
  readonly arrangement: Arrangement;
  readonly arrange: (next: Arrangement) => void;
  readonly onSelect: (nodes: readonly string[]) => void;
  /** A block that is to be looked at before it is applied. */
  readonly onBlock: (text: string) => void;
}

type Doing =
  | ("rows" | "lines" | "columns" | "titles" | "pending" | "selected" | "active" | "range" | "editing" | "mayChange")
  | ("onMove" | "onShift" | "onResize" | "onActive" | "onEdit" | "onKeep" | "onPaste" | "onFill" | "onEmpty")
  | "onDelete";

interface Grid {
  readonly grid: Pick<NodeTableProperties, Doing>;
  /** The selected nodes of this type. */
  readonly chosen: readonly Node[];
  /** Where a block goes. */
  readonly target: PasteTarget;
}

export function useGrid({ content, nodeType, arrangement, arrange, onSelect, onBlock }: Wanted): Grid {
  const { all, shown, lines, columns, arranged, titles } = content;
  const { active, range, editing, activate, edit, keep, takesPaste } = useActiveCell(content, onSelect);
  const { writeAll } = useEdits();
  const remove = useDeleting();
  const mayChange = useObstacle() === undefined;
  const selection = useStore((state) => state.canvas.selection.nodes);
  const selected = useMemo(() => new Set(selection), [selection]);
  const chosen = useMemo(() => all.filter((node) => selected.has(node.nodeId)), [all, selected]);
  const pending = usePending();
  return {
    grid: {
      ...{ lines, columns, titles, pending, selected, active, range, editing, mayChange },
      rows: shown,
      onMove: (key, onto) => arrange(movedTo(arrangement, arranged.all, key, onto)),
      onShift: (key, step) => arrange(shifted(arrangement, arranged, key, step)),
      onResize: (key, width) => arrange(resized(arrangement, key, width)),
      onActive: activate,
      onEdit: edit,
      onKeep: (cell, value, leave) => void keep(cell, value, leave),
      onPaste: (text) => takesPaste(text) || onBlock(overRange(text, range)),
      onFill: () => range && void writeAll(fillDown(content, range, newOperationId)),
      onEmpty: () => range && void writeAll(emptied(range, newOperationId)),
      onDelete: () => remove({ nodes: chosen.map((node) => node.nodeId) }),
    },
    chosen,
    target: targetAt(content, nodeType, cornerOf(range) ?? active),
  };
}

/** The first cell of a range. */
function cornerOf(range: Range | undefined): Cell | undefined {
  const [node, column] = [range?.rows[0], range?.columns[0]];
  return node && column && { nodeId: node.nodeId, key: column.key };
}

/** One value is meant for every cell of the range it is pasted into. */
function overRange(text: string, range: Range | undefined): string {
  const block = readBlock(text);
  if (range === undefined || block.length !== 1 || block[0]?.length !== 1) return text;
  return writeBlock(range.rows.map(() => range.columns.map(() => block[0]?.[0] ?? "")));
}

/** Values that were sent and are not confirmed yet, by cell. */
function usePending(): ReadonlyMap<string, string> {
  const edits = useStore((state) => state.canvas.pending);
  return useMemo(
    () => new Map(edits.map((each) => [`${each.nodeId} ${each.field}`, valueText(each.value)] as const)),
    [edits],
  );
}

/** Where a block is pasted: from the active cell on; without one behind the last row, names first. */
function targetAt({ columns, rows, titles }: NodeRows, nodeType: string, cell: Cell | undefined): PasteTarget {
  const row = rows.findIndex((each) => each.nodeId === cell?.nodeId);
  const column = columns.findIndex((each) => (row < 0 ? each.kind === "name" : each.key === cell?.key));
  return { nodeType, columns, rows, titles, row: row < 0 ? rows.length : row, column: Math.max(0, column) };
}
