/** What people call a value that the profile lets one choose; any other value is said as it is. */

import { useCallback } from "react";
import { isSaid, useTexts } from "../ui/text";
import { useWorkbench } from "../ui/workbench";

export function useValueTitle(): (attribute: string, value: string) => string {
  const [, texts] = useTexts("values");
  const { ontology } = useWorkbench();
  return useCallback(
    (attribute, value) => {
      const isOption = ontology.nodeTypes.some(({ attributes = [] }) =>
        attributes.some(({ name, options = [] }) => name === attribute && options.includes(value)),
      );
      return isOption && isSaid("values", value) ? texts[value as keyof typeof texts] : value;
    },
    [ontology, texts],
  );
}
