/** What keys and the clipboard do in the grid of a node type. */

import type { ClipboardEvent, KeyboardEvent } from "react";
import type { Node } from "../../protocol";
import { isReal } from "../../state/canvas";
import { isTextField } from "../../ui/keyboard";
import { writeBlock } from "./block";
import { type Column, cellText, isEditable } from "./columns";
import { saying } from "./filter";
import type { NodeTableProperties } from "./nodeGrid";
import { textsOf } from "./range";

/** Rows on a page; enough to go fast, few enough to keep the eye on the place. */
const PAGE = 15;

export function startEditing(
  { mayChange, onEdit }: NodeTableProperties,
  node: Node,
  column: Column,
  typed?: string,
): void {
  if (!mayChange || !isEditable(column) || !isReal(node.nodeId)) return;
  onEdit({ nodeId: node.nodeId, key: column.key, text: typed ?? cellText(node, column), typed: typed !== undefined });
}

export function onGridKey(event: KeyboardEvent, properties: NodeTableProperties): void {
  const { rows, columns, active, onActive, onDelete, onFill, onEmpty } = properties;
  const target = event.target as HTMLElement;
  if (isTextField(target) || target.closest("[role=columnheader], .group-fold")) return;
  const row = rows.findIndex((node) => node.nodeId === active?.nodeId);
  const column = columns.findIndex((each) => each.key === active?.key);
  const node = rows[row];
  const at = columns[column];
  const go = (toRow: number, toColumn: number): void => {
    const [next, key] = [rows[clamp(toRow, rows.length)], columns[clamp(toColumn, columns.length)]?.key];
    if (next && key) onActive({ nodeId: next.nodeId, key }, event.shiftKey ? "range" : "alone");
  };
  const mod = event.ctrlKey || event.metaKey;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(mod ? rows.length - 1 : row + 1, Math.max(0, column)),
    ArrowUp: () => go(mod || row < 0 ? 0 : row - 1, Math.max(0, column)),
    ArrowLeft: () => go(Math.max(0, row), column - 1),
    ArrowRight: () => go(Math.max(0, row), column + 1),
    PageDown: () => go(row + PAGE, Math.max(0, column)),
    PageUp: () => go(row - PAGE, Math.max(0, column)),
    Home: () => go(mod ? 0 : row, 0),
    End: () => go(mod ? rows.length - 1 : row, columns.length - 1),
  };
  const move = event.altKey ? undefined : moves[event.key];
  if (move !== undefined) move();
  else if (node === undefined || at === undefined) return;
  else if (event.key === "F2" || event.key === "Enter") startEditing(properties, node, at);
  else if (mod && (event.key === "Delete" || event.key === "Backspace")) onDelete();
  else if (event.key === "Delete") onEmpty();
  else if (mod && event.key.toUpperCase() === "D") onFill();
  else if (mod && event.key.toUpperCase() === "A") selectAll(properties);
  else if (!mod && !event.altKey && isTyped(event)) startEditing(properties, node, at, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function selectAll({ rows, columns, onActive }: NodeTableProperties): void {
  const [first, last] = [rows[0], rows.at(-1)];
  const [from, to] = [columns[0], columns.at(-1)];
  if (!first || !last || !from || !to) return;
  onActive({ nodeId: last.nodeId, key: to.key }, "range", { nodeId: first.nodeId, key: from.key });
}

/** A key that writes into an editable cell; `?` and `/` stay the page's own. */
function isTyped(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.key !== " " && event.key !== "?" && event.key !== "/";
}

export function onGridPaste(event: ClipboardEvent, { active, onPaste }: NodeTableProperties): void {
  if (isTextField(event.target) || active === undefined) return;
  event.preventDefault();
  onPaste(event.clipboardData.getData("text/plain"));
}

/** Cells as a spreadsheet reads them; whole rows with their titles, also those that do not lie together. */
export function onGridCopy(event: ClipboardEvent, properties: NodeTableProperties): void {
  const { rows, columns, selected, range, titles } = properties;
  if (isTextField(event.target) || selected.size === 0) return;
  const areCells = range && range.rows.length >= selected.size && range.columns.length < columns.length;
  const says = saying(properties.chips);
  const text = areCells ? writeBlock(textsOf(range, says)) : wholeRows();
  event.clipboardData.setData("text/plain", text);
  event.preventDefault();

  function wholeRows(): string {
    const shown = columns.filter((column) => column.kind !== "relations");
    const chosen = rows.filter((row) => selected.has(row.nodeId) && isReal(row.nodeId));
    return writeBlock([
      shown.map((column) => titles[column.key] ?? column.key),
      ...textsOf({ rows: chosen, columns: shown }, says),
    ]);
  }
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
