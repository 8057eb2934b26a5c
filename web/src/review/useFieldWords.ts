/** Fields and their values as everywhere else in the page: in the inspector, in tables. */

import { useMemo } from "react";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { useValueTitle } from "../canvases/useValueTitle";
import { useText } from "../ui/text";
import type { FieldWords } from "./lines";

export function useFieldWords(): FieldWords {
  const say = useText("review");
  const titleOf = useAttributeTitle();
  const valueTitle = useValueTitle();
  return useMemo(
    () => ({
      title: (field) => (field === "name" || field === "descr" ? say(`field.${field}`) : titleOf(field)),
      value: (field, value) => (typeof value === "string" ? valueTitle(field, value) : JSON.stringify(value)),
    }),
    [say, titleOf, valueTitle],
  );
}
