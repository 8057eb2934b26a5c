/** One message: who says it, the text, what it changed, and how it came about. */

import { memo, useState, type ReactNode } from "react";
import { Markdown } from "../../markdown/Markdown";
import type { Message } from "../../protocol";
import { textOf } from "../../state/threads";
import { NodeChip } from "../../ui/NodeChip";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useStore } from "../../ui/useStore";
import { useSend } from "../../ui/workbench";
import { OperationsCard } from "./OperationsCard";
import { RunLine } from "./RunLine";
import { words } from "./words";

interface Properties {
  readonly message: Message;
  readonly versions: readonly string[];
  readonly choose: (messageId: string) => void;
}

export const MessageView = memo(({ message, versions, choose }: Properties): ReactNode => {
  const say = useText(words);
  const isMine = useStore((state) => message.author.personId !== undefined && message.author.personId === state.connection.me?.personId);
  const ending = useStore((state) => state.threads.endings.get(message.messageId));
  const [isEditing, setEditing] = useState(false);
  const text = textOf(message);
  const kind = message.author.kind;
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => toasts.done(say("copied")));
  return (
    <article className="message" data-kind={kind} data-persona={kind === "persona" ? message.author.name : undefined} data-status={message.status} aria-label={message.author.name}>
      <header>
        <span className="author"><bdi>{message.author.name}</bdi>{isMine ? ` (${say("you")})` : ""}</span>
        {versions.length > 1 ? <Versions message={message} versions={versions} choose={choose} /> : null}
        <span className="tools">
          {isMine && !isEditing ? <button type="button" className="quiet" onClick={() => setEditing(true)}>{say("edit")}</button> : null}
          {kind !== "person" && text ? <button type="button" className="quiet" onClick={copy}>{say("copy")}</button> : null}
        </span>
      </header>
      {isEditing ? <Edit message={message} text={text} close={() => setEditing(false)} /> : null}
      {!isEditing && kind === "person" ? <p className="said"><bdi>{text}</bdi></p> : null}
      {kind !== "person" && message.runId ? <RunLine runId={message.runId} messageStatus={message.status} /> : null}
      {kind !== "person" ? <Markdown text={text} /> : null}
      {message.parts.map((part, index) =>
        part.kind === "citation" && part.nodeId ? <NodeChip key={index} nodeId={part.nodeId} /> : null,
      )}
      {message.status === "stopped" ? <p className="note">{say("stopped")}</p> : null}
      {message.status === "failed" ? <p className="note bad">{say("failed")}</p> : null}
      {ending?.truncated ? <p className="note">{say("truncated")}</p> : null}
      {kind !== "person" ? <OperationsCard message={message} /> : null}
    </article>
  );
});
MessageView.displayName = "MessageView";

function Versions({ message, versions, choose }: Properties): ReactNode {
  const say = useText(words);
  const at = versions.indexOf(message.messageId);
  const step = (by: number): void => choose(versions[at + by] ?? message.messageId);
  return (
    <span className="versions" role="group" aria-label={say("version", { number: at + 1, count: versions.length })}>
      <button type="button" className="quiet" aria-label={say("previous")} disabled={at === 0} onClick={() => step(-1)}>‹</button>
      {at + 1}/{versions.length}
      <button type="button" className="quiet" aria-label={say("next")} disabled={at === versions.length - 1} onClick={() => step(1)}>›</button>
    </span>
  );
}

function Edit({ message, text, close }: { readonly message: Message; readonly text: string; readonly close: () => void }): ReactNode {
  const say = useText(words);
  const send = useSend();
  const [draft, setDraft] = useState(text);
  const save = async (): Promise<void> => {
    const answer = await send({ type: "message.edit", messageId: message.messageId, text: draft, rerun: true });
    if (answer) close();
  };
  return (
    <form className="edit" onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <textarea
        aria-label={say("edit")}
        value={draft}
        autoFocus
        rows={3}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") { event.stopPropagation(); close(); }
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); void save(); }
        }}
      />
      <button type="submit" className="primary" disabled={!draft.trim()}>{say("saveEdit")}</button>
      <button type="button" onClick={close}>{say("cancel")}</button>
    </form>
  );
}
