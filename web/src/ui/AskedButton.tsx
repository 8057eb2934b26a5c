/** A button for what cannot be taken back: the first click asks, the second does it, and going elsewhere lets it be. */

import { type ReactNode, useState } from "react";

interface Properties {
  readonly text: string;
  /** What the button is called where several have the same text. */
  readonly label?: string;
  readonly question: string;
  readonly run: () => void;
}

export function AskedButton({ text, label = text, question, run }: Properties): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <button
      type="button"
      className={isAsked ? "stop" : ""}
      aria-label={isAsked ? question : label}
      onBlur={() => setAsked(false)}
      onClick={() => {
        setAsked(!isAsked);
        if (isAsked) run();
      }}
    >
      {isAsked ? question : text}
    </button>
  );
}
