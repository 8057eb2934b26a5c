/**
 * A block pasted from a spreadsheet: laid over the table, turned into one change set. Pure.
 *
 * With a title row the columns are found by their titles, and the rows by their id, ours or the one that people know them
 * by, or where there is none by a name that one row alone has; without one the block is laid over the table from the cell
 * it was pasted into, and beyond the last row names are looked for, too. What no row has becomes new nodes, known by the id
 * that stands beside them. Nothing is sent from here.
 */

import { LIMITS, type Node, type Operation, type Problem } from "../../protocol";
import { isReadByMachines, knownId, mayBeGiven } from "../../state/foreign";
import {
  attributeColumn,
  type CellValue,
  type Column,
  cellText,
  createOf,
  isEditable,
  KNOWN,
  read,
  type Typed,
  updateOf,
} from "./columns";

/** Errors of a cell, as words of the table. */
type CellProblem = Extract<Typed, { code: string }> & { readonly column: string; readonly text: string };

export interface PastedRow {
  /** Line of the block, from 1. */
  readonly line: number;
  readonly kind: "create" | "update" | "same";
  readonly name: string;
  /** What the block says for each of the columns that the plan shows. */
  readonly cells: readonly string[];
  readonly operation?: Operation;
  readonly problems: readonly CellProblem[];
  /** Found by its name: it changes that row, and makes none beside it. */
  readonly isNamesake?: boolean;
  /** An id that no row of this table has. */
  readonly unknownId?: string;
}

export interface PastePlan {
  readonly rows: readonly PastedRow[];
  /** The columns of the block beside the name, as far as they find or write something. */
  readonly shown: readonly Column[];
  /** Titles that name no column of the table. */
  readonly others: readonly string[];
  /** Those of them that are left out. */
  readonly ignored: readonly string[];
  /** Empty as long as any row has a problem: the block is one change set, whole or not at all. */
  readonly operations: readonly Operation[];
  readonly tooLarge: boolean;
}

export interface PasteTarget {
  readonly nodeType: string;
  readonly columns: readonly Column[];
  /** The rows as they are shown. */
  readonly rows: readonly Node[];
  /** The cell the block was pasted into; without one the row is that behind the last. */
  readonly row: number;
  readonly column: number;
  /** Titles of columns as they are shown, by key. */
  readonly titles: Readonly<Record<string, string>>;
  /** Whether titles that name no column become attributes of that name. */
  readonly takesOthers?: boolean;
}

export function planPaste(block: readonly (readonly string[])[], target: PasteTarget, newId: () => string): PastePlan {
  const titled = titleRow(block[0] ?? [], target);
  const body = titled === undefined ? block : block.slice(1);
  const mapping = titled?.columns ?? target.columns.slice(target.column);
  const byId = new Map(target.rows.flatMap((node) => idsOf(node).map((id) => [id, node] as const)));
  const idColumns = titled === undefined ? [] : placesOf(mapping, "id", "known");
  const hasIds = idColumns.length > 0;
  const nameAt = mapping.findIndex((column) => column?.kind === "name");
  const byName = namedOnce(target.rows);
  const under = titled === undefined ? target.rows.slice(target.row, target.row + body.length) : [];
  const covered = new Set(under);
  const width = Math.max(...block.slice(0, LIMITS.operations + 1).map((cells) => cells.length));
  const shown = mapping.flatMap((column, at) => (column && at < width && isShown(column) ? [{ column, at }] : []));
  const rows = body.slice(0, LIMITS.operations + 1).map((cells, index) => {
    const line = index + (titled === undefined ? 1 : 2);
    const ids = idColumns.map((column) => (cells[column] ?? "").trim()).filter((id) => id !== "");
    const named = hasIds || under[index] ? undefined : byName.get((cells[nameAt] ?? "").trim());
    // A row that another line of the block lies on has what that line says.
    const namesake = named && !covered.has(named) ? named : undefined;
    const existing = hasIds
      ? ids.map((id) => byId.get(id)).find((node) => node !== undefined)
      : (under[index] ?? namesake);
    const unknownId = existing === undefined ? ids.find((id) => !mayBeGiven(id)) : undefined;
    return {
      ...pastedRow(cells, mapping, existing ?? { knownAs: ids.at(-1) }, target, line, newId),
      cells: shown.map(({ at }) => cells[at] ?? ""),
      ...(unknownId !== undefined && { unknownId }),
      ...(namesake && { isNamesake: true }),
    };
  });
  const tooLarge = rows.length > LIMITS.operations;
  const isClean = rows.every((row) => row.problems.length === 0 && row.unknownId === undefined);
  return {
    rows,
    shown: shown.map(({ column }) => column),
    others: titled?.others ?? [],
    ignored: titled?.ignored ?? [],
    operations: isClean && !tooLarge ? rows.flatMap((row) => row.operation ?? []) : [],
    tooLarge,
  };
}

