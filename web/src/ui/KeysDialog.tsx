/** The keyboard map, from the bindings themselves and from the table of what canvases and drawers listen to. */

import type { ReactNode } from "react";
import { Dialog } from "./Dialog";
import { type Binding, keyLabel } from "./keyboard";
import { KEY_GROUPS } from "./keyTable";
import { useLanguage, useText } from "./text";
import { words } from "./words";

export function KeysDialog({
  bindings,
  close,
}: {
  readonly bindings: readonly Binding[];
  readonly close: () => void;
}): ReactNode {
  const say = useText(words);
  const language = useLanguage();
  return (
    <Dialog title={say("keyboardMap")} close={close}>
      <dl className="keys">
        {bindings.map((each) => (
          <div key={each.keys}>
            <dt>
              {each.keys.split(" ").map((key) => (
                <kbd key={key}>{keyLabel(key)}</kbd>
              ))}
            </dt>
            <dd>{each.label}</dd>
          </div>
        ))}
      </dl>
      {KEY_GROUPS.map(({ title, rows }) => (
        <section key={title.en}>
          <h3>{title[language]}</h3>
          <dl className="keys">
            {rows.map((row) => (
              <div key={row.keys + row.en}>
                <dt>
                  {row.keys.split(", ").map((key) => (
                    <kbd key={key}>{key === "arrows" ? "← ↑ → ↓" : key}</kbd>
                  ))}
                </dt>
                <dd>{row[language]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
