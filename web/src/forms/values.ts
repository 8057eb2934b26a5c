/** What a person has typed into a form, and what it means. Pure; the server checks the same again. */

import type { Form } from "../protocol";

export type Field = Form["fields"][number];

/** As typed: text for text, number and choice; `yes` or `no` for boolean; the chosen options for choices. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

export type Wrong = "required" | "notANumber" | "tooSmall" | "tooLarge" | "tooLong" | "notAnOption";

export interface Answer {
  readonly values: Readonly<Record<string, unknown>>;
  /** By field key; the answer can be sent when there is none. */
  readonly wrong: Readonly<Record<string, Wrong>>;
}

/** Characters of one text answer that the server takes. */
const MAX_TEXT = 20_000;

/** A form as it opens: with its defaults. */
export function opening(form: Form): Typed {
  return Object.fromEntries(form.fields.map((field) => [field.key, typedOf(field, field.default)]));
}

/** A value as it would have been typed. */
function typedOf(field: Field, value: unknown): string | readonly string[] {
  if (field.type === "choices") return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return "";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** What was typed as the server takes it. Fields that were left empty are left out. */
export function read(form: Form, typed: Typed): Answer {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, Wrong> = {};
  for (const field of form.fields) {
    const result = readField(field, typed[field.key] ?? "");
    if (typeof result === "object") {
      if (result.value !== undefined) values[field.key] = result.value;
      else if (field.required && field.default === undefined) wrong[field.key] = "required";
    } else wrong[field.key] = result;
  }
  return { values, wrong };
}

/** Whether the run can go on without an answer. */
export function maySkip({ assumptionOnSkip, fields }: Form): boolean {
  return assumptionOnSkip !== undefined || fields.every((field) => !field.required || field.default !== undefined);
}

function readField(field: Field, typed: string | readonly string[]): { readonly value: unknown } | Wrong {
  if (typeof typed !== "string") {
    const unknown = typed.some((option) => !field.options?.includes(option));
    return unknown ? "notAnOption" : { value: typed.length > 0 ? typed : undefined };
  }
  const text = typed.trim();
  if (text === "") return { value: undefined };
  switch (field.type) {
    case "number": {
      // A German or French keyboard writes a decimal comma.
      const number = Number(/^[-+]?\d*,\d+$/.test(text) ? text.replace(",", ".") : text);
      if (!Number.isFinite(number)) return "notANumber";
      if (field.min !== undefined && number < field.min) return "tooSmall";
      return field.max !== undefined && number > field.max ? "tooLarge" : { value: number };
    }
    case "boolean":
      return { value: text === "yes" };
    case "choice":
      return field.options?.includes(typed) ? { value: typed } : "notAnOption";
    default:
      return typed.length > MAX_TEXT ? "tooLong" : { value: typed };
  }
}
