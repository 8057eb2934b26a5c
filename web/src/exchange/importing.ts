/** A file on its way in: what the server makes of it, and how people correct what its columns mean. */

import type { ImportTaken } from "../protocol";
import { projectPath } from "../session/rest";

/** What people said of sheets and columns: a place (`Sheet` or `Sheet.Column`) and its meaning. */
export type Corrections = ReadonlyMap<string, string>;

export type Table = NonNullable<ImportTaken["report"]["tables"]>[number];
export type Column = Table["columns"][number];

export const MEANINGS = ["id", "name", "descr", "type", "attribute", "relation", "left out"] as const;

export function importPath(project: string, name: string, corrections: Corrections, isDryRun: boolean): string {
  const query = new URLSearchParams({ name });
  if (corrections.size > 0) query.set("map", [...corrections].map(([place, said]) => `${place}=${said}`).join("\n"));
  if (isDryRun) query.set("dryRun", "true");
  return `${projectPath(project)}/import?${query}`;
}

/** A meaning as a correction says it. */
export function said(column: Column, meaning: string): string {
  if (meaning === "relation") return `-> ${column.relation || column.header}`;
  return meaning === "left out" ? "-" : meaning;
}
