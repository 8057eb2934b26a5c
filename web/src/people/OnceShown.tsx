/** A link or token that is shown only now, with a button that copies it. */

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useText } from "../ui/text";

export function OnceShown({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const say = useText("people");
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div className="once-shown" role="status">
      <label>
        {label}
        <input ref={field} type="text" readOnly value={text} onFocus={(event) => event.target.select()} />
      </label>
      <button type="button" onClick={copy}>
        {isCopied ? say("copied") : say("copy")}
      </button>
    </div>
  );
}
