/** Which workflow answered, and the others for whoever asked: the same words again, beside this answer. */

import type { ReactNode } from "react";
import type { Message } from "../../protocol";
import { may } from "../../state/people";
import { isOpen } from "../../state/runs";
import { textOf } from "../../state/threads";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useSend } from "../../ui/workbench";

type Workflow = "ask" | "build" | "investigate";

/** What else could have answered. */
const OTHERS: Readonly<Record<Workflow, readonly Workflow[]>> = {
  ask: ["build", "investigate"],
  build: ["ask"],
  investigate: ["ask"],
};

export function WorkflowChip({ message, runId }: { readonly message: Message; readonly runId: string }): ReactNode {
  const say = useText("chat");
  const send = useSend();
  const run = useStore((state) => state.runs.runs.get(runId));
  const question = useStore((state) =>
    message.parentMessageId ? state.threads.messages.get(message.parentMessageId) : undefined,
  );
  const me = useStore((state) => state.connection.me?.personId);
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  const workflow = run?.workflow;
  if (run === undefined || !isWorkflow(workflow)) return null;
  const isMine = question !== undefined && me !== undefined && question.author.personId === me;
  const offers = isMine && !isOpen(run) ? OTHERS[workflow].filter((other) => other !== "build" || mayBuild) : [];
  const again = (workflow: Workflow): void => {
    if (question)
      void send({ type: "message.edit", messageId: question.messageId, text: textOf(question), rerun: true, workflow });
  };
  return (
    <>
      <span className="chip" data-workflow={workflow}>
        {say(`workflow.${workflow}`)}
      </span>
      {offers.map((other) => (
        <button key={other} type="button" className="link" onClick={() => again(other)}>
          {say(`instead.${other}`)}
        </button>
      ))}
    </>
  );
}

function isWorkflow(workflow: string | undefined): workflow is Workflow {
  return workflow !== undefined && workflow in OTHERS;
}
