/** The words of the administration, which come with it. */

import { ADMINISTRATION } from "../locales";
import type { EnglishAdministration } from "../locales/translation";
import { type SayFrom, useLateText } from "../ui/text";

export function useWords(): SayFrom<EnglishAdministration> {
  return useLateText(ADMINISTRATION) as SayFrom<EnglishAdministration>;
}
