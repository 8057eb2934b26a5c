/** Which rows each table shows on this screen, in which order, and for a while in whose columns; it outlives the table, but not the page. */

import { useCallback } from "react";
import { createStore, type Writable } from "../../state/createStore";
import type { Store } from "../../state/store";
import { useStoreHandle } from "../../ui/useStore";
import { useValue } from "../../ui/useValue";
import type { Arrangement } from "./arrangement";
import { NO_ROW_FILTER, type RowFilter, type Sort } from "./filter";

export interface Sifting {
  readonly filter: RowFilter;
  readonly sort: Sort | undefined;
  /** Of the saved view that is open: looked at and changed without touching the person's own. */
  readonly arrangement?: Arrangement;
}

export const UNSIFTED: Sifting = { filter: NO_ROW_FILTER, sort: undefined };

/** By node type. */
type Siftings = Writable<Readonly<Record<string, Sifting>>>;

const siftings = new WeakMap<Store, Siftings>();

export function siftingsOf(store: Store): Siftings {
  const known = siftings.get(store);
  if (known !== undefined) return known;
  const made: Siftings = createStore<Readonly<Record<string, Sifting>>>({});
  siftings.set(store, made);
  return made;
}

export function useSifting(nodeType: string): readonly [Sifting, (change: Partial<Sifting>) => void] {
  const all = siftingsOf(useStoreHandle());
  const sifting = useValue(all)[nodeType] ?? UNSIFTED;
  const change = useCallback(
    (wanted: Partial<Sifting>) => {
      all.set({ ...all.get(), [nodeType]: { ...(all.get()[nodeType] ?? UNSIFTED), ...wanted } });
    },
    [all, nodeType],
  );
  return [sifting, change];
}
