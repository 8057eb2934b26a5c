/** What people call an attribute: the profile's in their language, their own as they wrote it. */

import { useCallback } from "react";
import { isSaid, useTexts } from "../ui/text";

export function useAttributeTitle(): (key: string) => string {
  const [, texts] = useTexts("attributes");
  return useCallback(
    (key) => {
      if (!isSaid("attributes", key)) return key;
      const said = texts[key as keyof typeof texts];
      return said.charAt(0).toLocaleUpperCase() + said.slice(1);
    },
    [texts],
  );
}
