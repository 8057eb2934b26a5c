/** Sentences that an answer offers to say next: a click puts one into the composer, where it can still be changed. */

import type { ReactNode } from "react";
import type { Message } from "../../protocol";
import { mayAskIn } from "../../state/people";
import { writeToComposer } from "../../ui/focus";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";

export function Suggestions({ message }: { readonly message: Message }): ReactNode {
  const say = useText("chat");
  const mayAsk = useStore(mayAskIn);
  const texts = message.parts.flatMap((part) => (part.kind === "suggestions" ? part.texts : []));
  if (texts.length === 0) return null;
  return (
    <ul className="suggestions" aria-label={say("suggestions")}>
      {texts.map((text) => (
        <li key={text}>
          <button type="button" disabled={!mayAsk} onClick={() => writeToComposer(`${text} `)}>
            <bdi>{text}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
