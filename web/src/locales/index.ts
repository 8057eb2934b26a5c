/**
 * The languages of the page. Each is a folder that says everything (`Translation` and what comes later, or it does
 * not compile) and one line in each table here; it is loaded when somebody reads in it.
 */

import type { Administration, Keys, Translation } from "./translation";

interface Locale {
  /** What those who speak it call it. */
  readonly title: string;
  readonly load: () => Promise<{ readonly texts: Translation }>;
}

export const LOCALES = {
  en: { title: "English", load: () => import("./en") },
  de: { title: "Deutsch", load: () => import("./de") },
  fr: { title: "Français", load: () => import("./fr") },
} as const satisfies Readonly<Record<string, Locale>>;

export type Language = keyof typeof LOCALES;

export const ADMINISTRATION: Readonly<Record<Language, () => Promise<Administration>>> = {
  en: async () => (await import("./en/administration")).administration,
  de: async () => (await import("./de/administration")).administration,
  fr: async () => (await import("./fr/administration")).administration,
};

export const KEYS: Readonly<Record<Language, () => Promise<Keys>>> = {
  en: async () => (await import("./en/keys")).keys,
  de: async () => (await import("./de/keys")).keys,
  fr: async () => (await import("./fr/keys")).keys,
};

export const LANGUAGES = Object.keys(LOCALES) as readonly Language[];

export function isLanguage(name: unknown): name is Language {
  return LANGUAGES.some((language) => language === name);
}