function isShown(column: Column): boolean {
  return column.kind === "id" || column.kind === "known" || (isEditable(column) && column.kind !== "name");
}

function idsOf({ semanticId, attributes }: Node): readonly string[] {
  return [semanticId, knownId(attributes)].filter((id) => id !== undefined);
}

function placesOf(mapping: readonly (Column | undefined)[], ...kinds: readonly Column["kind"][]): readonly number[] {
  return mapping.flatMap((column, at) => (column !== undefined && kinds.includes(column.kind) ? [at] : []));
}

/** The rows by their names, without those that share one. */
function namedOnce(rows: readonly Node[]): ReadonlyMap<string, Node> {
  const found = new Map<string, Node | undefined>();
  for (const node of rows) found.set(node.name, found.has(node.name) ? undefined : node);
  return new Map([...found].flatMap(([name, node]) => (node ? [[name, node] as const] : [])));
}

/** Problems of the server's dry run, by line of the block; those of the whole set under 0. */
export function problemsByLine(plan: PastePlan, problems: readonly Problem[]): ReadonlyMap<number, readonly Problem[]> {
  const lines = new Map(plan.rows.flatMap((row) => (row.operation ? [[row.operation.id, row.line] as const] : [])));
  const found = new Map<number, Problem[]>();
  for (const problem of problems) {
    const line = lines.get(problem.operationId ?? "") ?? 0;
    found.set(line, [...(found.get(line) ?? []), problem]);
  }
  return found;
}

function pastedRow(
  cells: readonly string[],
  mapping: readonly (Column | undefined)[],
  row: Node | { readonly knownAs: string | undefined },
  target: PasteTarget,
  line: number,
  newId: () => string,
): Omit<PastedRow, "cells"> {
  const existing = "nodeId" in row ? row : undefined;
  const values = new Map<Column, CellValue>();
  const problems: CellProblem[] = [];
  cells.forEach((text, index) => {
    const column = mapping[index];
    if (column === undefined || !isEditable(column)) return;
    // A cell that stays as it is needs no reading: it may hold what a person could not type.
    if (existing !== undefined && cellText(existing, column) === text) return;
    const typed = read(column, text);
    if ("code" in typed) problems.push({ ...typed, column: column.key, text });
    else values.set(column, typed.value);
  });
  const nameColumn = target.columns.find((column) => column.kind === "name");
  const name = String((nameColumn && values.get(nameColumn)) ?? existing?.name ?? "");
  if (existing !== undefined) {
    const operation = updateOf(existing, values, newId());
    return { line, kind: operation ? "update" : "same", name, ...(operation && { operation }), problems };
  }
  const isUnnamed =
    nameColumn !== undefined && !values.has(nameColumn) && !problems.some(({ column }) => column === "name");
  const missing: readonly CellProblem[] = isUnnamed ? [{ code: "empty", hint: "", column: "name", text: "" }] : [];
  if ("knownAs" in row && row.knownAs !== undefined) values.set(KNOWN, row.knownAs);
  return {
    line,
    kind: "create",
    name,
    operation: createOf(target.nodeType, values, newId()),
    problems: [...problems, ...missing],
  };
}

interface Titles {
  readonly columns: readonly (Column | undefined)[];
  readonly others: readonly string[];
  readonly ignored: readonly string[];
}

/** The columns a first row names; it is a title row when it names the id or the name, and no cell twice. */
function titleRow(cells: readonly string[], { columns, titles, takesOthers }: PasteTarget): Titles | undefined {
  const known = columns.some(({ kind }) => kind === "known") ? columns : [...columns, KNOWN];
  const found = cells.map((cell) => {
    const word = cell.trim().toLowerCase();
    return known.find((column) => [column.key, titles[column.key]].some((title) => title?.toLowerCase() === word));
  });
  const named = found.filter((column) => column !== undefined);
  if (!named.some((column) => column.kind === "name" || column.kind === "id")) return undefined;
  if (new Set(named).size < named.length) return undefined;
  const unknown = cells.filter((cell, index) => cell.trim() !== "" && found[index] === undefined);
  const others = [...new Set(unknown.map((cell) => cell.trim()))].filter((title) => !isReadByMachines(title));
  if (!takesOthers) return { columns: found, others, ignored: unknown };
  const taken = new Map(others.map((name) => [name, attributeColumn({ name })]));
  return {
    columns: cells.map((cell, index) => found[index] ?? taken.get(cell.trim())),
    others,
    ignored: unknown.filter((cell) => !taken.has(cell.trim())),
  };
}
