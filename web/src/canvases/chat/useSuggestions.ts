/** Sentences that the assistant understands on the model as it is: to begin with, and to go on with. */

import { useEffect, useState } from "react";
import { projectPath } from "../../session/rest";
import { isHere } from "../../state/state";
import { useLanguage } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";

interface SuggestionList {
  readonly texts: readonly string[];
}

const NONE: readonly string[] = [];
/** A model that others change all the time is asked about again when they pause. */
const PAUSE_MS = 500;

export function useSuggestions(): readonly string[] {
  const { rest, project } = useWorkbench();
  const revision = useStore((state) => state.graph.revision);
  const isThere = useStore(isHere);
  const language = useLanguage();
  const [texts, setTexts] = useState(NONE);
  useEffect(() => {
    // The model comes first: a large one keeps the server busy, and what it is asked about then is not of now.
    if (!isThere) return;
    let isOver = false;
    const later = setTimeout(
      () => {
        rest.get<SuggestionList>(`${projectPath(project)}/suggestions?language=${language}`).then(
          (found) => {
            if (!isOver) setTexts(found.texts);
          },
          () => undefined, // without them nothing is lost
        );
      },
      revision === 0 ? 0 : PAUSE_MS,
    );
    return () => {
      isOver = true;
      clearTimeout(later);
    };
  }, [rest, project, language, revision, isThere]);
  return texts;
}
