/** Search for a node or a command by typing a few letters of it. */

import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import { abbreviation } from "../canvases/ontology";
import { Dialog } from "./Dialog";
import { type Binding, keyLabel } from "./keyboard";
import { useText } from "./text";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

/** More than this does not fit on a screen. */
const MOST = 30;

/** The palette need not offer itself. */
const OWN_KEYS = "Mod+K";

interface Entry {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly code?: string;
  readonly run: () => void;
}

export function Palette({
  bindings,
  close,
}: {
  readonly bindings: readonly Binding[];
  readonly close: () => void;
}): ReactNode {
  const say = useText("frame");
  const { store, ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const entries = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const commands: Entry[] = bindings
      .filter((each) => each.keys !== OWN_KEYS && each.label.toLowerCase().includes(wanted))
      .map((each) => ({ id: each.keys, label: each.label, hint: keyLabel(each.keys), run: each.run }));
    const found: Entry[] = [];
    if (wanted) {
      for (const node of nodes.values()) {
        if (found.length >= MOST) break;
        if (!node.name.toLowerCase().includes(wanted) && !node.semanticId.toLowerCase().includes(wanted)) continue;
        const code = abbreviation(ontology, node.nodeType);
        found.push({
          id: node.nodeId,
          label: node.name,
          hint: node.semanticId,
          code,
          run: () => store.select([node.nodeId]),
        });
      }
    }
    return [...found, ...commands].slice(0, MOST);
  }, [text, nodes, bindings, store, ontology]);
  const pick = (entry: Entry | undefined): void => {
    close();
    entry?.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") setAt(Math.min(entries.length - 1, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "Enter") pick(entries[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={say("search")} close={close}>
      <input
        type="text"
        className="palette-input"
        role="combobox"
        aria-label={say("search")}
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={entries[at] ? `${listId}-${at}` : undefined}
        value={text}
        data-first
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul className="palette" role="listbox" id={listId} aria-label={say("search")}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => pick(entry)}
            onMouseMove={() => setAt(index)}
          >
            {entry.code ? <span className="type-code">{entry.code}</span> : null}
            <bdi>{entry.label}</bdi>
            <kbd>{entry.hint}</kbd>
          </li>
        ))}
      </ul>
      {entries.length === 0 ? <p className="note">{say("nothingFound")}</p> : null}
    </Dialog>
  );
}
