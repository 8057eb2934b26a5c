/**
 * What the page says, in the language that was loaded last. The server never sends sentences of the page; it sends codes
 * and values.
 */

import { use, useSyncExternalStore } from "react";
import { type Language, LOCALES } from "../locales";
import type { Area, English, Translation } from "../locales/translation";
import { createStore } from "../state/createStore";
import { fetched } from "./late";

type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<Text> = [Places<Text>] extends [never] ? [] : [values: Readonly<Record<Places<Text>, string | number>>];

/** Says the texts of an area; the compiler knows which places each has. */
export type Say<A extends Area> = SayFrom<English[A]>;

export type SayFrom<Texts> = <Key extends keyof Texts>(key: Key, ...values: Values<Texts[Key]>) => string;

interface Locale {
  readonly language: Language;
  readonly texts: Translation;
}

const locale = createStore<Locale | undefined>(undefined);
let wanted: Language | undefined;

/** Loads a language, and then says everything in it. What was wanted last wins. */
export async function speakIn(language: Language): Promise<void> {
  wanted = language;
  const { texts } = await LOCALES[language].load();
  if (wanted === language) locale.set({ language, texts });
}

function current(): Locale {
  const loaded = locale.get();
  if (!loaded) throw new Error("nothing can be said before a language is loaded");
  return loaded;
}

/** Whether an area says this, in case the key came over the wire. */
export function isSaid(area: Area, key: string): boolean {
  return Object.hasOwn(current().texts[area], key);
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

/** How to say these texts in a language. */
export function speaker<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  language: Language,
): SayFrom<Texts> {
  return (key, ...[values]) => {
    const given: Readonly<Record<string, string | number>> = values ?? {};
    return filled(texts[key] ?? "", language, given.count, (name) => given[name]);
  };
}

/** A text with its form chosen by a count and its places filled; `{list:and}` says how a list is joined. */
export function filled(
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

export function useLanguage(): Language {
  return useSyncExternalStore(locale.subscribe, () => current().language);
}

// A speaker per area, so that what depends on it is not made again.
const speakers = new WeakMap<object, unknown>();

/** The texts of an area as they are written, in the language the person has chosen. */
export function useTexts<A extends Area>(area: A): readonly [language: Language, texts: Translation[A]] {
  const { language, texts } = useSyncExternalStore(locale.subscribe, current);
  return [language, texts[area]];
}

/** Says the texts of an area in the language the person has chosen. */
export function useText<A extends Area>(area: A): Say<A> {
  const { language, texts } = useSyncExternalStore(locale.subscribe, current);
  return speakerOf(texts[area], language) as Say<A>;
}

function speakerOf(texts: Texts, language: Language): unknown {
  const known = speakers.get(texts) ?? speaker(texts, language);
  speakers.set(texts, known);
  return known;
}

type Texts = Readonly<Record<string, string>>;

const coming = new WeakMap<() => Promise<Texts>, Promise<Texts>>();

/** Says texts that are not loaded with their language, but by what says them; that waits until they are there. */
export function useLateText(loads: Readonly<Record<Language, () => Promise<Texts>>>): unknown {
  const language = useLanguage();
  const load = loads[language];
  const loaded = coming.get(load) ?? fetched(load);
  coming.set(load, loaded);
  return speakerOf(use(loaded), language);
}
