/** The keys of the tree: those of WAI-ARIA, and letters that go to the next row that begins with them. */

import { type KeyboardEvent, useRef } from "react";
import type { TreeRow } from "./rows";

export interface TreeKeys {
  readonly step: (by: number, extend: boolean) => void;
  readonly edge: (end: "first" | "last") => void;
  /** Opens, or goes to the first part. */
  readonly right: () => void;
  /** Closes, or goes to what holds it. */
  readonly left: () => void;
  readonly openSiblings: () => void;
  readonly toggle: () => void;
  readonly show: () => void;
  readonly rename: () => void;
  readonly remove: () => void;
  readonly menu: () => void;
}

const PAGE = 15;

/** Whether the key was one of the tree's. */
export function pressed(event: KeyboardEvent, keys: TreeKeys): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (altKey) return false;
  if (ctrlKey || metaKey) {
    if (key !== " ") return false;
    keys.toggle();
    return true;
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => keys.step(1, shiftKey),
    ArrowUp: () => keys.step(-1, shiftKey),
    PageDown: () => keys.step(PAGE, shiftKey),
    PageUp: () => keys.step(-PAGE, shiftKey),
    ArrowRight: keys.right,
    ArrowLeft: keys.left,
    Home: () => keys.edge("first"),
    End: () => keys.edge("last"),
    Enter: keys.show,
    F2: keys.rename,
    Delete: keys.remove,
    ContextMenu: keys.menu,
    "*": keys.openSiblings,
    ...(shiftKey && { F10: keys.menu }),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

/** Letters that are typed faster than this belong together. */
const PAUSE_MS = 700;

/** Letters go to the next row whose name begins with them; whether the key was a letter. */
export function useTyping(
  rows: readonly TreeRow[],
  at: number,
  go: (row: TreeRow) => void,
): (event: KeyboardEvent) => boolean {
  const typed = useRef({ text: "", when: 0 });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }) => {
    // They keep their other meaning: search, help.
    if (key.length !== 1 || key === " " || key === "/" || key === "?" || ctrlKey || metaKey || altKey) return false;
    const before = timeStamp - typed.current.when < PAUSE_MS ? typed.current.text : "";
    const text = before + key.toLowerCase();
    typed.current = { text, when: timeStamp };
    const found = nextBeginning(rows, at, text);
    if (found !== undefined) go(found);
    return true;
  };
}

/** From the active row on, round the end; one letter alone leaves the active row. */
export function nextBeginning(rows: readonly TreeRow[], at: number, text: string): TreeRow | undefined {
  const start = text.length === 1 ? at + 1 : Math.max(0, at);
  return [...rows.slice(start), ...rows.slice(0, start)].find((row) => row.node?.name.toLowerCase().startsWith(text));
}
