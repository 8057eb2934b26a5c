/** A file on its way in: what the server makes of it, and how people correct what its columns mean. */

import type { ImportLine, ImportProgress, ImportTaken } from "../protocol";
import { projectPath, type Rest, ServerError } from "../session/rest";

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
  await rest.uploadHearing(path, file, take, signal).catch((problem: unknown) => {
    throw problem instanceof ServerError ? problem : cutOff(String(problem));
  });
  if (last.error) throw new ServerError(last.error);
  if (!last.taken) throw cutOff("the answer ended early");
  return last.taken;
}

/** The connection ended while the server was telling. */
function cutOff(message: string): ServerError {
  return new ServerError({ code: "unreachable", message, retry: "later" });
}
