/** The chat: threads, messages along the chosen branch, and the composer. */

import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { PinnedForms, SilentForms } from "../../forms/RunForms";
import { isOpen } from "../../state/runs";
import { isEmptyModel } from "../../state/state";
import { branchEnd, newestThreads, shownMessages, upTo } from "../../state/threads";
import { useText } from "../../ui/text";
import { useBegun } from "../../ui/useBegun";
import { useHistory } from "../../ui/useHistory";
import { useStore } from "../../ui/useStore";
import { useValue } from "../../ui/useValue";
import { useSend, useWorkbench } from "../../ui/workbench";
import { AddedStrip } from "./AddedStrip";
import { Composer } from "./Composer";
import { EmptyState } from "./EmptyState";
import { MessageView } from "./MessageView";
import { NextSteps } from "./NextSteps";
import { UnheardMessages } from "./UnheardMessages";
import { useFollowing } from "./useFollowing";
import { wantedMessage } from "./wanted";

export function ChatCanvas(): ReactNode {
  const say = useText("chat");
  const send = useSend();
  const { store } = useWorkbench();
  const threads = useStore((state) => state.threads);
  const isEmpty = useStore((state) => isEmptyModel(state) && state.threads.threads.size === 0);
  const isBegun = useStore((state) => state.connection.unheard.some((each) => each.threadId === undefined));
  const known = useMemo(() => newestThreads(threads), [threads]);
  const [picked, setPicked] = useState<string | "new" | null>(null);
  const threadId = picked === "new" ? undefined : (picked ?? known[0]?.threadId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [draft = "", setDraft] = useBegun("composer");
  useHistory(threadId);
  const wanted = useValue(wantedMessage);
  const isWantedKnown = useStore((state) => state.threads.messages.has(wanted?.messageId ?? ""));
  useEffect(() => {
    if (wanted === undefined) return;
    setPicked(wanted.threadId);
    if (isWantedKnown) setChosen(new Set(upTo(store.get().threads, wanted.messageId)));
  }, [wanted, isWantedKnown, store]);

  const messages = useMemo(
    () => (threadId ? shownMessages(threads, threadId, chosen) : []),
    [threads, threadId, chosen],
  );
  const running = useStore((state) =>
    [...state.runs.runs.values()].find(
      (run) => run.threadId === threadId && threadId !== undefined && isOpen(run) && run.status !== "waiting",
    ),
  );
  const { list, content, toEnd } = useFollowing(threadId);

  const said = useMemo(
    () => new Set(messages.flatMap(({ message }) => (message.author.kind === "person" ? [] : (message.runId ?? [])))),
    [messages],
  );

  const choose = useCallback((versions: readonly string[], messageId: string): void => {
    setChosen((before) => new Set([...[...before].filter((id) => !versions.includes(id)), messageId]));
  }, []);

  return (
    <div className="chat">
      <div className="pane-bar">
        <label className="thread-pick">
          <span className="visually-hidden">{say("thread")}</span>
          <select value={threadId ?? "new"} onChange={(event) => setPicked(event.target.value)}>
            {threadId === undefined ? <option value="new">{say("newThread")}</option> : null}
            {known.map((thread) => (
              <option key={thread.threadId} value={thread.threadId}>
                {thread.title}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          onClick={() => setPicked("new")}
          disabled={threadId === undefined}
          title={say("everybodySees")}
        >
          {say("newThread")}
        </button>
      </div>
      <div className="messages" role="log" aria-label={say("chat")} tabIndex={0} ref={list}>
        <div ref={content}>
          {isEmpty && !isBegun ? <EmptyState begin={setDraft} /> : null}
          {threadId === undefined && !isEmpty && !isBegun ? <NextSteps begin={setDraft} /> : null}
          {messages.map(({ message, versions }) => (
            <MessageView key={message.messageId} message={message} versions={versions} choose={choose} />
          ))}
          <SilentForms threadId={threadId} said={said} />
          <UnheardMessages threadId={threadId} />
        </div>
      </div>
      <PinnedForms threadId={threadId} />
      <AddedStrip message={messages.at(-1)?.message} />
      <Composer
        draft={draft}
        setDraft={setDraft}
        threadId={threadId}
        parentMessageId={threadId && branchEnd(threads, threadId, messages)}
        running={running}
        sent={(thread) => {
          setPicked(thread);
          toEnd();
        }}
        stop={() => running && void send({ type: "run.cancel", runId: running.runId })}
      />
    </div>
  );
}
