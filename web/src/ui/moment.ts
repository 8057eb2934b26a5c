/** A time of the wire as people write it where they are: the browser knows the region, the person chose the language. */

import type { Language } from "../locales";

/** To the minute. Months are written out because 11/12 is another day on the other side of the ocean. */
export function moment(time: string, language: Language): string {
  return new Date(time).toLocaleString(regional(language), { dateStyle: "medium", timeStyle: "short" });
}

/** To the second, where many things happen within a minute. */
export function exactMoment(time: string, language: Language): string {
  return new Date(time).toLocaleString(regional(language), { dateStyle: "medium", timeStyle: "medium" });
}

/** The time of day, to the second. */
export function clock(time: string, language: Language): string {
  return new Date(time).toLocaleTimeString(regional(language), { timeStyle: "medium" });
}

function regional(language: Language): string {
  return navigator.languages.find((each) => each.startsWith(`${language}-`)) ?? language;
}
