/** Lets React look at a value that is simply set (`state/createStore.ts`). */

import { useSyncExternalStore } from "react";
import type { Readable } from "../state/createStore";

export function useValue<T>(store: Readable<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
