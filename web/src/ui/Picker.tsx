/** Picks one of what is found by a few letters, with arrow keys and Enter or with the mouse. */

import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { TypeSign } from "./TypeSign";

export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** An element says what it is. */
  readonly nodeType?: string;
  /** What was found in a text says where. */
  readonly piece?: string;
}

/** Says itself what happens when it is picked. */
export interface Offered extends Entry {
  readonly run: () => void;
}

interface Properties<T extends Entry> {
  readonly label: string;
  readonly placeholder?: string;
  readonly nothingFound: string;
  readonly text: string;
  readonly search: (text: string) => void;
  /** What `text` finds, in the order in which it is offered. */
  readonly entries: readonly T[];
  readonly pick: (entry: T) => void;
  /** What is still looked for, or could not be. */
  readonly note?: string | undefined;
}

export function Picker<T extends Entry>(properties: Properties<T>): ReactNode {
  const { label, placeholder, nothingFound, text, search, entries, pick, note } = properties;
  const [at, setAt] = useState(0);
  const list = useId();
  const onKey = (event: KeyboardEvent): void => {
    const entry = entries[at];
    if (event.key === "ArrowDown") setAt(Math.min(entries.length - 1, at + 1));
    else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1));
    else if (event.key === "Enter" && entry) pick(entry);
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
        aria-activedescendant={entries[at] ? `${list}-${at}` : undefined}
        placeholder={placeholder}
        value={text}
        data-first
        onChange={(event) => {
          search(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      {entries.length === 0 || note ? (
        <p className="note" role="status">
          {note ?? nothingFound}
        </p>
      ) : null}
      <ul className="palette" role="listbox" id={list} aria-label={label}>
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => pick(entry)}
            onMouseMove={() => setAt(index)}
          >
            {entry.nodeType ? <TypeSign nodeType={entry.nodeType} /> : null}
            <bdi>{entry.label}</bdi>
            {entry.piece ? <bdi className="note palette-piece">{entry.piece}</bdi> : null}
            <kbd>{entry.hint}</kbd>
          </li>
        ))}
      </ul>
    </>
  );
}
