/** What people call an attribute: the profile's in their language, their own in the words that its name is made of. */

import { useCallback } from "react";
import { isSaid, useTexts } from "../ui/text";
import { inWords } from "./inWords";

export function useAttributeTitle(): (key: string) => string {
  const [, texts] = useTexts("attributes");
  return useCallback(
    (key) => {
      if (!isSaid("attributes", key)) return inWords(key);
      const said = texts[key as keyof typeof texts];
      return said.charAt(0).toLocaleUpperCase() + said.slice(1);
    },
    [texts],
  );
}
