/** What the forms of answers and their sections are called. One that this page does not know is shown as it is called on the wire. Pure. */

import { FRAMEWORKS } from "../protocol";
import type { Language } from "../ui/text";

interface Framework {
  readonly title: Readonly<Record<Language, string>>;
  readonly sections: Readonly<Record<string, Readonly<Record<Language, string>>>>;
}

const frameworks: Readonly<Record<string, Framework>> = FRAMEWORKS;

export function frameworkTitle(name: string, language: Language): string {
  return frameworks[name]?.title[language] ?? name;
}

export function sectionTitle(name: string, section: string, language: Language): string {
  return frameworks[name]?.sections[section]?.[language] ?? section;
}
