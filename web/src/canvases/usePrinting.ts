/** Whether the page is being printed: then what is drawn only where it is seen is drawn as a whole, within limits. */

import { useSyncExternalStore } from "react";

const print = globalThis.matchMedia?.("print");

/** More lines nobody prints; a browser takes seconds to lay them out. */
const PRINTED = 3_000;

export function useIsPrinting(): boolean {
  return useSyncExternalStore(listen, () => print?.matches ?? false);
}

export function useOverscan(seen: number): number {
  return useIsPrinting() ? PRINTED : seen;
}

function listen(heard: () => void): () => void {
  print?.addEventListener("change", heard);
  return () => print?.removeEventListener("change", heard);
}
