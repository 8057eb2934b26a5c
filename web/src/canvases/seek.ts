/** Where the diagram is asked to go: whoever names an element shows it there, opened, in the middle, for a moment marked. */

import { createProjectStore } from "../state/createStore";

/** A new object each time, so that the same element can be asked for twice. */
interface Sought {
  readonly nodeId: string;
  /** What comes into sight with it, as far as the view shows it. */
  readonly others: readonly string[];
  /** Where the view does not draw it, another one is opened that does. */
  readonly isAnywhere?: boolean;
}

export const sought = createProjectStore<Sought | undefined>(undefined);

/** It was searched for by name: whoever picks it wants to see it, whatever view is open. */
export function seekAnywhere(nodeId: string): void {
  sought.set({ nodeId, others: [], isAnywhere: true });
}

export function seek(nodeId: string, ...others: readonly string[]): void {
  sought.set({ nodeId, others });
}
