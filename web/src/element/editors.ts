/** Which editor a value gets, and what is written for what it holds. Pure. */

import type { Attribute } from "../canvases/ontology";
import type { CellValue } from "../canvases/table/columns";

export type Editor = "text" | "number" | "boolean" | "choice" | "date" | "list" | "json";

/** What an attribute can hold, as a command takes it; `null`: nothing. */
export type Value = CellValue | readonly unknown[] | Readonly<Record<string, unknown>>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** By what the profile says of the attribute; by the value, where the profile says nothing or leaves it open. */
export function editorOf({ type }: Attribute, value: unknown): Editor {
  if (isWords(value) && (type === undefined || type === "json")) return "list";
  if (type !== undefined && type !== "text") return type;
  if (typeof value === "string" && DATE.test(value)) return "date";
  if (type === "text") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "object" && value !== null ? "json" : "text";
}

/** A list that is not empty and holds words alone. */
export function isWords(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === "string");
}

/** An attribute that the profile does not know, by what it holds: what is no text stays none. */
export function attributeLike(name: string, value: unknown): Attribute {
  if (typeof value === "number") return { name, type: "number" };
  if (typeof value === "boolean") return { name, type: "boolean" };
  return typeof value === "object" && value !== null ? { name, type: "json" } : { name };
}

/** What was typed where JSON stood is JSON again; it has been read as such before. */
export function valueLike(before: unknown, typed: CellValue): Value {
  return typeof before === "object" && before !== null && typeof typed === "string" ? JSON.parse(typed) : typed;
}
