/** The keyboard map, from the bindings themselves. */

import type { ReactNode } from "react";
import { Dialog } from "./Dialog";
import { keyLabel, type Binding } from "./keyboard";
import { useText } from "./text";
import { words } from "./words";

export function KeysDialog({ bindings, close }: { readonly bindings: readonly Binding[]; readonly close: () => void }): ReactNode {
  const say = useText(words);
  return (
    <Dialog title={say("keyboardMap")} close={close}>
      <dl className="keys">
        {bindings.map((each) => (
          <div key={each.keys}>
            <dt>{each.keys.split(" ").map((key) => <kbd key={key}>{keyLabel(key)}</kbd>)}</dt>
            <dd>{each.label}</dd>
          </div>
        ))}
      </dl>
      {(["group.tree", "group.review", "group.table", "group.graph"] as const).map((key) => <p className="note" key={key}>{say(key)}</p>)}
    </Dialog>
  );
}
