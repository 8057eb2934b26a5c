/** One message: who says it, the text, what it changed, and how it came about. */

import { memo, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { namesOf, selectBaselines } from "../../baselines/baselines";
import { DiscussionSoFar, TurnOf } from "../../discussion/InChat";
import { asksMe, openForms, withoutAsked } from "../../forms/forms";
import { AnsweredForms } from "../../forms/RunForms";
import { Markdown } from "../../markdown/Markdown";
import { Sources } from "../../markdown/sources";
import type { Message } from "../../protocol";
import { listed, markedText, sourcing } from "../../state/sources";
import { selectOpenComments } from "../../state/store";
import { textOf } from "../../state/threads";
import { late } from "../../ui/late";
import { NodeChip } from "../../ui/NodeChip";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useBegun } from "../../ui/useBegun";
import { useCommand } from "../../ui/useCommand";
import { useStore } from "../../ui/useStore";
import { useValue } from "../../ui/useValue";
import { useSend } from "../../ui/workbench";
import { LateOperations } from "./LateOperations";
import { RunLine, RunSummary } from "./RunLine";
import { Suggestions } from "./Suggestions";
import { WorkflowChip } from "./WorkflowChip";
import { wantedMessage } from "./wanted";

const CommentSection = late(async () => ({ default: (await import("../../comments/CommentSection")).CommentSection }));

const SourceList = late(() => import("../../markdown/SourceList"));

interface Properties {
  readonly message: Message;
  readonly versions: readonly string[];
  readonly choose: (versions: readonly string[], messageId: string) => void;
}

export const MessageView = memo(({ message, versions, choose }: Properties): ReactNode => {
  const say = useText("chat");
  const isMine = useStore(
    (state) => message.author.personId !== undefined && message.author.personId === state.connection.me?.personId,
  );
  const ending = useStore((state) => state.threads.endings.get(message.messageId));
  const [begun] = useBegun(editOf(message));
  const [isEditing, setEditing] = useState(begun !== undefined);
  const wanted = useValue(wantedMessage);
  const isWanted = wanted?.messageId === message.messageId;
  const isRemarked = isWanted && wanted.withComments === true;
  const [isCommenting, setCommenting] = useState(isRemarked);
  const remarks = useStore((state) => selectOpenComments(state).get(message.messageId) ?? 0);
  const asks = useStore((state) => asksMe(state, message.runId));
  const text = useMemo(() => withoutAsked(textOf(message), openForms(asks)), [message, asks]);
  const kind = message.author.kind;
  // The assistant signs with its model; people know it by what it is.
  const author = kind === "assistant" ? say("assistant") : message.author.name;
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => toasts.done(say("copied")));
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    if (isRemarked) setCommenting(true);
    article.current?.scrollIntoView({ block: "nearest" });
    article.current?.focus({ preventScroll: true });
    wantedMessage.set(undefined); // it was asked for once
  }, [isWanted, isRemarked]);
  const about = (): HTMLElement | null => article.current;
  const isCopied = kind !== "person" && text !== "";
  useCommand("message.edit", { run: () => setEditing(true), isEnabled: () => isMine && !isEditing, about });
  useCommand("message.copy", { run: copy, isEnabled: () => isCopied, about });
  return (
    <article
      ref={article}
      className="message"
      data-kind={kind}
      data-persona={kind === "persona" ? message.author.name : undefined}
      data-status={message.status}
      aria-label={author}
      tabIndex={-1}
    >
      <header>
        <span className="author" title={message.author.name}>
          <bdi>{author}</bdi>
          {isMine ? ` (${say("you")})` : ""}
        </span>
        {kind === "persona" ? <TurnOf message={message} /> : null}
        {message.revision === undefined ? null : <RevisionChip revision={message.revision} />}
        {versions.length > 1 ? <Versions message={message} versions={versions} choose={choose} /> : null}
        <span className="tools">
          {isMine && !isEditing ? (
            <button type="button" className="quiet" onClick={() => setEditing(true)}>
              {say("edit")}
            </button>
          ) : null}
          {isCopied ? (
            <button type="button" className="quiet" onClick={copy}>
              {say("copy")}
            </button>
          ) : null}
          {message.status === "streaming" ? null : (
            <button
              type="button"
              className="quiet"
              aria-expanded={isCommenting}
              data-commented={remarks > 0}
              onClick={() => setCommenting(!isCommenting)}
            >
              {remarks > 0 ? say("comments", { count: remarks }) : say("comment")}
            </button>
          )}
        </span>
      </header>
      {isEditing ? <Edit message={message} text={text} close={() => setEditing(false)} /> : null}
      {!isEditing && kind === "person" ? (
        <p className="said">
          <bdi>{text}</bdi>
        </p>
      ) : null}
      {kind === "assistant" && message.runId ? <RunLine runId={message.runId} messageStatus={message.status} /> : null}
      {kind === "assistant" && message.runId ? <AnsweredForms runId={message.runId} /> : null}
      {kind === "person" ? null : (
        <Answer message={message} text={text}>
          {message.status === "stopped" ? <p className="note">{say("stopped")}</p> : null}
          {message.status === "failed" ? <p className="note bad">{say("failed")}</p> : null}
          {ending?.truncated ? <p className="note">{say("truncated")}</p> : null}
          {kind === "assistant" ? <LateOperations message={message} /> : null}
          {kind === "assistant" ? <Suggestions message={message} /> : null}
        </Answer>
      )}
      {kind === "assistant" && message.runId ? (
        <footer className="run-line">
          <WorkflowChip message={message} runId={message.runId} />
          <RunSummary runId={message.runId} messageStatus={message.status} />
        </footer>
      ) : null}
      {kind === "persona" && message.runId ? <DiscussionSoFar message={message} runId={message.runId} /> : null}
      {isCommenting ? (
        <Suspense fallback={null}>
          <CommentSection kind="message" about={message.messageId} />
        </Suspense>
      ) : null}
    </article>
  );
}, isSame);
MessageView.displayName = "MessageView";

