/**
 * What an entry of the audit adds to what was done, in people's words. Pure; where there are no words, because an older or a
 * newer server wrote the entry, the code stands as it is.
 */

import type { EnglishAdministration } from "../locales/translation";
import type { SayFrom } from "../ui/text";

type Details = Readonly<Record<string, string>>;
type Labelled = Extract<keyof EnglishAdministration, `detail.${string}`>;
type Valued = Extract<keyof EnglishAdministration, `value.${string}`>;

/** Details that hold the id of somebody or of a project. */
const IDENTIFIED: ReadonlySet<string> = new Set(["person", "person_id", "resource", "held", "project"]);
/** Those that are so or not. */
const FLAGS: ReadonlySet<string> = new Set(["four_eyes", "is_held", "is_on", "viewers_ask"]);

export interface Words {
  readonly say: SayFrom<EnglishAdministration>;
  /** What other parts of the page call a value, such as an access or a view; undefined: nothing. */
  readonly called: (detail: string, value: string) => string | undefined;
  /** The names of people and projects by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

export function noteOf(details: Details, words: Words): string {
  return Object.entries(details)
    .filter(([detail]) => !isSaidByName(detail, details))
    .map(([detail, given]) => {
      const value = inWords(detail, given, words);
      return words.say(`detail.${detail}` as Labelled, { value }) || `${detail}: ${value}`;
    })
    .join("; ");
}

/** Somebody who is named beside the id. */
function isSaidByName(detail: string, details: Details): boolean {
  return detail === "person_id" && details.name !== undefined;
}

function inWords(detail: string, given: string, { say, called, names }: Words): string {
  const known = IDENTIFIED.has(detail) ? names.get(given) : called(detail, given);
  const value = FLAGS.has(detail) ? `value.${given}` : `value.${detail}.${given}`;
  return known ?? (say(value as Valued) || given);
}
