/**
 * The cells of a matrix: drawn only where they are seen, in both directions. Titles stay at the top and at the left.
 *
 * The grid itself holds the focus and names the active cell, as the tables do.
 */

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import type { Node } from "../../protocol";
import { nameWithId } from "../../state/foreign";
import { KnownId } from "../../ui/KnownId";
import { TypeSign } from "../../ui/TypeSign";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { useOverscan } from "../usePrinting";
import { directions, edgesAt, isSuspect, type Matrix } from "./matrix";

/** Indices into the rows and columns that are shown; -1: none of them. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

interface Properties {
  readonly label: string;
  readonly matrix: Matrix;
  readonly rows: readonly Node[];
  readonly columns: readonly Node[];
  readonly at: Place;
  readonly onPlace: (place: Place) => void;
  /** A click, Space or Enter. */
  readonly onToggle: (row: Node, column: Node) => void;
  readonly onConfirm: (row: Node, column: Node) => void;
}

/** Pixels; `matrix.css` says the same of the titles. */
const [ROW, COLUMN, HEAD, SIDE] = [30, 32, 168, 240];
const PAGE = 15;

export function MatrixGrid(properties: Properties): ReactNode {
  const { label, matrix, rows, columns, at } = properties;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const overscan = useOverscan(6);
  const vertical = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan,
    scrollPaddingStart: HEAD,
  });
  const side = Math.min(SIDE, (scroller.current?.clientWidth ?? SIDE * 3) * 0.45);
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => COLUMN,
    overscan,
    scrollPaddingStart: side,
  });
  useInSight(vertical, at.row);
  useInSight(horizontal, at.column);
  const shown = horizontal.getVirtualItems();
  const width = { width: horizontal.getTotalSize() };
  return (
    <div
      ref={scroller}
      className="matrix-grid"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={at.row < 0 ? undefined : `${id}-${at.row}-${at.column}`}
      onKeyDown={(event) => onKey(event, properties)}
    >
      <Titles {...properties} shown={shown} width={width} />
      <div role="rowgroup" className="matrix-body" style={{ height: vertical.getTotalSize() }}>
        {vertical.getVirtualItems().map(({ index, start }) => {
          const node = rows[index];
          return node === undefined ? null : (
            <div
              key={node.nodeId}
              role="row"
              aria-rowindex={index + 2}
              className="matrix-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <div
                role="rowheader"
                aria-colindex={1}
                className="matrix-name"
                data-active={index === at.row}
                title={nameWithId(node)}
              >
                <TypeSign nodeType={node.nodeType} />
                <KnownId node={node} />
                <bdi>{node.name}</bdi>
                <Count count={matrix.rowCounts.get(node.nodeId)} />
              </div>
              <div className="matrix-cells" role="presentation" style={width}>
                {shown.map((each) => (
                  <Cell
                    key={each.index}
                    {...properties}
                    id={`${id}-${index}-${each.index}`}
                    row={index}
                    column={each.index}
                    left={each.start}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls to where somebody has gone. By its number: whoever looks elsewhere is not scrolled back by a commit. */
function useInSight(virtual: Pick<Virtualizer<HTMLDivElement, Element>, "scrollToIndex">, index: number): void {
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
  }, [virtual, index]);
}

interface TitlesProperties extends Properties {
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  readonly width: { readonly width: number };
}

/** The titles of the columns, upright so that they are narrow, with how many links each has. */
function Titles({ matrix, columns, at, shown, width }: TitlesProperties): ReactNode {
  const say = useText("matrix");
  return (
    <div role="rowgroup" className="matrix-head">
      <div role="row" aria-rowindex={1} className="matrix-titles">
        <div role="columnheader" aria-colindex={1} className="matrix-corner">
          <span className="visually-hidden">{say("rows")}</span>
        </div>
        <div className="matrix-cells" role="presentation" style={width}>
          {shown.map(({ index, start }) => {
            const node = columns[index];
            return node === undefined ? null : (
              <div
                key={node.nodeId}
                role="columnheader"
                aria-colindex={index + 2}
                className="matrix-title"
                data-active={index === at.column}
                style={{ left: start }}
                title={nameWithId(node)}
              >
                <Count count={matrix.columnCounts.get(node.nodeId)} />
                <KnownId node={node} />
                <bdi>{node.name}</bdi>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface CellProperties extends Properties {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly left: number;
}

/** Nothing, a link, a suspect link, or a place where the relation is not allowed; told by a sign, not by colour alone. */
function Cell(properties: CellProperties): ReactNode {
  const { id, matrix, rows, columns, row, column, left, at, onPlace, onToggle } = properties;
  const say = useText("matrix");
  const { ontology } = useWorkbench();
  const direction = useMemo(() => directions(ontology, matrix.choice.relation), [ontology, matrix.choice.relation]);
  const [from, to] = [rows[row], columns[column]];
  if (from === undefined || to === undefined) return null;
  const edges = edgesAt(matrix, from, to);
  const state =
    edges.length > 0
      ? isSuspect(matrix, edges)
        ? "suspect"
        : "linked"
      : direction(from, to) === undefined
        ? "illegal"
        : "empty";
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-disabled={state === "illegal"}
      className="matrix-cell"
      data-state={state}
      data-active={at.row === row && at.column === column}
      data-crossed={at.row === row || at.column === column}
      style={{ left }}
      title={`${nameWithId(from)} × ${nameWithId(to)}: ${say(`state.${state}`)}`}
      onClick={() => {
        onPlace({ row, column });
        // A suspect link is looked at first: the next click takes it away.
        if (state !== "suspect" || (at.row === row && at.column === column)) onToggle(from, to);
      }}
    >
      <span aria-hidden>{SIGNS[state]}</span>
      <span className="visually-hidden">
        {from.name} × {to.name}: {say(`state.${state}`)}
      </span>
    </div>
  );
}

const SIGNS = { linked: "✓", suspect: "?", illegal: "", empty: "" } as const;

function Count({ count = 0 }: { readonly count: number | undefined }): ReactNode {
  return (
    <span className="matrix-count" data-none={count === 0}>
      {count}
    </span>
  );
}

function onKey(event: KeyboardEvent, { rows, columns, at, onPlace, onToggle, onConfirm }: Properties): void {
  const mod = event.ctrlKey || event.metaKey;
  const go = (row: number, column: number): void =>
    onPlace({ row: clamp(row, rows.length), column: clamp(column, columns.length) });
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(at.row + 1, at.column),
    ArrowUp: () => go(at.row - 1, at.column),
    ArrowLeft: () => go(at.row, at.column - 1),
    ArrowRight: () => go(at.row, at.column + 1),
    PageDown: () => go(at.row + PAGE, at.column),
    PageUp: () => go(at.row - PAGE, at.column),
    Home: () => go(mod ? 0 : at.row, 0),
    End: () => go(mod ? rows.length : at.row, columns.length),
  };
  const [row, column] = [rows[at.row], columns[at.column]];
  const move = event.altKey ? undefined : moves[event.key];
  if (move !== undefined) move();
  else if (row === undefined || column === undefined || mod || event.altKey) return;
  else if (![" ", "Enter", "c"].includes(event.key)) return;
  // A key that is held does not link and unlink for as long.
  else if (event.repeat) event.preventDefault();
  else (event.key === "c" ? onConfirm : onToggle)(row, column);
  event.preventDefault();
  event.stopPropagation();
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
