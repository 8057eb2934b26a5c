/** The one canvas that is shown: the chosen one, and on a screen too narrow for three the chat when none was chosen. */

import { useSyncExternalStore } from "react";
import type { Pane } from "./preferences";
import { usePreferences } from "./usePreferences";

/** Narrower than this two canvases beside each other are unreadable; the styles say the same. */
const narrow = globalThis.matchMedia?.("(max-width: 720px)");

export function useOnly(): Pane | null {
  const { only } = usePreferences();
  const isNarrow = useSyncExternalStore(listen, () => narrow?.matches ?? false);
  return only ?? (isNarrow ? "chat" : null);
}

function listen(heard: () => void): () => void {
  narrow?.addEventListener("change", heard);
  return () => narrow?.removeEventListener("change", heard);
}
