/** The keyboard map, from the bindings themselves and from the table of what canvases and drawers listen to. */

import type { ReactNode } from "react";
import { COMMANDS } from "./commands";
import { Dialog } from "./Dialog";
import { keyLabel } from "./keyboard";
import { KEY_GROUPS } from "./keyTable";
import { useText } from "./text";

export function KeysDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("frame");
  const sayKey = useText("keys");
  return (
    <Dialog title={say("keyboardMap")} close={close}>
      <dl className="keys">
        {COMMANDS.map((each) => (
          <div key={each.keys}>
            <dt>
              {each.keys.split(" ").map((key) => (
                <kbd key={key}>{keyLabel(key)}</kbd>
              ))}
            </dt>
            <dd>{say(each.title)}</dd>
          </div>
        ))}
      </dl>
      {KEY_GROUPS.map(({ title, rows }) => (
        <section key={title}>
          <h3>{sayKey(title)}</h3>
          <dl className="keys">
            {rows.map((row) => (
              <div key={row.label}>
                <dt>
                  {row.keys.split(", ").map((key) => (
                    <kbd key={key}>{key === "arrows" ? "← ↑ → ↓" : key}</kbd>
                  ))}
                </dt>
                <dd>{sayKey(row.label)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
