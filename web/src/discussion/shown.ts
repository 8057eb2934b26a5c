/** Which discussion the drawer shows, and what has been chosen for the next one. */

import { useSyncExternalStore } from "react";
import { Kept, windowStorage } from "../session/kept";
import { preferences } from "../ui/preferences";
import { type Setup, USUAL } from "./setup";

let wanted: string | undefined;
const listeners = new Set<() => void>();

/** Opens the drawer on a discussion, from wherever it is named. */
export function openDiscussion(runId: string): void {
  wanted = runId;
  preferences.set({ drawer: "discussion" });
  for (const listener of [...listeners]) listener();
}

/** The discussion that was asked for; none means the newest. */
export function useShownDiscussion(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
}

const chosen = new Kept<Setup>("discuss", windowStorage());
const NEXT = "next";

/** How the next discussion is to be held. */
export function useSetup(): readonly [Setup, (setup: Setup) => void] {
  const setup = useSyncExternalStore(chosen.subscribe, () => chosen.get(NEXT)) ?? USUAL;
  return [setup, (next) => chosen.set(NEXT, next)];
}

export function chosenSetup(): Setup {
  return chosen.get(NEXT) ?? USUAL;
}
