/** A rectangle of cells, and what is written into it: filled down, emptied, copied. Pure. */

import type { Node, Operation } from "../../protocol";
import { type CellValue, type Column, cellText, isEditable, read, updateOf } from "./columns";

export interface Cell {
  readonly nodeId: string;
  readonly key: string;
}

/** What a range lies over: the rows and columns as they are shown. */
export interface Grid {
  readonly rows: readonly Node[];
  readonly columns: readonly Column[];
}

export interface Range {
  readonly rows: readonly Node[];
  readonly columns: readonly Column[];
}

/** The rectangle between two cells; undefined while one of them is not shown. */
export function rangeOf({ rows, columns }: Grid, one: Cell | undefined, other: Cell | undefined): Range | undefined {
  const rowOf = (cell: Cell | undefined): number => rows.findIndex((node) => node.nodeId === cell?.nodeId);
  const columnOf = (cell: Cell | undefined): number => columns.findIndex((column) => column.key === cell?.key);
  const within = between(rows, rowOf(one), rowOf(other));
  const across = between(columns, columnOf(one), columnOf(other));
  return within.length === 0 || across.length === 0 ? undefined : { rows: within, columns: across };
}

/** The texts of a rectangle, row by row. */
export function textsOf({ rows, columns }: Range, says = cellText): readonly (readonly string[])[] {
  return rows.map((node) => columns.map((column) => says(node, column)));
}

/** Writes the first row of a range into the others; a range of one row takes what stands above it. */
export function fillDown(grid: Grid, { rows, columns }: Range, newId: () => string): readonly Operation[] {
  const first = rows[0];
  const above = first && grid.rows[grid.rows.indexOf(first) - 1];
  const [from, into] = rows.length > 1 ? [first, rows.slice(1)] : [above, rows];
  if (from === undefined) return [];
  const values = new Map(
    columns.filter(isEditable).flatMap((column): readonly (readonly [Column, CellValue])[] => {
      const value = column.kind === "attribute" ? from.attributes?.[column.key] : undefined;
      if (value === null || ["string", "number", "boolean"].includes(typeof value))
        return [[column, value as CellValue]];
      const typed = read(column, cellText(from, column));
      return "code" in typed ? [] : [[column, typed.value]];
    }),
  );
  return written(into, values, newId);
}

/** Empties every cell of a range that may be empty. */
export function emptied({ rows, columns }: Range, newId: () => string): readonly Operation[] {
  const values = new Map<Column, CellValue>();
  for (const column of columns) {
    if (column.kind === "attribute") values.set(column, null);
    else if (column.kind === "descr") values.set(column, "");
  }
  return written(rows, values, newId);
}

/** The updates that write the same values into rows; a row that has them already needs none. */
export function written(
  rows: readonly Node[],
  values: ReadonlyMap<Column, CellValue>,
  newId: () => string,
): readonly Operation[] {
  return rows.flatMap((node) => updateOf(node, values, newId()) ?? []);
}

function between<T>(all: readonly T[], one: number, other: number): readonly T[] {
  return one < 0 || other < 0 ? [] : all.slice(Math.min(one, other), Math.max(one, other) + 1);
}
