/** What was said and the server has not taken yet: it stands where it will stand, and says that it waits. */

import { type ReactNode, useEffect, useState } from "react";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";

/** On a line that is open a message is taken at once; what takes longer than this is told. */
const AT_ONCE_MS = 1_000;

export function UnheardMessages({ threadId }: { readonly threadId: string | undefined }): ReactNode {
  const unheard = useStore((state) => state.connection.unheard);
  return unheard.map((message) =>
    message.threadId === threadId ? <Unheard key={message.commandId} text={message.text} /> : null,
  );
}

function Unheard({ text }: { readonly text: string }): ReactNode {
  const say = useText("chat");
  const isAway = useStore((state) => state.connection.status !== "open");
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), AT_ONCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isAway && !isLong) return null;
  return (
    <article className="message" data-kind="person" data-status="unheard" aria-label={say("you")}>
      <p className="said">
        <bdi>{text}</bdi>
      </p>
      <p className="note">{say("unheard")}</p>
    </article>
  );
}
