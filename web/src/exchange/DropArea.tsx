/** Where a file with a model is dropped or chosen, and what can be read; what becomes of it is not decided here. */

import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useText } from "../ui/text";
import { useFormats } from "./useFormats";
import "./exchange.css";

interface DropAreaProperties {
  readonly isAllowed: boolean;
  /** Nothing was chosen yet: what can be read is said. */
  readonly isFirst: boolean;
  readonly take: (file: File) => void;
}

export function DropArea({ isAllowed, isFirst, take }: DropAreaProperties): ReactNode {
  const say = useText("exchange");
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { formats } = useFormats();
  const list = formats.flatMap((each) => (each.isRead && !each.needs ? [each.title] : [])).join(", ");
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && isAllowed) take(dropped);
  };
  return (
    <div
      className="exchange-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" data-first disabled={!isAllowed} onClick={() => input.current?.click()}>
        {say("choose")}
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={say("choose")}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) take(chosen);
          event.target.value = "";
        }}
      />
      <p className="note">{say("drop")}</p>
      {list === "" || !isFirst ? null : (
        <details className="note exchange-formats">
          <summary>{say("formats")}</summary>
          {list}
        </details>
      )}
    </div>
  );
}
