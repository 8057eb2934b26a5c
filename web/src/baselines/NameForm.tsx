/** One field for the name of a baseline; what is refused stands beneath it. */

import { type ReactNode, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Baseline } from "../protocol";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { baselineName } from "./baselines";

const LONGEST = 64;

interface Properties {
  readonly label: string;
  readonly first?: string;
  /** Gives the name; the answer is how the baseline stands. */
  readonly give: (name: string) => Promise<Baseline>;
  readonly done: (made: Baseline) => void;
  readonly cancel: () => void;
}

export function NameForm({ label, first = "", give, done, cancel }: Properties): ReactNode {
  const say = useText("baselines");
  const [typed, setTyped] = useState(first);
  const name = baselineName(typed);
  const { isBusy, error, ask } = useAsk();
  const save = async (): Promise<void> => {
    const made = await ask(give(name));
    if (made) done(made);
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          cancel();
        }
      }}
    >
      <div className="row wrap">
        <input
          type="text"
          aria-label={label}
          placeholder={label}
          required
          maxLength={LONGEST}
          autoFocus
          data-first
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy || name === ""}>
          {say("save")}
        </button>
        <button type="button" onClick={cancel}>
          {say("cancel")}
        </button>
      </div>
      <p className="note" role="status">
        {name === typed.trim() ? say("nameHint") : say("willBe", { name })}
      </p>
      <ErrorNotice error={error} />
    </form>
  );
}
