/** A list of words: each can be taken out, and a new one is added with Enter. */

import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useText } from "../ui/text";
import { unsent } from "../ui/unsent";

interface Properties {
  readonly id: string;
  readonly disabled: boolean;
  readonly words: readonly string[];
  /** Whether it was taken. */
  readonly change: (words: readonly string[]) => Promise<boolean>;
}

export function ListEditor({ id, disabled, words, change }: Properties): ReactNode {
  const say = useText("element");
  const [text, setText] = useState("");
  const [isAdding, setAdding] = useState(false);
  const add = async (): Promise<void> => {
    if (isAdding) return;
    setAdding(true);
    // A word that was refused stays in the field, and so does what was typed since.
    if (await change([...words, text.trim()])) setText((now) => unsent(now, text));
    setAdding(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || text.trim() === "") return;
    event.preventDefault();
    void add();
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
            onClick={() => void change(words.filter((_, other) => other !== at))}
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
