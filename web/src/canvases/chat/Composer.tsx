/** Where a person writes: the text, what kind of answer is wanted, and what the assistant is given for it. */

import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { SetupButton } from "../../discussion/SetupButton";
import { optionsOf, wrongWith } from "../../discussion/setup";
import { chosenSetup, openDiscussion } from "../../discussion/shown";
import { InquiryButton, USUAL_INQUIRY } from "../../documents/InquiryButton";
import { type ContextMode, LIMITS, type Run, WORKFLOWS } from "../../protocol";
import { useWorkflows } from "../../runs/useWorkflows";
import { canvasState } from "../../state/canvas";
import { mayAskIn } from "../../state/people";
import type { State } from "../../state/state";
import { perform } from "../../ui/commands";
import { onFocusComposer } from "../../ui/focus";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useSend, useWorkbench } from "../../ui/workbench";
import { Completions, useCompletion } from "./Completions";
import { ContextChip } from "./ContextChip";
import { type Completion, completionAt } from "./completion";
import { useSuggestions } from "./useSuggestions";
import { WorkflowPreview } from "./WorkflowPreview";

const CHOICES = ["auto", ...WORKFLOWS] as const;

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
  const [workflow, setWorkflow] = useState<string>("auto");
  const [mode, setMode] = useState<ContextMode | "auto">("auto");
  const [inquiry, setInquiry] = useState(USUAL_INQUIRY);
  const field = useFocusedField(draft, setDraft);
  const complete = useCompleter();
  const completing = useCompletion(field, draft, setDraft, complete);
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
        placeholder={say(useStore(invitation))}
        value={draft}
        rows={3}
        disabled={!mayAsk}
        {...completing.field}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (completing.onKey(event)) return;
          // In an empty box there is no line above: Up changes what was said last.
          if (event.key === "ArrowUp" && draft === "" && perform("message.edit")) event.preventDefault();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void ask();
        }}
      />
      <Completions completing={completing} />
      {tooLong ? (
        <p className="note bad" role="alert">
          {say("tooLong", { count: draft.length, most: LIMITS.messageLength })}
        </p>
      ) : null}
      {workflow === "auto" && mayAsk && !tooLong ? <WorkflowPreview draft={draft} /> : null}
      <div className="composer-bar">
        <ContextChip mode={mode} setMode={setMode} draft={draft} threadId={threadId} workflow={workflow} />
        <WorkflowMenu workflow={workflow} setWorkflow={setWorkflow} isUsable={mayAsk} />
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

/** What the empty field says: before the model is there nobody knows whether one may ask. */
function invitation(state: State): "ask" | "coming" | "mayNotAsk" {
  if (state.project === undefined) return "coming";
  return mayAskIn(state) ? "ask" : "mayNotAsk";
}

function WorkflowMenu({
  workflow,
  setWorkflow,
  isUsable,
}: {
  readonly workflow: string;
  readonly setWorkflow: (workflow: string) => void;
  readonly isUsable: boolean;
}): ReactNode {
  const say = useText("chat");
  const { ofPlugins } = useWorkflows();
  return (
    <label>
      <span className="visually-hidden">{say("workflow")}</span>
      <select value={workflow} onChange={(event) => setWorkflow(event.target.value)} disabled={!isUsable}>
        {CHOICES.map((each) => (
          <option key={each} value={each}>
            {say(`workflow.${each}`)}
          </option>
        ))}
        {ofPlugins.map(({ name, title, statement }) => (
          <option key={name} value={name} title={statement}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Names of nodes after `@`, and sentences that may be meant. */
function useCompleter(): (draft: string, caret: number) => Completion | undefined {
  const sentences = useSuggestions();
  const nodes = useStore((state) => state.graph.nodes);
  return (draft, caret) => completionAt(draft, caret, nodes.values(), sentences);
}

/** The field, which is where one writes on: when another part of the page asks for it, and when it gets a text. */
function useFocusedField(draft: string, setDraft: (text: string) => void): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(
    () =>
      onFocusComposer((text) => {
        if (text) setDraft(`${text}${field.current?.value ?? ""}`);
        field.current?.focus();
      }),
    [setDraft],
  );
  // What was there when the page came asks for nobody's attention.
  const before = useRef(draft);
  useEffect(() => {
    if (draft && draft !== before.current) field.current?.focus();
    before.current = draft;
  }, [draft]);
  return field;
}
