/** The width of the chat: dragged with the mouse, or moved with the arrow keys. */

import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useState } from "react";
import { useText } from "./text";

const MIN_WIDTH = 300;
const MAX_WIDTH = 900;
const STEP = 24;
const FIRST = 400;

export function Splitter({ frame }: { readonly frame: RefObject<HTMLElement | null> }): ReactNode {
  const say = useText("frame");
  const [width, setWidth] = useState(FIRST);
  const set = (wanted: number): void => {
    const next = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, wanted)));
    setWidth(next);
    frame.current?.style.setProperty("--chat-width", `${next}px`);
  };
  const drag = (event: PointerEvent): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event.clientX);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft") set(width - STEP);
    else if (event.key === "ArrowRight") set(width + STEP);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={say("resize")}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={onKey}
    />
  );
}
