/** A bar between two parts of the frame: dragged with the mouse, or moved with the arrow keys. What it leaves is kept. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { type Preferences, preferences } from "./preferences";
import { useText } from "./text";
import { usePreferences } from "./usePreferences";

type Size = keyof Pick<Preferences, "chatWidth" | "drawerHeight" | "treeWidth">;

/** Least and most pixels, and the style that follows. */
const SIZES: Readonly<Record<Size, readonly [min: number, max: number, style: string]>> = {
  chatWidth: [300, 900, "--chat-width"],
  drawerHeight: [140, 900, "--drawer-height"],
  treeWidth: [200, 600, "--tree-width"],
};
const STEP = 24;

/** The panel lies right of its bar, the drawer below it: both grow against the axis. The tree lies left of it. */
export function Splitter({ size }: { readonly size: Size }): ReactNode {
  const say = useText("frame");
  const value = usePreferences()[size];
  const start = useRef({ at: 0, value: 0 });
  const [min, max, style] = SIZES[size];
  const isUpright = size !== "drawerHeight";
  const along = size === "treeWidth" ? 1 : -1;
  useEffect(() => document.documentElement.style.setProperty(style, `${value}px`), [style, value]);
  const set = (wanted: number): void => preferences.set({ [size]: Math.round(Math.min(max, Math.max(min, wanted))) });
  const at = (event: PointerEvent): number => (isUpright ? event.clientX : event.clientY);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft" || event.key === "ArrowUp") set(value - along * STEP);
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") set(value + along * STEP);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="splitter"
      data-size={size}
      role="separator"
      aria-orientation={isUpright ? "vertical" : "horizontal"}
      aria-label={say(`resize.${size}`)}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: at(event), value };
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          set(start.current.value + along * (at(event) - start.current.at));
      }}
      onKeyDown={onKey}
    />
  );
}
