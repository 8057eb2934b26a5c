/** What the language model was sent for an answer, word for word, read when somebody asks for it. */

import { useState, type ReactNode } from "react";
import type { Run, Step } from "../../protocol";
import { projectPath, stepPath } from "../../session/rest";
import { Dialog } from "../../ui/Dialog";
import { useText } from "../../ui/text";
import { shown, useWorkbench } from "../../ui/workbench";
import { words } from "./words";

/** The result of a `context` step, as far as it is shown here. */
interface Prepared {
  readonly mode: string;
  readonly tokens: number;
  readonly request: {
    readonly system: readonly { readonly label: string; readonly text: string }[];
    readonly messages: readonly { readonly role: string; readonly text?: string }[];
  };
}

export function SentContext({ run }: { readonly run: Run }): ReactNode {
  const say = useText(words);
  const { rest, project } = useWorkbench();
  const [sent, setSent] = useState<Prepared | null>(null);
  const look = async (): Promise<void> => {
    const whole = await shown(rest.get<{ readonly steps: readonly Step[] }>(`${projectPath(project)}/runs/${run.runId}`));
    const step = whole?.steps.find((each) => each.kind === "context");
    if (!step) return;
    const read = await shown(rest.get<Step>(stepPath(project, run.runId, step.stepId)));
    if (read?.result) setSent(read.result as unknown as Prepared);
  };
  return (
    <>
      <button type="button" className="chip" title={say("contextSentTitle")} onClick={() => void look()}>{say("contextSent")}</button>
      {sent ? (
        <Dialog title={say("contextSentTitle")} close={() => setSent(null)} wide>
          <p className="note">{say("contextTokens", { count: sent.tokens })}</p>
          {sent.request.system.map((block) => <Block key={block.label} label={block.label} text={block.text} />)}
          {sent.request.messages.map((message, index) => <Block key={index} label={message.role} text={message.text ?? ""} />)}
        </Dialog>
      ) : null}
    </>
  );
}

function Block({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <section>
      <h3 className="note">{label}</h3>
      <pre className="exact" tabIndex={0}>{text}</pre>
    </section>
  );
}
