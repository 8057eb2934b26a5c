/**
 * Findings, problems and notes in the reader's language. The server sends a code, a case and values; the texts are
 * generated from the same files as the server's own (scripts/generate_locales.py), so both say the same.
 */

import type { Finding, Problem, Term } from "../protocol";
import { filled, useTexts } from "../ui/text";
import type { Language } from ".";

type Value = Finding["values"] extends infer Values | undefined
  ? Values extends Readonly<Record<string, infer Each>>
    ? Each
    : never
  : never;

// As `text/messages.py`: the notation of types and relations in a text, and what in it is a type or a relation.
const NOTATION = /\[([A-Z][A-Z_]+|[^[\]]*-(?:\w+|\{\w+\})->[^[\]]*)\]/g;
const CODE = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-(\w+)->|(?<![\w.])([A-Z][A-Z_]+)(?![\w.])/g;
const BEGINS_WITH_WORDS = /^\{\w+:(?:words|counted)\}/;

export interface Told {
  /** What is wrong. */
  readonly message: (told: Finding | Problem) => string;
  /** What to do about it; may be empty. */
  readonly hint: (told: Finding | Problem) => string;
  readonly note: (note: Term) => string;
  /** What people call a rule. */
  readonly title: (ruleId: string) => string;
  /** What people do in a phase. */
  readonly phase: (phase: number) => string;
}

// Every box asks for it: of all texts of a language it is made once.
const made = new WeakMap<object, Told>();

export function toldIn(texts: Readonly<Record<string, string>>, language: Language): Told {
  const told = made.get(texts) ?? madeOf(texts, language);
  made.set(texts, told);
  return told;
}

function madeOf(texts: Readonly<Record<string, string>>, language: Language): Told {
  const relations = relationsOf(texts);
  const put = (text: string, values: Readonly<Record<string, Value>>): string => {
    const said = filled(inWords(text, values), language, values.count, (name, how) => {
      const value = values[name];
      if (value === undefined) return undefined;
      if (how !== "words" && how !== "counted") return written(value, how);
      return spoken(String(written(value, undefined)), how === "counted" ? values.count : 1);
    });
    return BEGINS_WITH_WORDS.test(text) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
  };
  const inWords = (text: string, values: Readonly<Record<string, Value>>): string =>
    text.replace(NOTATION, (_, notation: string) => {
      const code = filled(notation, language, undefined, (name) => String(values[name] ?? `{${name}}`));
      return spoken(code, 1);
    });
  const spoken = (text: string, count: unknown): string => {
    const names = text.split(", ");
    if (names.every((name) => relations.has(name))) return names.map((name) => relations.get(name)).join(", ");
    const said = text.replace(CODE, (code: string, relation: string | undefined, type: string | undefined) => {
      if (relation !== undefined) return relations.get(relation) ?? code;
      const called = type === undefined ? undefined : texts[`types.${type}`];
      return called === undefined ? code : filled(called, language, count, () => undefined);
    });
    return text.includes("->") ? (texts["terms.phrase"] ?? "{text}").replace("{text}", () => said) : said;
  };
  const written = (value: Value, joined: string | undefined): string | number => {
    if (typeof value === "string" || typeof value === "number") return value;
    if (isList(value))
      return list(
        value.map((each) => String(written(each, undefined))),
        joined,
      );
    if (value.kind === "term") return note(value);
    const own = value.texts[language] ?? value.texts.en ?? "";
    return own.replace(NOTATION, (whole, code: string) => {
      const said = spoken(code, 1);
      return said === code ? whole : said;
    });
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
    phase: (phase) => texts[`phases.${phase}`] ?? String(phase),
  };
}

/** What relations are called, by name and by short form. */
function relationsOf(texts: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const told = Object.entries(texts).filter(([key]) => key.startsWith("relations."));
  return new Map(
    told.flatMap(([key, text]) =>
      key
        .slice("relations.".length)
        .split("_")
        .map((name) => [name, text]),
    ),
  );
}

// `Array.isArray` does not tell a readonly list from the rest of a union.
function isList(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value);
}

/** Where the texts of a finding or problem stand in the catalogue. */
function placeOf(told: Finding | Problem): string {
  if ("ruleId" in told && told.ruleId.includes(":")) return `plugins.${told.case}`; // rules of plugins share their texts
  if ("ruleId" in told) return `rules.${told.ruleId}.${told.case}`;
  return told.code === "ruleViolation" ? `rules.${told.case}` : `problems.${told.code}.${told.case}`;
}

/** The same in the language the person has chosen. */
export function useTold(): Told {
  const [language, texts] = useTexts("told");
  return toldIn(texts, language);
}
