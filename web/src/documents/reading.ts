/** Which document or passage the documents drawer shows; whoever names a passage opens it there. */

import { createProjectStore } from "../state/createStore";
import { preferences } from "../ui/preferences";
import { useValue } from "../ui/useValue";

export interface Reading {
  readonly documentId?: string;
  /** The passage in sight; of it the quote is marked. */
  readonly passageId?: string;
  readonly quote?: string;
}

export const reading = createProjectStore<Reading>({});

/** Show a document, or a place in it, or (`{}`) the list alone. */
export function read(what: Reading): void {
  reading.set(what);
  preferences.set({ drawer: "documents" });
}

export function useReading(): Reading {
  return useValue(reading);
}
