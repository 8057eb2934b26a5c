/** Where the diagram is asked to go: whoever names an element shows it there, opened, in the middle, for a moment marked. */

import { createProjectStore } from "../state/createStore";

/** A new object each time, so that the same element can be asked for twice. */
export const sought = createProjectStore<{ readonly nodeId: string } | undefined>(undefined);

export function seek(nodeId: string): void {
  sought.set({ nodeId });
}
