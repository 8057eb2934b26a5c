/** Which discussion the drawer shows, and what has been chosen for the next one. */

import { useSyncExternalStore } from "react";
import { Kept, windowStorage } from "../session/kept";
import { createProjectStore } from "../state/createStore";
import { preferences } from "../ui/preferences";
import { useValue } from "../ui/useValue";
import { type Setup, USUAL } from "./setup";

const wanted = createProjectStore<string | undefined>(undefined);

/** Opens the drawer on a discussion, from wherever it is named. */
export function openDiscussion(runId: string): void {
  wanted.set(runId);
  preferences.set({ drawer: "discussion" });
}

/** The discussion that was asked for; none means the newest. */
export function useShownDiscussion(): string | undefined {
  return useValue(wanted);
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
