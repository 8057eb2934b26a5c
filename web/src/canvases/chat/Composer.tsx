/** Where a person writes: the text, what kind of answer is wanted, and what the assistant is given for it. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { SetupButton } from "../../discussion/SetupButton";
import { optionsOf, wrongWith } from "../../discussion/setup";
import { chosenSetup, openDiscussion } from "../../discussion/shown";
import { InquiryButton, USUAL_INQUIRY } from "../../documents/InquiryButton";
import { NextPrompt, type PromptPreview } from "../../inspector/NextPrompt";
import { CONTEXT_MODES, type ContextMode, LIMITS, type Run, WORKFLOWS, type Workflow } from "../../protocol";
import { projectPath } from "../../session/rest";
import { canvasState } from "../../state/canvas";
import { mayAskIn } from "../../state/people";
import { perform } from "../../ui/commands";
import { Dialog } from "../../ui/Dialog";
import { onFocusComposer } from "../../ui/focus";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { shown, useSend, useWorkbench } from "../../ui/workbench";
import { WorkflowPreview } from "./WorkflowPreview";

interface Properties {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly threadId: string | undefined;
  /** The message that is answered, where it is not the newest of the thread. */
  readonly parentMessageId: string | undefined;
  readonly running: Run | undefined;
  readonly sent: (threadId: string) => void;
  readonly stop: () => void;
}

export function Composer({ draft, setDraft, threadId, parentMessageId, running, sent, stop }: Properties): ReactNode {
  const say = useText("chat");
  const send = useSend();
  const { store } = useWorkbench();
  const mayAsk = useStore(mayAskIn);
  const [workflow, setWorkflow] = useState<Workflow>("auto");
  const [mode, setMode] = useState<ContextMode | "auto">("auto");
  const [inquiry, setInquiry] = useState(USUAL_INQUIRY);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(
    () =>
      onFocusComposer((text) => {
        if (text) setDraft(`${text}${field.current?.value ?? ""}`);
        field.current?.focus();
      }),
    [setDraft],
  );
  useEffect(() => {
    if (draft) field.current?.focus();
  }, [draft]);
  const tooLong = draft.length > LIMITS.messageLength;

  const ask = async (): Promise<void> => {
    const text = draft.trim();
    const isDiscussion = workflow === "discuss";
    if (!text || tooLong || !mayAsk || (isDiscussion && wrongWith(chosenSetup()).length > 0)) return;
    setDraft("");
    const answer = await send<{ readonly threadId: string; readonly runId?: string }>({
      type: "message.send",
      text,
      workflow,
      canvas: canvasState(store.get().canvas),
      ...(threadId && { threadId }),
      ...(parentMessageId && { parentMessageId }),
      ...(mode !== "auto" && { contextMode: mode }),
      ...(workflow === "investigate" && { options: { ...inquiry } }),
      ...(isDiscussion && { options: optionsOf(chosenSetup()) }),
    });
    if (answer) sent(answer.threadId);
    else setDraft(text); // refused: the question is not lost
    if (isDiscussion && answer?.runId !== undefined) openDiscussion(answer.runId);
  };

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <textarea
        ref={field}
        aria-label={say("ask")}
        placeholder={mayAsk ? say("ask") : say("mayNotAsk")}
        value={draft}
        rows={3}
        disabled={!mayAsk}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          // In an empty box there is no line above: Up changes what was said last.
          if (event.key === "ArrowUp" && draft === "" && perform("message.edit")) event.preventDefault();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void ask();
        }}
      />
      {tooLong ? (
        <p className="note bad" role="alert">
          {say("tooLong", { count: draft.length, most: LIMITS.messageLength })}
        </p>
      ) : null}
      {workflow === "auto" && mayAsk && !tooLong ? <WorkflowPreview draft={draft} /> : null}
      <div className="composer-bar">
        <ContextChip mode={mode} setMode={setMode} draft={draft} threadId={threadId} workflow={workflow} />
        <label>
          <span className="visually-hidden">{say("workflow")}</span>
          <select value={workflow} onChange={(event) => setWorkflow(event.target.value as Workflow)} disabled={!mayAsk}>
            {(["auto", ...WORKFLOWS] as const).map((each) => (
              <option key={each} value={each}>
                {say(`workflow.${each}`)}
              </option>
            ))}
          </select>
        </label>
        {workflow === "investigate" ? <InquiryButton inquiry={inquiry} change={setInquiry} /> : null}
        {workflow === "discuss" ? <SetupButton /> : null}
        <span className="grow" />
        {running ? (
          <button type="button" className="stop" onClick={stop} title={say("stopHint")}>
            {say("stop")} <kbd>Esc</kbd>
          </button>
        ) : null}
        {running && !draft.trim() ? null : (
          <button type="submit" className="primary" disabled={!mayAsk || !draft.trim() || tooLong}>
            {say("send")}
          </button>
        )}
      </div>
    </form>
  );
}

interface Captured {
  readonly text: string;
  readonly tokens: number;
  /** Of the message as it is written now, where one prompt answers it. */
  readonly prompt?: PromptPreview;
}

function ContextChip({
  mode,
  setMode,
  draft,
  threadId,
  workflow,
}: {
  readonly mode: ContextMode | "auto";
  readonly setMode: (mode: ContextMode | "auto") => void;
  readonly draft: string;
  readonly threadId: string | undefined;
  readonly workflow: Workflow;
}): ReactNode {
  const say = useText("chat");
  const { rest, store, project } = useWorkbench();
  const count = useStore((state) => state.canvas.selection.nodes.length);
  const [captured, setCaptured] = useState<Captured | null>(null);
  const [isOpen, setOpen] = useState(false);
  const look = async (wanted: ContextMode | "auto"): Promise<void> => {
    const question = draft.trim().slice(0, LIMITS.messageLength);
    const body = {
      canvas: canvasState(store.get().canvas),
      mode: wanted === "auto" && !question ? "full" : wanted,
      question,
      workflow,
      ...(threadId && { threadId }),
    };
    setCaptured((await shown(rest.post<Captured>(`${projectPath(project)}/context`, body))) ?? null);
  };
  const open = (): void => {
    setOpen(true);
    void look(mode);
  };
  const choose = (wanted: ContextMode | "auto"): void => {
    setMode(wanted);
    void look(wanted);
  };
  const name = say(`mode.${mode}`);
  return (
    <>
      <button type="button" className="chip" onClick={open} title={say("contextMode")}>
        {say("context")}: {count > 0 ? say("contextSelected", { mode: name, count }) : name}
      </button>
      {isOpen ? (
        <Dialog title={say("contextText")} close={() => setOpen(false)} wide>
          <label>
            {say("contextMode")}{" "}
            <select value={mode} onChange={(event) => choose(event.target.value as ContextMode | "auto")}>
              {(["auto", ...CONTEXT_MODES] as const).map((each) => (
                <option key={each} value={each}>
                  {say(`mode.${each}`)}
                </option>
              ))}
            </select>
          </label>
          {mode === "auto" ? <p className="note">{say("contextAuto")}</p> : null}
          {captured?.prompt ? <NextPrompt prompt={captured.prompt} /> : null}
          {captured ? <p className="note">{say("contextTokens", { count: captured.tokens })}</p> : null}
          <pre className="exact" tabIndex={0}>
            {captured?.text ?? "…"}
          </pre>
        </Dialog>
      ) : null}
    </>
  );
}
