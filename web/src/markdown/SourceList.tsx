/** What an answer rests on, below it and numbered as in its text: elements by their names, passages by document, place and words. */

import { type ReactNode, useContext, useEffect, useId, useState } from "react";
import { passagePath } from "../documents/paths";
import { readCited } from "../documents/reading";
import type { CitationPart, Passage } from "../protocol";
import { NodeChip } from "../ui/NodeChip";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { Sources } from "./sources";

export default function SourceList(): ReactNode {
  const say = useText("sources");
  const { sources } = useContext(Sources);
  const id = useId();
  return (
    <div className="source-list">
      <p className="note" id={id}>
        {say("sources")}
      </p>
      <ol aria-labelledby={id}>
        {sources.map(({ number, citation }) => (
          <li key={number}>
            <span className="note">{number}</span>
            {citation.passageId ? (
              <CitedPassage citation={citation} passageId={citation.passageId} />
            ) : citation.nodeId ? (
              <NodeChip nodeId={citation.nodeId} />
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Properties {
  readonly citation: CitationPart;
  readonly passageId: string;
}

function CitedPassage({ citation: { label, quote }, passageId }: Properties): ReactNode {
  const passage = usePassage(passageId);
  const document = useStore((state) => (passage ? state.documents.get(passage.documentId) : undefined));
  const place = [document?.title, passage?.place.label || passage?.place.section.at(-1)].filter(Boolean).join(", ");
  return (
    <button type="button" className="link" onClick={() => readCited({ passageId, ...(quote && { quote }) })}>
      <bdi>{place || label}</bdi>
      {quote ? (
        <q className="note">
          <bdi>{quote}</bdi>
        </q>
      ) : null}
    </button>
  );
}

function usePassage(passageId: string): Passage | undefined {
  const { rest, project } = useWorkbench();
  const [passage, setPassage] = useState<Passage>();
  useEffect(() => {
    let isWanted = true;
    void shown(rest.get<{ readonly passage: Passage }>(passagePath(project, passageId))).then((answer) => {
      if (answer && isWanted) setPassage(answer.passage);
    });
    return () => {
      isWanted = false;
    };
  }, [rest, project, passageId]);
  return passage;
}
