/** Opens the process drawer on a run, from wherever a run is named. */

import { createProjectStore } from "../state/createStore";
import { preferences } from "./preferences";
import { useValue } from "./useValue";

export const shownRun = createProjectStore<string | undefined>(undefined);

/** The step that is looked into; empty when it was closed, none when nobody has chosen. */
export const shownStep = createProjectStore<string | undefined>(undefined);

export function openProcess(runId: string | undefined, stepId?: string): void {
  shownRun.set(runId);
  shownStep.set(stepId);
  preferences.set({ drawer: "process" });
}

export function useProcess(): (runId: string) => void {
  return openProcess;
}

/** The run that was asked for; none means the newest. */
export function useShownRun(): string | undefined {
  return useValue(shownRun);
}
