/**
 * Words in three languages, checked by the compiler: a key that is missing in one of them does not build.
 *
 * A text may hold `{name}` places, and two forms parted by ` || `: the first for exactly one `{count}`, the second for
 * all other numbers. The server never sends sentences of the page; it sends codes and values.
 */

import { useSyncExternalStore } from "react";
import { preferences } from "./preferences";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

type Texts = Readonly<Record<string, string>>;

type Translated<En extends Texts> = Readonly<Record<keyof En, string>>;

export interface Catalogue<En extends Texts> {
  readonly en: En;
  readonly de: Translated<En>;
  readonly fr: Translated<En>;
}

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<Text extends string> = [Places<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Places<Text>, string | number>>];

export type Say<En extends Texts> = <Key extends keyof En>(key: Key, ...values: Values<En[Key]>) => string;

/** A catalogue; English says which keys and places there are. */
export function catalogue<const En extends Texts>(en: En, de: Translated<En>, fr: Translated<En>): Catalogue<En> {
  return { en, de, fr };
}

// They take milliseconds to make, and most sentences have no number.
const pluralOf = perLanguage((language) => new Intl.PluralRules(language));
const numberOf = perLanguage((language) => new Intl.NumberFormat(language));

function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made = new Map<Language, T>();
  return (language) => {
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

/** A text with its form chosen by `count` and its places filled; `{list:and}` says how a list is joined. */
export function filledWith(
  text: string,
  language: Language,
  count: unknown,
  valueAt: (name: string, joined: string | undefined) => string | number | undefined,
): string {
  const forms = text.split(" || ");
  const isOne = forms.length > 1 && pluralOf(language).select(Number(count)) === "one";
  const form = (isOne ? forms[0] : forms.at(-1)) ?? "";
  return form.replace(/\{(\w+)(?::(\w+))?\}/g, (place, name: string, joined: string | undefined) => {
    const value = valueAt(name, joined);
    return typeof value === "number" ? numberOf(language).format(value) : (value ?? place);
  });
}

/** How to say things of a catalogue in a language. */
export function speaker<En extends Texts>(words: Catalogue<En>, language: Language): Say<En> {
  return (key, ...[values]) => {
    const texts: Translated<En> = words[language];
    const given: Readonly<Record<string, string | number>> = values ?? {};
    return filledWith(texts[key], language, given.count, (name) => given[name]);
  };
}

export function useLanguage(): Language {
  return useSyncExternalStore(preferences.subscribe, () => preferences.get().language);
}

const speakers = new WeakMap<object, Map<Language, unknown>>();

/** The words of a catalogue in the language the person has chosen. */
export function useText<En extends Texts>(words: Catalogue<En>): Say<En> {
  const language = useLanguage();
  const known = speakers.get(words) ?? new Map<Language, unknown>();
  speakers.set(words, known);
  if (!known.has(language)) known.set(language, speaker(words, language));
  return known.get(language) as Say<En>;
}
