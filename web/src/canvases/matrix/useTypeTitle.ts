/** What people call a type of nodes; all of them have a name, too. */

import { phraseIn } from "../../locales/phrase";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { ANY } from "./matrix";

export function useTypeTitle(): (type: string) => string {
  const say = useText("matrix");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  return (type) => (type === ANY ? say("anyType") : (phraseIn(ontology.nodeType.get(type)?.title, language) ?? type));
}
