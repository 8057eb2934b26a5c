/** Words that the server gives in several languages: titles and meanings of a profile, names of forms of answers. */

import type { Language } from ".";

/** English is always there; the others as far as somebody has written them. */
export type Phrase = { readonly en: string } & Readonly<Partial<Record<Language, string>>>;

export function phraseIn(phrase: Phrase, language: Language): string;
export function phraseIn(phrase: Phrase | undefined, language: Language): string | undefined;
export function phraseIn(phrase: Phrase | undefined, language: Language): string | undefined {
  return phrase?.[language] ?? phrase?.en;
}
