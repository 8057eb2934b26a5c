/** Where a comment is written: people are completed after `@`, Enter sends, Esc leaves, and what is not sent stays in the window. */

import { type ReactNode, useRef, useState } from "react";
import { Completions, useCompletion } from "../canvases/chat/Completions";
import { LIMITS } from "../protocol";
import { mayAskIn } from "../state/people";
import { useText } from "../ui/text";
import { unsent } from "../ui/unsent";
import { begunAt, useBegun } from "../ui/useBegun";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { mentionAt } from "./mentions";

interface Properties {
  /** What the draft is kept under. */
  readonly about: string;
  readonly label: string;
  readonly names: ReadonlyMap<string, string>;
  /** What stands there at first. */
  readonly text?: string;
  readonly isFocused?: boolean;
  /** Whether it was taken. */
  readonly send: (text: string) => Promise<boolean>;
  /** Closes the field; whether the focus was in it or nowhere. */
  readonly close?: (hadFocus: boolean) => void;
}

export function CommentField({
  about,
  label,
  names,
  text = "",
  isFocused = false,
  send,
  close,
}: Properties): ReactNode {
  const say = useText("comments");
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { project } = useWorkbench();
  const [draft = text, write] = useBegun(placeOf(about));
  const [isSending, setSending] = useState(false);
  const mayAsk = useStore(mayAskIn);
  const change = (next: string): void => write(next === text ? undefined : next);
  const completing = useCompletion(field, draft, change, (typed, caret) =>
    mentionAt(typed, caret, [...names.values()]),
  );
  const isEmpty = draft.trim() === "";
  const submit = async (): Promise<void> => {
    if (isEmpty || isSending) return;
    setSending(true);
    const isTaken = await send(draft);
    setSending(false);
    if (!isTaken) return;
    const now = begunAt(project, placeOf(about)) ?? text;
    // What was typed meanwhile stays; where a text is changed, it belongs to the whole of it.
    const left = text === "" || now === draft ? unsent(now, draft).trimStart() : now;
    end(left || undefined);
  };
  /** What is left of it; with nothing left, out of the field. */
  const end = (left?: string): void => {
    write(left);
    if (left === undefined) leave();
  };
  /** Out of the field; a field that stays takes the focus from its buttons, which go. */
  const leave = (): void => {
    const hadFocus = hasFocus(form.current);
    if (close) close(hadFocus);
    else if (hadFocus) field.current?.focus();
  };
  return (
    <form
      ref={form}
      className="comment-field"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        placeholder={mayAsk ? label : say("mayNot")}
        title={mayAsk ? undefined : say("mayNot")}
        value={draft}
        rows={1}
        dir="auto"
        maxLength={LIMITS.commentLength}
        autoFocus={isFocused}
        disabled={!mayAsk}
        {...completing.field}
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (completing.onKey(event) || event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && !event.shiftKey) void submit();
          else if (event.key === "Escape" && (close !== undefined || draft !== ""))
            close ? leave() : field.current?.blur();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Completions completing={completing} />
      {isEmpty && close === undefined ? null : <Buttons isReady={!isEmpty && !isSending} drop={end} />}
    </form>
  );
}

/** Whether it or nothing has it. */
function hasFocus(form: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement === body || form?.contains(activeElement) === true;
}

/** By what it is about, so that whoever selects something else meanwhile loses nothing. */
function placeOf(about: string): string {
  return `comment ${about}`;
}

function Buttons({ isReady, drop }: { readonly isReady: boolean; readonly drop: () => void }): ReactNode {
  const say = useText("comments");
  return (
    <div className="row">
      <button type="submit" className="primary" disabled={!isReady}>
        {say("send")}
      </button>
      <button type="button" onClick={() => drop()}>
        {say("cancel")}
      </button>
      <span className="note">{say("hint")}</span>
    </div>
  );
}
