/** Which story `auto` will choose for what stands in the composer, told before it is sent. */

import { type ReactNode, useEffect, useState } from "react";
import type { Workflow } from "../../protocol";
import { projectPath } from "../../session/rest";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";

interface Story {
  readonly workflow: Exclude<Workflow, "auto">;
  readonly chosenBy: "question" | "wish" | "verb" | "rights" | "revision";
  readonly revision?: number;
}

/** Somebody who stops typing this long wants to know. */
const PAUSE_MS = 300;
/** What somebody wants stands at the beginning; the server reads no more of it (`context.story`). */
const READ = 2_000;

export function StoryPreview({ draft }: { readonly draft: string }): ReactNode {
  const say = useText("chat");
  const story = useStory(draft.trim().slice(0, READ));
  const name =
    story &&
    [
      say(`workflow.${story.workflow}`),
      ...(story.revision === undefined ? [] : [say("revision", { revision: story.revision })]),
    ].join(", ");
  return (
    <output className="note story-preview" data-story={story?.workflow}>
      {story ? say("willAnswer", { name: name ?? "", why: say(`chosenBy.${story.chosenBy}`) }) : ""}
    </output>
  );
}

/** Asked once typing pauses; a text that cannot be sent has no story. */
function useStory(text: string): Story | undefined {
  const { rest, project } = useWorkbench();
  const [known, setKnown] = useState<{ readonly text: string; readonly story: Story } | undefined>();
  useEffect(() => {
    if (!text) return;
    let isOver = false;
    const later = setTimeout(() => {
      rest.post<Story>(`${projectPath(project)}/story`, { text }).then(
        (story) => {
          if (!isOver) setKnown({ text, story });
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
  return text ? known?.story : undefined;
}
