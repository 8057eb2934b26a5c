/** What the forms of answers and their sections are called. One that this page does not know is shown as it is called on the wire. Pure. */

import type { Language } from "../locales";
import type { Phrase } from "../locales/phrase";
import { phraseIn } from "../locales/phrase";
import { FRAMEWORKS } from "../protocol/later";

interface Framework {
  readonly title: Phrase;
  readonly sections: Readonly<Record<string, Phrase>>;
}

const frameworks: Readonly<Record<string, Framework>> = FRAMEWORKS;

export function frameworkTitle(name: string, language: Language): string {
  return phraseIn(frameworks[name]?.title, language) ?? name;
}

export function sectionTitle(name: string, section: string, language: Language): string {
  return phraseIn(frameworks[name]?.sections[section], language) ?? section;
}
