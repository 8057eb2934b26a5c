/**
 * What somebody has begun to write and not sent: there again after a reload and a look elsewhere, until it is sent or given up.
 * Fields of elements and changes in a review keep more than their text (`element/drafts.ts`, `review/tray.ts`).
 */

import { useCallback, useSyncExternalStore } from "react";
import { Kept, windowStorage } from "../session/kept";
import { useWorkbench } from "./workbench";

/** By project and place, for the window. */
const kept = new Kept<string>("begun", windowStorage());

/** What stands at a place; nothing, where nobody has begun. Writing nothing forgets it. */
type Begun = readonly [text: string | undefined, write: (text: string | undefined) => void];

/** `place` says what is written, and of what: `comment`, `edit <message>`. */
export function useBegun(place: string): Begun {
  const { project } = useWorkbench();
  const text = useSyncExternalStore(kept.subscribe, () => begunAt(project, place));
  const write = useCallback((next: string | undefined) => kept.set(keyOf(project, place), next), [project, place]);
  return [text, write];
}

/** For whoever has waited, and wants to know what stands there now. */
export function begunAt(project: string, place: string): string | undefined {
  return kept.get(keyOf(project, place));
}

function keyOf(project: string, place: string): string {
  return `${project} ${place}`;
}
