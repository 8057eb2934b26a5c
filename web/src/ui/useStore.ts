/** Lets React look at the store: a component renders again only when what it selected has changed. */

import { createContext, useContext, useRef, useSyncExternalStore } from "react";
import type { State } from "../state/state";
import type { Store } from "../state/store";

export const StoreContext = createContext<Store | null>(null);

export function useStoreHandle(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error("no StoreContext above this component");
  return store;
}

/** What a selector sees, kept as long as `same` says that nothing has changed. */
export function useStore<T>(select: (state: State) => T, same: (one: T, two: T) => boolean = Object.is): T {
  const store = useStoreHandle();
  const last = useRef<{ readonly value: T } | null>(null);
  const look = (): T => {
    const value = select(store.get());
    if (last.current && same(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  };
  return useSyncExternalStore(store.subscribe, look);
}
