/** Which document or passage the documents drawer shows; whoever names a passage opens it there. */

import { useSyncExternalStore } from "react";
import { preferences } from "../ui/preferences";

export interface Reading {
  readonly documentId?: string;
  /** The passage in sight; of it the quote is marked. */
  readonly passageId?: string;
  readonly quote?: string;
}

let reading: Reading = {};
const listeners = new Set<() => void>();

/** Show a document, or a place in it, or (`{}`) the list alone. */
export function read(what: Reading): void {
  reading = what;
  preferences.set({ drawer: "documents" });
  for (const listener of [...listeners]) listener();
}

export function useReading(): Reading {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reading,
  );
}
