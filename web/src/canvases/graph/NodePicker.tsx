/** Picks a node by a few letters of its name or id, with arrow keys and Enter or with the mouse. */

import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import type { Node } from "../../protocol";
import { useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import { abbreviation } from "../ontology";

interface Properties {
  readonly label: string;
  /** In the order in which they are offered. */
  readonly nodes: readonly Node[];
  readonly onPick: (node: Node) => void;
}

const MOST = 12;

export function NodePicker({ label, nodes, onPick }: Properties): ReactNode {
  const say = useText("graphDialogs");
  const { ontology } = useWorkbench();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useId();
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return nodes.filter((node) => `${node.name} ${node.semanticId}`.toLowerCase().includes(wanted)).slice(0, MOST);
  }, [nodes, text]);
  const onKey = (event: KeyboardEvent): void => {
    const picked = found[at];
    if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "Enter" && picked) onPick(picked);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        className="palette-input"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
        placeholder={say("searchTarget")}
        value={text}
        data-first
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      {found.length === 0 ? (
        <p className="note" role="status">
          {say("nothingFound")}
        </p>
      ) : null}
      <ul className="palette" role="listbox" id={list} aria-label={label}>
        {found.map((node, index) => (
          <li
            key={node.nodeId}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => onPick(node)}
            onMouseMove={() => setAt(index)}
          >
            <span className="type-code">{abbreviation(ontology, node.nodeType)}</span>
            <bdi>{node.name}</bdi>
            <kbd>{node.semanticId}</kbd>
          </li>
        ))}
      </ul>
    </>
  );
}
