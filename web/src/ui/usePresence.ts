/** Tells the others, quietly, where I am, and the server what my screen shows. */

import { type RefObject, useEffect } from "react";
import type { PresenceUpdate } from "../protocol";
import { isReal } from "../state/canvas";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

/** Often enough to feel live, seldom enough to cost nothing. */
const PAUSE_MS = 150;
/** More than this nobody can look at; the server need not pass it on. */
const FOCUS = 50;

export function usePresence(frame: RefObject<HTMLElement | null>): void {
  const { session } = useWorkbench();
  const canvas = useStore((state) => state.canvas);
  const isOpen = useStore((state) => state.connection.status === "open");
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      session.tellCanvas();
      session.tell({
        type: "presence.update",
        canvas: paneWithFocus(frame.current),
        focus: canvas.selection.nodes.filter(isReal).slice(0, FOCUS),
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [canvas, isOpen, session, frame]);
}

function paneWithFocus(frame: HTMLElement | null): PresenceUpdate["canvas"] {
  const pane = frame?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>("[data-pane]")
    : null;
  const name = pane?.dataset.pane;
  return name === "graph" || name === "table" ? name : "chat";
}
