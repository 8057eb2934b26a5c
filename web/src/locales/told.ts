/**
 * Findings, problems and notes in the reader's language. The server sends a code, a case and values; the texts are
 * generated from the same files as the server's own (scripts/generate_locales.py), so both say the same.
 */

import { useMemo } from "react";
import type { Finding, Problem, Term } from "../protocol";
import { filled, useTexts } from "../ui/text";
import type { Language } from ".";

type Value = Finding["values"] extends infer Values | undefined
  ? Values extends Readonly<Record<string, infer Each>>
    ? Each
    : never
  : never;

export interface Told {
  /** What is wrong. */
  readonly message: (told: Finding | Problem) => string;
  /** What to do about it; may be empty. */
  readonly hint: (told: Finding | Problem) => string;
  readonly note: (note: Term) => string;
  /** What people call a rule. */
  readonly title: (ruleId: string) => string;
}

export function toldIn(texts: Readonly<Record<string, string>>, language: Language): Told {
  const put = (text: string, values: Readonly<Record<string, Value>>): string =>
    filled(text, language, values.count, (name, joined) => {
      const value = values[name];
      return value === undefined ? undefined : written(value, joined);
    });
  const written = (value: Value, joined: string | undefined): string | number => {
    if (typeof value === "string" || typeof value === "number") return value;
    if (isList(value))
      return list(
        value.map((each) => String(written(each, undefined))),
        joined,
      );
    if (value.kind === "term") return note(value);
    return value.texts[language] ?? value.texts.en ?? "";
  };
  const list = (items: readonly string[], joined: string | undefined): string => {
    if (joined === "sentences") return items.join(" ");
    if (joined !== "and" || items.length < 2) return items.join(", ");
    return `${items.slice(0, -1).join(", ")} ${texts["terms.and"] ?? ""} ${items.at(-1) ?? ""}`;
  };
  const note = (term: Term): string => put(texts[term.key] ?? term.key, term.values ?? {});
  const part = (told: Finding | Problem, index: 0 | 1): string => {
    const text = texts[`${placeOf(told)}.${index}`];
    return text === undefined ? (index === 0 ? placeOf(told) : "") : put(text, told.values ?? {});
  };
  return {
    message: (told) => part(told, 0),
    hint: (told) => part(told, 1),
    note,
    title: (ruleId) => texts[`rules.${ruleId}.title`] ?? ruleId,
  };
}

// `Array.isArray` does not tell a readonly list from the rest of a union.
function isList(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value);
}

/** Where the texts of a finding or problem stand in the catalogue. */
function placeOf(told: Finding | Problem): string {
  if ("ruleId" in told) return `rules.${told.ruleId}.${told.case}`;
  return told.code === "ruleViolation" ? `rules.${told.case}` : `problems.${told.code}.${told.case}`;
}

/** The same in the language the person has chosen. */
export function useTold(): Told {
  const [language, texts] = useTexts("told");
  return useMemo(() => toldIn(texts, language), [texts, language]);
}