interface AnswerProperties {
  readonly message: Message;
  readonly text: string;
  /** What came of it, and what may be said next: the words lead to it, so nothing stands between. */
  readonly children: ReactNode;
}

/** The words with the numbers of what they rest on, and at the end the list of it. */
function Answer({ message, text, children }: AnswerProperties): ReactNode {
  const marked = useMemo(() => listed(markedText(message, text)), [message, text]);
  const sourced = useMemo(() => sourcing(message, marked), [message, marked]);
  return (
    <Sources value={sourced}>
      <Markdown text={marked} written={text} />
      {children}
      {sourced.sources.length === 0 ? null : (
        <Suspense fallback={null}>
          <SourceList />
        </Suspense>
      )}
      {sourced.citations.map((part, index) =>
        part.nodeId && part.start === undefined ? <NodeChip key={index} nodeId={part.nodeId} /> : null,
      )}
    </Sources>
  );
}

/** While somebody types, and while another message grows, this one need not be drawn again. */
function isSame(one: Properties, two: Properties): boolean {
  return one.message === two.message && one.choose === two.choose && one.versions.join() === two.versions.join();
}

/** A question about the model as it was. */
function RevisionChip({ revision }: { readonly revision: number }): ReactNode {
  const say = useText("chat");
  const names = namesOf(useStore(selectBaselines), revision);
  return (
    <span className="chip" title={say("revisionTitle")}>
      <bdi>{[say("revision", { revision }), ...names].join(" · ")}</bdi>
    </span>
  );
}

function Versions({ message, versions, choose }: Properties): ReactNode {
  const say = useText("chat");
  const at = versions.indexOf(message.messageId);
  const step = (by: number): void => choose(versions, versions[at + by] ?? message.messageId);
  const group = useRef<HTMLSpanElement>(null);
  const about = (): Element | null => group.current?.closest(".message") ?? null;
  const [isFirst, isLast] = [at === 0, at === versions.length - 1];
  useCommand("message.versionBefore", { run: () => step(-1), isEnabled: () => !isFirst, about, needsFocus: true });
  useCommand("message.versionAfter", { run: () => step(1), isEnabled: () => !isLast, about, needsFocus: true });
  return (
    <span
      ref={group}
      className="versions"
      role="group"
      aria-label={say("version", { number: at + 1, count: versions.length })}
    >
      <button type="button" className="quiet" aria-label={say("previous")} disabled={isFirst} onClick={() => step(-1)}>
        ‹
      </button>
      {at + 1}/{versions.length}
      <button type="button" className="quiet" aria-label={say("next")} disabled={isLast} onClick={() => step(1)}>
        ›
      </button>
    </span>
  );
}

/** The place of a new wording. */
function editOf({ messageId }: Message): string {
  return `edit ${messageId}`;
}

function Edit({
  message,
  text,
  close,
}: {
  readonly message: Message;
  readonly text: string;
  readonly close: () => void;
}): ReactNode {
  const say = useText("chat");
  const send = useSend();
  const [draft = text, write] = useBegun(editOf(message));
  const giveUp = (): void => {
    write(undefined);
    close();
  };
  const save = async (): Promise<void> => {
    const answer = await send({ type: "message.edit", messageId: message.messageId, text: draft, rerun: true });
    if (answer) giveUp();
  };
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        aria-label={say("edit")}
        value={draft}
        autoFocus
        rows={3}
        onChange={(event) => write(event.target.value === text ? undefined : event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            giveUp();
          }
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void save();
          }
        }}
      />
      <button type="submit" className="primary" disabled={!draft.trim()}>
        {say("saveEdit")}
      </button>
      <button type="button" onClick={giveUp}>
        {say("cancel")}
      </button>
    </form>
  );
}
