/** The keys of the graph canvas. They count while the canvas has the focus and nobody types. */

import { type KeyboardEvent, useCallback } from "react";
import { isTextField } from "../../ui/keyboard";
import { ARROWS, type Direction } from "./navigate";

export interface GraphKeys {
  readonly go: (direction: Direction) => void;
  readonly nudge: (direction: Direction) => void;
  readonly rename: () => void;
  readonly link: () => void;
  readonly add: () => void;
  /** Into another box, or out of the one it is in. */
  readonly move: () => void;
  readonly fold: (how: "toggle" | "close") => void;
  readonly hide: (which: "selected" | "others") => void;
  readonly remove: () => void;
  readonly fit: (which: "selected" | "all") => void;
  readonly zoom: (factor: number) => void;
  readonly menu: () => void;
}

const ZOOM_STEP = 1.3;

export function useGraphKeys(keys: GraphKeys): (event: KeyboardEvent) => void {
  return useCallback(
    (event) => {
      if (
        isTextField(event.target) ||
        event.ctrlKey ||
        event.metaKey ||
        (event.target as HTMLElement).closest(".graph-foot, dialog")
      )
        return;
      if (event.key === "F10" && event.shiftKey) {
        keys.menu();
        event.preventDefault();
        return;
      }
      const arrow = ARROWS[event.key];
      if (arrow !== undefined) (event.altKey ? keys.nudge : keys.go)(arrow);
      else if (event.altKey || !press(event.key, keys)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    [keys],
  );
}

function press(key: string, keys: GraphKeys): boolean {
  const actions: Readonly<Record<string, () => void>> = {
    F2: keys.rename,
    Enter: keys.rename,
    m: keys.move,
    e: () => keys.fold("toggle"),
    E: () => keys.fold("close"),
    h: () => keys.hide("selected"),
    H: () => keys.hide("others"),
    f: () => keys.fit("selected"),
    F: () => keys.fit("all"),
    "+": () => keys.zoom(ZOOM_STEP),
    "-": () => keys.zoom(1 / ZOOM_STEP),
    Delete: keys.remove,
    ContextMenu: keys.menu,
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}
