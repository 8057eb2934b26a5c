/**
 * A block pasted from a spreadsheet: laid over the table, turned into one change set. Pure.
 *
 * With a title row the columns are found by their titles or what these mean, and the rows by their id, ours or the one that
 * people know them by, or where there is none by a name that one row alone has; without one the block is laid over the table
 * from the cell it was pasted into, and beyond the last row ids and names are looked for, too. What no row has becomes new
 * nodes, known by the id that stands beside them. A cell that cannot be written is a problem. Nothing is sent from here.
 */

import { LIMITS, type Node, type Operation, type Problem } from "../../protocol";
import { isReadByMachines, knownId, mayBeGiven } from "../../state/foreign";
import {
  attributeColumn,
  type CellValue,
  type Column,
  cellText,
  createOf,
  DESCR,
  ID,
  isEditable,
  KNOWN,
  NAME,
  read,
  type Typed,
  updateOf,
} from "./columns";
import { firstWords, type Meaning, meaningsOf } from "./titles";

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
  const byId = new Map(target.rows.flatMap((node) => idsOf(node).map((id) => [id, node] as const)));
  const titled = titleRow(block, target, byId);
  const body = titled === undefined ? block : block.slice(1);
  const mapping = titled?.columns ?? target.columns.slice(target.column);
  const idColumns = placesOf(mapping, "id", "known");
  const hasIds = titled !== undefined && idColumns.length > 0;
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
    const identified = ids.map((id) => byId.get(id)).find((node) => node !== undefined);
    const existing = hasIds ? identified : (under[index] ?? identified ?? namesake);
    const unknownId = existing === undefined ? ids.find((id) => !mayBeGiven(id)) : undefined;
    const unwritten = titled === undefined ? unwrittenOf(cells, mapping, existing) : [];
    const row = pastedRow(cells, mapping, existing ?? { knownAs: ids.at(-1) }, target, line, newId);
    return {
      ...{ ...row, problems: [...row.problems, ...unwritten] },
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

/** Cells that a block without titles lays where nothing is written, unless they say what is there. */
function unwrittenOf(
  cells: readonly string[],
  mapping: readonly (Column | undefined)[],
  row: Node | undefined,
): readonly CellProblem[] {
  return cells.flatMap((text, at): readonly CellProblem[] => {
    const [column, word] = [mapping[at], text.trim()];
    if (word === "" || (column !== undefined && isEditable(column))) return [];
    const isIdOf = row === undefined || idsOf(row).includes(word);
    if (column !== undefined && !isDrawn(column) && isIdOf) return [];
    return [{ code: "notWritten", hint: "", column: column?.key ?? String(at + 1), text }];
  });
}

/** Is it drawn from relations, which no cell holds? */
function isDrawn(column: Column | undefined): boolean {
  return column?.kind === "relations" || column?.kind === "trace";
}

/** What a row says, in its description or else in the first of its texts. */
function textOf(values: ReadonlyMap<Column, CellValue>): string {
  const texts = [...values].filter(([, value]) => typeof value === "string" && value !== "");
  const [, said] = texts.find(([{ kind }]) => kind === "descr") ?? texts.find(([{ key }]) => key === "text") ?? [];
  return String(said ?? "");
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
  const isNamed = mapping.some((column) => column?.kind === "name");
  if (existing === undefined && !isNamed) {
    const made = read(NAME, firstWords(textOf(values)) || ("knownAs" in row && row.knownAs) || "");
    if ("value" in made) values.set(NAME, made.value);
  }
  const named = [...values].find(([{ kind }]) => kind === "name")?.[1];
  const name = String(named ?? existing?.name ?? "");
  if (existing !== undefined) {
    const operation = updateOf(existing, values, newId());
    return { line, kind: operation ? "update" : "same", name, ...(operation && { operation }), problems };
  }
  const isUnnamed = named === undefined && !problems.some(({ column }) => column === "name");
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

/**
 * The columns a first row names. It is a title row when it has the title of the id or the name and none twice, or when two
 * of its words mean what people call columns elsewhere.
 */
function titleRow(
  block: readonly (readonly string[])[],
  { columns, titles, takesOthers, nodeType }: PasteTarget,
  byId: ReadonlyMap<string, Node>,
): Titles | undefined {
  const [cells = [], ...body] = block;
  const known = [
    ...columns,
    ...[ID, KNOWN, NAME, DESCR].filter((each) => columns.every(({ kind }) => kind !== each.kind)),
  ];
  const exact = cells.map((cell) => {
    const word = cell.trim().toLowerCase();
    return known.find((column) => [column.key, titles[column.key]].some((title) => title?.toLowerCase() === word));
  });
  const named = exact.filter((column) => column !== undefined);
  if (new Set(named).size < named.length) return undefined;
  const certain = new Map(
    exact.flatMap((column, at) => (column ? [[at, MEANINGS[column.kind] ?? "other"] as const] : [])),
  );
  const isId = (cell: string): boolean => byId.has(cell) || mayBeGiven(cell);
  const meant = meaningsOf(cells, certain, { body, nodeType, isId });
  const isTitled = named.some((column) => column.kind === "name" || column.kind === "id");
  const says = new Set(meant.found.values());
  if (!isTitled && !(meant.whole > 1 && (says.has("id") || says.has("name")))) return undefined;
  const found = cells.map((_, at) => {
    const meaning = meant.found.get(at);
    return exact[at] ?? known.find(({ kind }) => meaning !== undefined && MEANINGS[kind] === meaning);
  });
  const unknown = cells.filter((cell, index) => cell.trim() !== "" && found[index] === undefined);
  const unwritten = cells.filter((_, at) => isDrawn(found[at]) && body.some((row) => (row[at] ?? "").trim() !== ""));
  const others = [...new Set(unknown.map((cell) => cell.trim()))].filter((title) => !isReadByMachines(title));
  if (!takesOthers) return { columns: found, others, ignored: [...unknown, ...unwritten] };
  const taken = new Map(others.map((name) => [name, attributeColumn({ name })]));
  return {
    columns: cells.map((cell, index) => found[index] ?? taken.get(cell.trim())),
    others,
    ignored: [...unknown.filter((cell) => !taken.has(cell.trim())), ...unwritten],
  };
}

const MEANINGS: Readonly<Partial<Record<Column["kind"], Meaning>>> = {
  ...{ id: "id", known: "id", name: "name", descr: "descr" },
};
