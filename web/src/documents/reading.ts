/** Which document or passage is read, in the drawer or as a page: a citation opens its page, whoever else names a passage opens it where somebody reads. */

import { createProjectStore } from "../state/createStore";
import { address, useAddress } from "../ui/address";
import { type Preferences, preferences } from "../ui/preferences";
import { showCanvases } from "../ui/usePanes";
import { useValue } from "../ui/useValue";

export interface Reading {
  readonly documentId?: string;
  /** The passage in sight; of it the quote is marked. */
  readonly passageId?: string;
  readonly quote?: string;
}

export const reading = createProjectStore<Reading>({});

/** Show a document, or a place in it, or (`{}`) the list alone. A page that is open stays the place where it is read. */
export function read(what: Reading): void {
  const isPage = preferences.get().panes.includes("document") && what.passageId !== undefined;
  reading.set(what);
  if (!isPage) preferences.set({ drawer: "documents" });
}

/** Show in the middle what something rests on, in the text around it; what else is open stays. */
export function readCited(what: Reading & { readonly passageId: string }): void {
  reading.set(what);
  if (!preferences.get().panes.includes("document")) showPage();
  if (preferences.get().drawer === "documents") preferences.set({ drawer: null });
}

const BESIDE = "beside";

/** Shows what is read in the place of the canvases, with a run beside it. */
export function readAsPage(isRunShown: boolean): void {
  address.set(BESIDE, isRunShown ? "run" : undefined);
  showPage();
  preferences.set({ drawer: null });
}

/** What was shown before the page; nothing where somebody came by its address. */
let before: Pick<Preferences, "panes" | "drawer"> | undefined;

function showPage(): void {
  const { panes, drawer } = preferences.get();
  if (!panes.includes("document")) before = { panes, drawer };
  showCanvases("document");
}

/** Back to what was shown before, or to the diagram with what was read in the drawer. */
export function leavePage(): void {
  address.set(BESIDE, undefined);
  if (before === undefined) showCanvases("graph");
  preferences.set(before ?? { drawer: "documents" });
  before = undefined;
}

export function isRunBeside({ [BESIDE]: beside }: Readonly<Record<string, string>>): boolean {
  return beside === "run";
}

export function useRunBeside(): readonly [boolean, () => void] {
  const [beside, set] = useAddress(BESIDE);
  return [beside === "run", () => set(beside === "run" ? undefined : "run")];
}

export function useReading(): Reading {
  return useValue(reading);
}
