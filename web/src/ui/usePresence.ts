/** Tells the others, quietly, where I am, and the server what my screen shows. */

import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";
import { type Draft, draftsOf, watchDrafts } from "../element/drafts";
import type { PresenceUpdate, Viewport } from "../protocol";
import { isReal } from "../state/canvas";
import type { Store } from "../state/store";
import { address } from "./address";
import { pointer } from "./following";
import { writePlace } from "./place";
import { placeNow } from "./usePlace";
import { usePreferences } from "./usePreferences";
import { useStore } from "./useStore";
import { useValue } from "./useValue";
import { useWorkbench } from "./workbench";

/** Often enough to feel live, seldom enough to cost nothing. */
const PAUSE_MS = 150;
/** More than this nobody can look at; the server need not pass it on. */
const FOCUS = 50;
/** A longer address is not told: whoever follows stays where they are. */
const PLACE = 4_000;

export function usePresence(frame: RefObject<HTMLElement | null>): void {
  const { session, store, project } = useWorkbench();
  const canvas = useStore((state) => state.canvas);
  const { panes } = usePreferences();
  const own = useValue(address);
  const cursor = useValue(pointer);
  const isOpen = useStore((state) => state.connection.status === "open");
  const drafts = useSyncExternalStore(watchDrafts, () => draftsOf(project));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isOpen || timer.current !== undefined) return;
    // What is pending tells the newest: a hand that never rests is told, too.
    timer.current = setTimeout(() => {
      timer.current = undefined;
      session.tellCanvas();
      session.tell(whereIAm(store, frame.current, writingIn(draftsOf(project))));
    }, PAUSE_MS);
  }, [canvas, panes, own, cursor, drafts, isOpen, session, store, project, frame]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [session],
  );
}

function whereIAm(store: Store, frame: HTMLElement | null, writing: readonly string[]): PresenceUpdate {
  const { selection, viewport } = store.get().canvas;
  const place = writePlace(placeNow(store));
  const cursor = pointer.get();
  return {
    type: "presence.update",
    canvas: paneWithFocus(frame),
    focus: selection.nodes.filter(isReal).slice(0, FOCUS),
    ...(writing.length > 0 && { writing: [...writing] }),
    ...(place.length <= PLACE && { place }),
    ...(viewport && { viewport: rounded(viewport) }),
    ...(cursor && { cursor: [...cursor] }),
  };
}

/** The elements that hold something of mine that is not sent. */
function writingIn(drafts: readonly Draft[]): readonly string[] {
  return [...new Set(drafts.map(({ nodeId }) => nodeId))].slice(-FOCUS);
}

/** So that two people who follow each other come to rest. */
function rounded({ zoom = 1, centerX = 0, centerY = 0 }: Viewport): Viewport {
  return { zoom: Math.round(zoom * 1_000) / 1_000, centerX: Math.round(centerX), centerY: Math.round(centerY) };
}

function paneWithFocus(frame: HTMLElement | null): PresenceUpdate["canvas"] {
  const pane = frame?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>("[data-pane]")
    : null;
  const name = pane?.dataset.pane;
  return name === "graph" || name === "table" ? name : "chat";
}
