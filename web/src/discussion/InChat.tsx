/** A persona's message in the chat: which turn it is; and behind the newest one, what the discussion as a whole has come to. */

import { type ReactNode, useMemo } from "react";
import { LateOperations } from "../canvases/chat/LateOperations";
import { RunLine } from "../canvases/chat/RunLine";
import { AnsweredForms } from "../forms/RunForms";
import type { Message } from "../protocol";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { openDiscussion } from "./shown";

export function TurnOf({ message }: { readonly message: Message }): ReactNode {
  const say = useText("discussion");
  if (message.round === undefined) return null;
  return (
    <span className="note">
      {say("round", { number: message.round })}
      {message.turn === undefined ? "" : ` · ${say("turn", { label: message.turn })}`}
    </span>
  );
}

export function DiscussionSoFar({ message, runId }: { readonly message: Message; readonly runId: string }): ReactNode {
  const say = useText("discussion");
  const order = useStore((state) => state.threads.order.get(message.threadId));
  const messages = useStore((state) => state.threads.messages);
  const newest = useMemo(
    () =>
      order?.findLast((id) => {
        const each = messages.get(id);
        return each?.runId === runId && each.author.kind === "persona";
      }),
    [order, messages, runId],
  );
  if (newest !== message.messageId) return null;
  return (
    <>
      <div className="so-far">
        <RunLine runId={runId} messageStatus={message.status} />
        <button type="button" className="link" onClick={() => openDiscussion(runId)}>
          {say("open")}
        </button>
      </div>
      <AnsweredForms runId={runId} />
      <LateOperations message={message} />
    </>
  );
}
