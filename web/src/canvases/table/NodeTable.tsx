/**
 * The nodes of one type as a grid: one active cell, edited in place; rows are drawn only where they are seen.
 *
 * The grid itself holds the focus and names the active cell (`aria-activedescendant`), so that scrolling and commits of
 * others never take the keyboard away.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { usePreferences } from "../../ui/usePreferences";
import { useIsPrinting, useOverscan } from "../usePrinting";
import type { Column } from "./columns";
import { onGridCopy, onGridKey, onGridPaste } from "./gridKeys";
import { Head } from "./Head";
import type { NodeTableProperties } from "./nodeGrid";
import { cellId, GroupRow, Row } from "./Row";
import { bringIntoSight } from "./sight";

const ROW_HEIGHT = 34;
/** The column of marks, before all others. */
const MARK_WIDTH = 34;

export function NodeTable(properties: NodeTableProperties): ReactNode {
  const { rows, lines, columns, active, range, editing } = properties;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { wrapped, virtual, bring } = useLines(scroller, lines.length);
  const activeLine = lines.findIndex((line) => line.kind === "row" && line.node.nodeId === active?.nodeId);

  useFollowing(scroller, { line: activeLine, column: active?.key, isEditing: editing !== undefined, bring });
  const isPrinting = useIsPrinting();
  const style = {
    gridTemplateColumns: [`${MARK_WIDTH}px`, ...columns.map(isPrinting ? share : track)].join(" "),
    minWidth: isPrinting ? 0 : columns.reduce((sum, column) => sum + column.width, MARK_WIDTH),
  };
  const inRange = new Set(range?.rows);
  return (
    <div
      ref={scroller}
      className="grid node-grid"
      data-wrapped={wrapped}
      style={{ scrollPaddingInlineStart: columns[0] && `calc(${MARK_WIDTH}px + ${track(columns[0], 0)})` }}
      role="grid"
      tabIndex={0}
      aria-label={properties.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={active && activeLine >= 0 ? cellId(id, active) : undefined}
      onKeyDown={(event) => onGridKey(event, properties)}
      onPaste={(event) => onGridPaste(event, properties)}
      onCopy={(event) => onGridCopy(event, properties)}
    >
      <Head {...properties} style={style} />
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize(), minWidth: style.minWidth }}>
        {virtual.getVirtualItems().map(({ index, start: top }) => {
          const line = lines[index];
          if (line === undefined) return null;
          if (line.kind === "group")
            return (
              <GroupRow
                key={`group ${line.title}`}
                {...{ line, index, top }}
                columns={columns.length}
                onFold={properties.onFold}
              />
            );
          const { node } = line;
          return (
            <Row
              key={node.nodeId}
              {...properties}
              {...{ id, node, index, top }}
              measure={wrapped ? virtual.measureElement : undefined}
              template={style.gridTemplateColumns}
              activeKey={active?.nodeId === node.nodeId ? active.key : undefined}
              isSelected={properties.selected.has(node.nodeId)}
              isInRange={inRange.has(node)}
              ownEditing={editing?.nodeId === node.nodeId ? editing : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The lines that are drawn: each one text high, or as high as its texts need. */
function useLines(scroller: RefObject<HTMLElement | null>, count: number) {
  const { wrapped } = usePreferences();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: useOverscan(12),
  });
  // Heights that were measured do not hold for the other way of showing texts.
  useEffect(() => {
    if (!wrapped) virtual.measure();
  }, [wrapped, virtual]);
  const bring = (line: number): void => {
    if (wrapped) virtual.scrollToIndex(line);
    else if (scroller.current !== null) bringIntoSight(scroller.current, line, ROW_HEIGHT);
  };
  return { wrapped, virtual, bring };
}

interface Followed {
  /** Of the active cell, with the lines above groups counted; -1: it is not shown. */
  readonly line: number;
  readonly column: string | undefined;
  readonly isEditing: boolean;
  /** Brings a line into sight. */
  readonly bring: (line: number) => void;
}

/** Keeps the active cell in view, and the focus in the grid after a cell was edited. */
function useFollowing(scroller: RefObject<HTMLElement | null>, { line, column, isEditing, bring }: Followed): void {
  const newest = useRef(bring);
  useEffect(() => {
    newest.current = bring;
  }, [bring]);
  useEffect(() => {
    if (line >= 0) newest.current(line);
  }, [line]);
  useEffect(() => {
    // Its title is there before the row is drawn.
    const titles = [...(scroller.current?.querySelectorAll<HTMLElement>("[role=columnheader]") ?? [])];
    const title = titles.find(({ dataset }) => dataset.column === column);
    title?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [column, scroller]);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone: the grid takes it back, unless it went elsewhere on purpose.
    if (wasEditing.current && !isEditing && document.activeElement === document.body) scroller.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, scroller]);
}

/** As wide as somebody has set it; else at least so wide, and wider where there is room. The pinned one leaves room for others. */
function track(column: Column, index: number): string {
  if (index === 0) return column.isSized ? `${column.width}px` : `min(${column.width}px, 42cqi)`;
  return column.isSized ? `${column.width}px` : `minmax(${column.width}px, ${column.width}fr)`;
}

/** Paper cannot be scrolled: every column has its share of the width. */
function share({ width }: Column): string {
  return `minmax(0, ${width}fr)`;
}
