/** Which discussion is shown, as what, and what has been chosen for the next one. */

import { useSyncExternalStore } from "react";
import { Kept, windowStorage } from "../session/kept";
import { createProjectStore } from "../state/createStore";
import { address, useAddress } from "../ui/address";
import { preferences } from "../ui/preferences";
import { showCanvases } from "../ui/usePanes";
import { type Setup, USUAL } from "./setup";

const NAME = "discussion";

/** The claims on a board, or what was said from the first word on. */
export const shownPart = createProjectStore<"board" | "rounds">("board");

/** A message that is to be read where it was said; a new object for each time. */
export const wantedTurn = createProjectStore<{ readonly messageId: string } | undefined>(undefined);

/** Opens the drawer on a discussion, from wherever it is named. */
export function openDiscussion(runId: string): void {
  address.set(NAME, runId);
  if (preferences.get().panes.includes("decision")) showCanvases("graph");
  preferences.set({ drawer: "discussion" });
}

/** Opens what was decided, as a page in the place of the canvases. */
export function openDecision(runId: string): void {
  address.set(NAME, runId);
  preferences.set({ drawer: null });
  showCanvases("decision");
}

/** Goes to a message in the discussion that is open. */
export function openTurn(messageId: string): void {
  shownPart.set("rounds");
  wantedTurn.set({ messageId });
}

/** The discussion that the address names; none means the newest. */
export function useShownDiscussion(): string | undefined {
  return useAddress(NAME)[0];
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
