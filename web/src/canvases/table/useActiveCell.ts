/** The one active cell of a grid and the range that ends at it: where they are, what they select, what is typed or pasted there. */

import { useEffect, useMemo, useState } from "react";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { useObstacle } from "../useChanges";
import { readBlock } from "./block";
import type { Leave } from "./CellEditor";
import { type CellValue, type Column, isEditable, valueText } from "./columns";
import type { Editing } from "./nodeGrid";
import { type Cell, type Range, rangeOf } from "./range";
import { useEdits } from "./useEdits";
import type { NodeRows } from "./useNodeRows";

interface ActiveCell {
  readonly active: Cell | undefined;
  readonly range: Range | undefined;
  readonly editing: Editing | undefined;
  readonly activate: (next: Cell, how: "alone" | "toggle" | "range") => void;
  readonly edit: (next: Editing | undefined) => void;
  readonly keep: (cell: Cell, value: CellValue, leave: Leave) => Promise<void>;
  /** Takes a text into the active cell; false: it is more than one value, or there is no cell for it. */
  readonly takesPaste: (text: string) => boolean;
}

export function useActiveCell(
  { all, ghosts, rows, shown, columns }: NodeRows,
  onSelect: (nodes: readonly string[]) => void,
): ActiveCell {
  const { store } = useWorkbench();
  const obstacle = useObstacle();
  const { write } = useEdits();
  const selected = useStore((state) => state.canvas.selection.nodes);
  const [active, setActive] = useState<Cell>();
  const [anchor, setAnchor] = useState<Cell>();
  const [editing, setEditing] = useState<Editing & { readonly base: number }>();
  const range = useMemo(() => rangeOf({ rows, columns }, anchor ?? active, active), [rows, columns, anchor, active]);
  const revision = (): number => store.get().graph.revision;
  /** From here on a change of the same cell by somebody else is a conflict. */
  const edit = (next: Editing | undefined): void => setEditing(next && { ...next, base: revision() });

  // The active cell follows a selection that was made elsewhere.
  const first = selected.find((id) => [...all, ...ghosts].some((node) => node.nodeId === id));
  const isSelected = active !== undefined && selected.includes(active.nodeId);
  useEffect(() => {
    if (first === undefined || isSelected) return;
    setActive((known) => ({ nodeId: first, key: known?.key ?? "name" }));
    setAnchor(undefined);
  }, [first, isSelected]);

  const activate = (next: Cell, how: "alone" | "toggle" | "range", from?: Cell): void => {
    if (how === "alone" && editing !== undefined && (editing.nodeId !== next.nodeId || editing.key !== next.key))
      setEditing(undefined);
    setActive(next);
    if (from !== undefined) setAnchor(from);
    if (how === "range") onSelect(span(ids(shown), (from ?? anchor ?? active ?? next).nodeId, next.nodeId));
    else {
      setAnchor(next);
      onSelect(how === "alone" ? [next.nodeId] : toggled(selected, next.nodeId));
    }
  };

  const move = (cell: Cell, leave: Leave): void => {
    if (leave === "stay") return;
    if (leave === "down") {
      const below = rows[ids(rows).indexOf(cell.nodeId) + 1];
      if (below) activate({ nodeId: below.nodeId, key: cell.key }, "alone");
      return;
    }
    const at = columns.findIndex((column) => column.key === cell.key);
    const next = neighbour(columns, at, leave === "next" ? 1 : -1);
    if (next) activate({ nodeId: cell.nodeId, key: next.key }, "alone");
  };

  const keep = async (cell: Cell, value: CellValue, leave: Leave): Promise<void> => {
    const column = columns.find((each) => each.key === cell.key);
    const base = editing?.base ?? revision();
    setEditing(undefined);
    move(cell, leave);
    // Refused: what was typed is not lost, the cell is open again with it.
    if (column && !(await write(cell.nodeId, column, value, base)))
      edit({ ...cell, text: valueText(value), typed: true, refused: true });
  };

  const takesPaste = (text: string): boolean => {
    const block = readBlock(text);
    const column = columns.find((each) => each.key === active?.key);
    const isOneValue = block.length === 1 && block[0]?.length === 1 && (range?.rows.length ?? 1) === 1;
    if (!isOneValue || !active || !column || !isEditable(column) || obstacle !== undefined) return block.length === 0;
    edit({ ...active, text: block[0]?.[0] ?? "", typed: true });
    return true;
  };

  return { active, range, editing, activate, edit, keep, takesPaste };
}

function ids(rows: readonly { readonly nodeId: string }[]): readonly string[] {
  return rows.map((row) => row.nodeId);
}

function toggled(selected: readonly string[], nodeId: string): readonly string[] {
  return selected.includes(nodeId) ? selected.filter((id) => id !== nodeId) : [...selected, nodeId];
}

/** Everything from one to the other, whichever stands first. */
function span(order: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b);
  return order.slice(from, (to ?? 0) + 1);
}

/** The next cell that can be written, in one direction. */
function neighbour(columns: readonly Column[], at: number, step: 1 | -1): Column | undefined {
  for (let index = at + step; index >= 0 && index < columns.length; index += step) {
    const column = columns[index];
    if (column && isEditable(column)) return column;
  }
  return undefined;
}
