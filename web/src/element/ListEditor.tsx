/** A list of words: each can be taken out, and a new one is added with Enter. */

import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useText } from "../ui/text";

interface Properties {
  readonly id: string;
  readonly disabled: boolean;
  readonly words: readonly string[];
  readonly change: (words: readonly string[]) => void;
}

export function ListEditor({ id, disabled, words, change }: Properties): ReactNode {
  const say = useText("element");
  const [text, setText] = useState("");
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || text.trim() === "") return;
    event.preventDefault();
    change([...words, text.trim()]);
    setText("");
  };
  return (
    <div className="list-editor">
      {words.map((word, at) => (
        <span key={`${word} ${at}`} className="chip">
          <bdi>{word}</bdi>
          <button
            type="button"
            className="icon"
            disabled={disabled}
            aria-label={say("removeWord", { word })}
            onClick={() => change(words.filter((_, other) => other !== at))}
          >
            <X aria-hidden />
          </button>
        </span>
      ))}
      <input
        id={id}
        type="text"
        disabled={disabled}
        placeholder={say("addWord")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKey}
      />
    </div>
  );
}
