/** Opens the process drawer on a run, from wherever a run is named. */

import { createStore } from "../state/createStore";
import { preferences } from "./preferences";
import { useValue } from "./useValue";

export const shownRun = createStore<string | undefined>(undefined);

export function openProcess(runId: string | undefined): void {
  shownRun.set(runId);
  preferences.set({ drawer: "process" });
}

export function useProcess(): (runId: string) => void {
  return openProcess;
}

/** The run that was asked for; none means the newest. */
export function useShownRun(): string | undefined {
  return useValue(shownRun);
}
