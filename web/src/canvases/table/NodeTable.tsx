/**
 * The nodes of one type as a grid: one active cell, edited in place; rows are drawn only where they are seen.
 *
 * The grid itself holds the focus and names the active cell (`aria-activedescendant`), so that scrolling and commits of
 * others never take the keyboard away.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from "react";
import type { Finding, Node } from "../../protocol";
import { isReal } from "../../state/canvas";
import { isTextField } from "../../ui/keyboard";
import { useText } from "../../ui/text";
import type { Overlaid } from "../ghosts";
import { writeBlock } from "./block";
import { CellEditor, type Leave } from "./CellEditor";
import { CellText, Chips, GhostSign, Mark } from "./Cells";
import { type CellValue, type Column, cellText, isEditable } from "./columns";
import { nextSort, type RowFilter, type Sort } from "./filter";
import type { Chip } from "./rows";

export interface Active {
  readonly nodeId: string;
  readonly key: string;
}

export interface Editing extends Active {
  readonly text: string;
  readonly typed: boolean;
  readonly refused?: boolean;
}

interface NodeTableProperties {
  readonly label: string;
  readonly rows: readonly Node[];
  /** What is only proposed of them. */
  readonly overlaid: Overlaid;
  readonly columns: readonly Column[];
  readonly titles: Readonly<Record<string, string>>;
  readonly chips: (nodeId: string) => readonly Chip[];
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  /** Values that were sent and are not confirmed yet, by `nodeId key`. */
  readonly pending: ReadonlyMap<string, string>;
  readonly selected: ReadonlySet<string>;
  readonly filter: RowFilter;
  readonly sort: Sort | undefined;
  readonly showFilters: boolean;
  readonly active: Active | undefined;
  readonly editing: Editing | undefined;
  readonly mayChange: boolean;
  readonly onFilter: (filter: RowFilter) => void;
  readonly onSort: (sort: Sort | undefined) => void;
  /** `how`: alone, added to or taken from the selection, or everything from the active row to here. */
  readonly onActive: (active: Active, how: "alone" | "toggle" | "range") => void;
  readonly onEdit: (editing: Editing | undefined) => void;
  readonly onKeep: (active: Active, value: CellValue, leave: Leave) => void;
  readonly onPaste: (text: string) => void;
  readonly onDelete: () => void;
}

const ROW_HEIGHT = 34;
/** The column of marks, before all others. */
const MARK_WIDTH = 34;

