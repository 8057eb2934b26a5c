/** What single parts of the page keep in the address: the table that is open, the commit that is looked into. */

import { useCallback } from "react";
import { createProjectStore } from "../state/createStore";
import { useValue } from "./useValue";

const kept = createProjectStore<Readonly<Record<string, string>>>({});

export const address = {
  get: kept.get,
  subscribe: kept.subscribe,
  replace: kept.set,
  /** `undefined` takes it out of the address. */
  set: (key: string, value: string | undefined): void => {
    if (kept.get()[key] === value) return;
    const { [key]: _, ...others } = kept.get();
    kept.set(value === undefined ? others : { ...others, [key]: value });
  },
};

/** A value that stands in the address under this name, and how to set it: back and forward, and a link, bring it again. */
export function useAddress(key: string): readonly [string | undefined, (value: string | undefined) => void] {
  const value = useValue(address)[key];
  return [value, useCallback((wanted) => address.set(key, wanted), [key])];
}
