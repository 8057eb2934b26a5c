/** A file on its way in: what the server makes of it, and how people correct what its columns mean. */

import type { ImportLine, ImportProgress, ImportTaken } from "../protocol";
import { cutOff, projectPath, type Rest, ServerError } from "../session/rest";

/** What people said of sheets and columns: a place (`Sheet` or `Sheet.Column`) and its meaning. */
export type Corrections = ReadonlyMap<string, string>;

export type Table = NonNullable<ImportTaken["report"]["tables"]>[number];
export type Column = Table["columns"][number];

export const MEANINGS = ["id", "name", "descr", "type", "attribute", "relation", "left out"] as const;

export function importPath(project: string, name: string, corrections: Corrections, isDryRun: boolean): string {
  const query = new URLSearchParams({ name });
  // A header may stand on several lines; a correction is one.
  const lines = [...corrections].map(([place, meaning]) => `${place}=${meaning}`.replace(/\s+/g, " "));
  if (lines.length > 0) query.set("map", lines.join("\n"));
  if (isDryRun) query.set("dryRun", "true");
  return `${projectPath(project)}/import?${query}`;
}

/** What is remembered of tables; of one of them. */
export function mappingPath(project: string, mapping = ""): string {
  return `${projectPath(project)}/mappings${mapping && `/${encodeURIComponent(mapping)}`}`;
}

/** How many of the problems stand beside a cell of the first rows, where they are seen. Most are in rows that are not drawn. */
export function drawn({ preview = [], problems = [] }: Pick<Table, "preview" | "problems">): number {
  return problems.filter(({ row, at }) => preview.some(({ number, cells }) => number === row && at < cells.length))
    .length;
}

/** What a correction says of a column; nothing where there is none. */
export function meant(word = ""): {
  readonly meaning: string;
  readonly relation: string;
  readonly isFromCell?: true;
} {
  const [, arrow, relation] = /^(->|→|<-|←)\s*(.*)$/.exec(word) ?? [];
  if (relation === undefined) return { meaning: word === "-" ? "left out" : word.toLowerCase(), relation: "" };
  return { meaning: "relation", relation, ...(/<-|←/.test(arrow ?? "") && { isFromCell: true }) };
}

/** Corrections with another word for a header; without one where it says nothing. */
export function corrected(
  corrections: Readonly<Record<string, string>>,
  header: string,
  word: string,
): Record<string, string> {
  const others = Object.entries(corrections).filter(([each]) => each !== header);
  return Object.fromEntries(word ? [...others, [header, word]] : others);
}

/** A meaning as a correction says it. */
export function said(column: Pick<Column, "header" | "relation" | "isFromCell">, meaning: string): string {
  if (meaning === "relation") return `${column.isFromCell ? "<-" : "->"} ${column.relation || column.header}`;
  return meaning === "left out" ? "-" : meaning;
}

/** Bring a file in, or look what would become of it, and hear how far it is. */
export async function bringIn(
  rest: Rest,
  path: string,
  file: File,
  hear: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<ImportTaken> {
  let last: ImportLine = {};
  const take = (line: ImportLine): void => {
    if (line.progress) hear(line.progress);
    else last = line;
  };
  await rest.uploadHearing(path, file, take, signal);
  if (last.error) throw new ServerError(last.error);
  if (!last.taken) throw cutOff("the answer ended early");
  return last.taken;
}
