/** Which past revision the diagram shows, if any; it stands in the address. */

import { address, useAddress } from "./address";
import { useStore } from "./useStore";

const KEY = "past";

/** What is not before now, or no number, is no past. */
export function usePast(): number | undefined {
  const newest = useStore((state) => (state.project === undefined ? undefined : state.graph.revision));
  const [written = ""] = useAddress(KEY);
  if (newest === undefined || !/^[1-9]\d{0,8}$/.test(written)) return undefined;
  return Number(written) < newest ? Number(written) : undefined;
}

/** `undefined` is now. */
export function showPast(revision: number | undefined): void {
  address.set(KEY, revision?.toString());
}
