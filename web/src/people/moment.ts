/** A time of the wire as people write it. */

import type { Language } from "../ui/text";

export function moment(time: string, language: Language): string {
  return new Date(time).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