export function NodeTable(properties: NodeTableProperties): ReactNode {
  const { rows, columns, active, editing } = properties;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const activeRow = rows.findIndex((row) => row.nodeId === active?.nodeId);

  useEffect(() => {
    if (activeRow >= 0) virtual.scrollToIndex(activeRow);
  }, [activeRow, virtual]);
  useEffect(() => {
    const cell = document.getElementById(cellId(id, active));
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [id, active]);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: the grid takes it back, unless it went elsewhere on purpose.
    if (wasEditing.current && editing === undefined && document.activeElement === document.body)
      scroller.current?.focus();
    wasEditing.current = editing !== undefined;
  }, [editing]);

  const template = `${MARK_WIDTH}px ${columns.map((column) => `minmax(${column.width}px, ${column.width}fr)`).join(" ")}`;
  const style = {
    gridTemplateColumns: template,
    minWidth: columns.reduce((sum, column) => sum + column.width, MARK_WIDTH),
  };
  return (
    <div
      ref={scroller}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={properties.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={active && activeRow >= 0 ? cellId(id, active) : undefined}
      onKeyDown={(event) => onKey(event, properties)}
      onPaste={(event) => onPaste(event, properties)}
      onCopy={(event) => onCopy(event, properties)}
    >
      <Head {...properties} style={style} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize(), minWidth: style.minWidth }}>
        {virtual.getVirtualItems().map((item) => {
          const node = rows[item.index];
          if (node === undefined) return null;
          return (
            <Row
              key={node.nodeId}
              {...properties}
              id={id}
              node={node}
              index={item.index}
              top={item.start}
              template={template}
              activeKey={active?.nodeId === node.nodeId ? active.key : undefined}
              isSelected={properties.selected.has(node.nodeId)}
              ownEditing={editing?.nodeId === node.nodeId ? editing : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

function Head(
  properties: NodeTableProperties & { readonly style: { gridTemplateColumns: string; minWidth: number } },
): ReactNode {
  const say = useText("tables");
  const { columns, titles, sort, onSort, filter, onFilter, showFilters, style } = properties;
  return (
    <div role="rowgroup" className="grid-head" style={{ minWidth: style.minWidth }}>
      <div role="row" aria-rowindex={1} className="grid-row" style={{ gridTemplateColumns: style.gridTemplateColumns }}>
        <div role="columnheader" aria-colindex={1}>
          <span className="visually-hidden">{say("marks")}</span>
        </div>
        {columns.map((column, index) => {
          const title = titles[column.key] ?? column.key;
          const direction = sort?.key === column.key ? (sort.descending ? "descending" : "ascending") : "none";
          return (
            <div key={column.key} role="columnheader" aria-colindex={index + 2} aria-sort={direction}>
              {column.kind === "relations" ? (
                <span>{title}</span>
              ) : (
                <button
                  type="button"
                  className="quiet"
                  title={say("sorted", { column: title })}
                  onClick={() => onSort(nextSort(sort, column.key))}
                >
                  {title} <span aria-hidden>{{ none: "", ascending: "▲", descending: "▼" }[direction]}</span>
                </button>
              )}
              {showFilters ? (
                <input
                  type="search"
                  className="cell-filter"
                  aria-label={say("filterBy", { column: title })}
                  value={filter.cells[column.key] ?? ""}
                  onChange={(event) =>
                    onFilter({ ...filter, cells: { ...filter.cells, [column.key]: event.target.value } })
                  }
                />
              ) : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface RowProperties extends NodeTableProperties {
  readonly id: string;
  readonly node: Node;
  readonly index: number;
  readonly top: number;
  readonly template: string;
  readonly activeKey: string | undefined;
  readonly isSelected: boolean;
  readonly ownEditing: Editing | undefined;
}

const Row = memo(function Row(properties: RowProperties): ReactNode {
  const say = useText("tables");
  const {
    id,
    node,
    index,
    top,
    template,
    columns,
    titles,
    activeKey,
    isSelected,
    ownEditing,
    findings,
    chips,
    pending,
  } = properties;
  const mark = properties.overlaid.marks.get(node.nodeId);
  const proposed = properties.overlaid.proposed.get(node.nodeId);
  const click = (event: MouseEvent, key: string): void => {
    const how = event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "alone";
    properties.onActive({ nodeId: node.nodeId, key }, how);
  };
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-editing={ownEditing !== undefined}
      data-mark={mark}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colindex={1} onClick={(event) => click(event, columns[0]?.key ?? "")}>
        <Mark findings={findings.get(node.nodeId) ?? []} />
        <GhostSign mark={mark} problems={properties.overlaid.problems.get(node.nodeId)} />
      </div>
      {columns.map((column, at) => {
        const cell = { nodeId: node.nodeId, key: column.key };
        const sent = pending.get(`${node.nodeId} ${column.key}`);
        return (
          <div
            key={column.key}
            id={cellId(id, cell)}
            role="gridcell"
            aria-colindex={at + 2}
            aria-readonly={!isEditable(column) || !properties.mayChange || !isReal(node.nodeId)}
            data-active={activeKey === column.key}
            data-pending={sent !== undefined}
            onClick={(event) => click(event, column.key)}
            onDoubleClick={() => startEditing(properties, node, column)}
          >
            {ownEditing?.key === column.key ? (
              <CellEditor
                column={column}
                text={ownEditing.text}
                typed={ownEditing.typed}
                refused={ownEditing.refused ?? false}
                label={say("edit", { column: titles[column.key] ?? column.key, name: node.name })}
                keep={(value, leave) => properties.onKeep(cell, value, leave)}
                drop={() => properties.onEdit(undefined)}
              />
            ) : column.kind === "relations" ? (
              <Chips chips={chips(node.nodeId)} />
            ) : (
              <CellText text={sent ?? cellText(node, column)} proposed={proposed?.[column.key]} />
            )}
          </div>
        );
      })}
    </div>
  );
});

function cellId(table: string, cell: Active | undefined): string {
  return `${table}-${cell?.nodeId ?? ""}-${cell?.key ?? ""}`;
}

function startEditing({ mayChange, onEdit }: NodeTableProperties, node: Node, column: Column, typed?: string): void {
  if (!mayChange || !isEditable(column) || !isReal(node.nodeId)) return;
  onEdit({ nodeId: node.nodeId, key: column.key, text: typed ?? cellText(node, column), typed: typed !== undefined });
}

/** Rows on a page; enough to go fast, few enough to keep the eye on the place. */
const PAGE = 15;

function onKey(event: KeyboardEvent, properties: NodeTableProperties): void {
  const { rows, columns, active, onActive, onDelete } = properties;
  if (isTextField(event.target) || (event.target as HTMLElement).closest("[role=columnheader]")) return;
  const row = rows.findIndex((node) => node.nodeId === active?.nodeId);
  const column = columns.findIndex((each) => each.key === active?.key);
  const node = rows[row];
  const at = columns[column];
  const go = (toRow: number, toColumn: number): void => {
    const [next, key] = [rows[clamp(toRow, rows.length)], columns[clamp(toColumn, columns.length)]?.key];
    if (next && key)
      onActive(
        { nodeId: next.nodeId, key },
        event.shiftKey && toRow !== row && event.key.startsWith("Arrow") ? "range" : "alone",
      );
  };
  const mod = event.ctrlKey || event.metaKey;
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(row + 1, Math.max(0, column)),
    ArrowUp: () => go(row < 0 ? 0 : row - 1, Math.max(0, column)),
    ArrowLeft: () => go(Math.max(0, row), column - 1),
    ArrowRight: () => go(Math.max(0, row), column + 1),
    PageDown: () => go(row + PAGE, Math.max(0, column)),
    PageUp: () => go(row - PAGE, Math.max(0, column)),
    Home: () => go(mod ? 0 : row, 0),
    End: () => go(mod ? rows.length - 1 : row, columns.length - 1),
  };
  const move = moves[event.key];
  if (move !== undefined) move();
  else if (node !== undefined && at !== undefined && (event.key === "F2" || event.key === "Enter"))
    startEditing(properties, node, at);
  else if (node !== undefined && mod && (event.key === "Delete" || event.key === "Backspace")) onDelete();
  else if (node !== undefined && at !== undefined && !mod && !event.altKey && isTyped(event))
    startEditing(properties, node, at, event.key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** A key that writes into an editable cell; `?` and `/` stay the page's own. */
function isTyped(event: KeyboardEvent): boolean {
  return event.key.length === 1 && event.key !== " " && event.key !== "?" && event.key !== "/";
}

function onPaste(event: ClipboardEvent, { active, onPaste: paste }: NodeTableProperties): void {
  if (isTextField(event.target) || active === undefined) return;
  event.preventDefault();
  paste(event.clipboardData.getData("text/plain"));
}

/** The selected rows as a spreadsheet reads them. */
function onCopy(event: ClipboardEvent, { rows, columns, selected, titles }: NodeTableProperties): void {
  if (isTextField(event.target) || selected.size === 0) return;
  const shown = columns.filter((column) => column.kind !== "relations");
  const cells = rows
    .filter((row) => selected.has(row.nodeId) && isReal(row.nodeId))
    .map((row) => shown.map((column) => cellText(row, column)));
  event.clipboardData.setData(
    "text/plain",
    writeBlock([shown.map((column) => titles[column.key] ?? column.key), ...cells]),
  );
  event.preventDefault();
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
