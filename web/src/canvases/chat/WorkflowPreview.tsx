/** Which choice `auto` will choose for what stands in the composer, told before it is sent. */

import { type ReactNode, useEffect, useState } from "react";
import type { Workflow } from "../../protocol";
import { projectPath } from "../../session/rest";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { type MessageRoom, readOf } from "./room";

interface Choice {
  readonly workflow: Exclude<Workflow, "auto">;
  readonly chosenBy: "question" | "wish" | "verb" | "rights" | "revision";
  readonly revision?: number;
  /** Where no language model answers. */
  readonly reads?: MessageRoom | null;
}

/** Somebody who stops typing this long wants to know. */
const PAUSE_MS = 300;
/** What somebody wants stands at the beginning; the server reads no more of it (`context.choice`). */
const READ = 2_000;

export function WorkflowPreview({ draft }: { readonly draft: string }): ReactNode {
  const say = useText("chat");
  const choice = useChoice(draft.trim().slice(0, READ));
  const name =
    choice &&
    [
      say(`workflow.${choice.workflow}`),
      ...(choice.revision === undefined ? [] : [say("revision", { revision: choice.revision })]),
    ].join(", ");
  const most = choice?.reads ? readOf(draft, choice.reads) : draft.length;
  return (
    <output className="note workflow-preview" data-workflow={choice?.workflow}>
      {choice ? say("willAnswer", { name: name ?? "", why: say(`chosenBy.${choice.chosenBy}`) }) : ""}
      {most < draft.length ? <span className="bad"> {say("readsLess", { most, count: draft.length })}</span> : null}
    </output>
  );
}

/** Asked once typing pauses; a text that cannot be sent has no choice. */
function useChoice(text: string): Choice | undefined {
  const { rest, project } = useWorkbench();
  const [known, setKnown] = useState<{ readonly text: string; readonly choice: Choice } | undefined>();
  useEffect(() => {
    if (!text) return;
    let isOver = false;
    const later = setTimeout(() => {
      rest.post<Choice>(`${projectPath(project)}/workflow`, { text }).then(
        (choice) => {
          if (!isOver) setKnown({ text, choice });
        },
        () => {
          if (!isOver) setKnown(undefined);
        }, // said again, with its reason, when it is sent
      );
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(later);
    };
  }, [rest, project, text]);
  return text ? known?.choice : undefined;
}
