/** One field for the name of a baseline; what is refused stands beneath it. */

import { type ReactNode, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Baseline } from "../protocol";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";

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
  const [name, setName] = useState(first);
  const { isBusy, error, ask } = useAsk();
  const save = async (): Promise<void> => {
    const made = await ask(give(name.trim()));
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
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy || !name.trim()}>
          {say("save")}
        </button>
        <button type="button" onClick={cancel}>
          {say("cancel")}
        </button>
      </div>
      <p className="note">{say("nameHint")}</p>
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
    </form>
  );
}
