/** What documents say about a node: the passages that are linked to it. */

import { type ReactNode, useEffect, useState } from "react";
import type { Passage, PassageLink } from "../protocol";
import { projectPath } from "../session/rest";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import { readCited } from "./reading";

interface Linked {
  readonly link: PassageLink;
  readonly passage: Passage | null;
}

export function NodePassages({ nodeId }: { readonly nodeId: string }): ReactNode {
  const say = useText("documents");
  const { rest, project } = useWorkbench();
  const documents = useStore((state) => state.documents);
  const changed = useStore((state) => state.linked.get(nodeId) ?? 0);
  const [found, setFound] = useState<{ readonly nodeId: string; readonly links: readonly Linked[] }>();
  useEffect(() => {
    if (documents.size === 0) return;
    let isWanted = true;
    void shown(
      rest.get<{ readonly links: readonly Linked[] }>(
        `${projectPath(project)}/nodes/${encodeURIComponent(nodeId)}/passages`,
      ),
    ).then((answer) => {
      if (answer && isWanted) setFound({ nodeId, links: answer.links });
    });
    return () => {
      isWanted = false;
    };
  }, [rest, project, nodeId, documents, changed]);
  if (found?.nodeId !== nodeId || found.links.length === 0) return null;
  return (
    <>
      <dt>{say("nodePassages")}</dt>
      <dd>
        <ul className="relations">
          {found.links.map(({ link, passage }) => (
            <li key={link.passageId}>
              {passage ? (
                <button
                  type="button"
                  className="link"
                  title={passage.text}
                  onClick={() => readCited({ documentId: link.documentId, passageId: link.passageId })}
                >
                  <bdi>
                    {[documents.get(link.documentId)?.title, passage.place.label || passage.place.section.at(-1)]
                      .filter(Boolean)
                      .join(", ")}
                  </bdi>
                </button>
              ) : (
                <span className="note">{say("gone")}</span>
              )}
              {link.why ? (
                <span className="note">
                  {" "}
                  <bdi>{link.why}</bdi>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      </dd>
    </>
  );
}
