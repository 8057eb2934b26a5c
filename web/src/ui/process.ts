/** Opens the process drawer on a run, from wherever a run is named. */

import { useSyncExternalStore } from "react";
import { preferences } from "./preferences";

let shownRun: string | undefined;
const listeners = new Set<() => void>();

export function openProcess(runId: string | undefined): void {
  shownRun = runId;
  preferences.set({ drawer: "process" });
  for (const listener of [...listeners]) listener();
}

export function useProcess(): (runId: string) => void {
  return openProcess;
}

/** The run that was asked for; none means the newest. */
export function useShownRun(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shownRun,
  );
}
