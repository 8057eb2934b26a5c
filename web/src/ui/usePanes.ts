/** The panes that are shown: the chosen ones, and on a screen too narrow for two only one of them. */

import { useSyncExternalStore } from "react";
import { BESIDE, type Pane, type Preferences, preferences, type Side } from "./preferences";
import { usePreferences } from "./usePreferences";

/** Narrower than this two panes beside each other are unreadable; the styles say the same. A sheet of paper shows what the screen showed. */
const narrow = globalThis.matchMedia?.("screen and (max-width: 720px)");

/** A window made narrow shows one thing; made wide again, also after it was loaded anew, it shows what it did before. */
export function turned(toNarrow: boolean): void {
  const { panes, side, tree, wide } = preferences.get();
  if (toNarrow && wide === undefined) preferences.set({ wide: { panes, side, tree } });
  else if (!toNarrow && wide !== undefined) preferences.set({ ...wide, wide: undefined });
}

/** What was shown before the window was narrow, if it was made wide while nothing saw it: the address knows only the rest. */
let before: Preferences["wide"];

export function takeBefore(): Preferences["wide"] {
  const taken = before;
  before = undefined;
  return taken;
}

if (narrow !== undefined) {
  if (!narrow.matches) before = preferences.get().wide;
  turned(narrow.matches);
  narrow.addEventListener("change", ({ matches }) => turned(matches));
}

export function usePanes(): readonly Pane[] {
  const { panes } = usePreferences();
  return withinRoom(panes, useSyncExternalStore(listen, isNarrow));
}

/** Whether there is room for one pane only. */
export function isNarrow(): boolean {
  return narrow?.matches ?? false;
}

/** The same, once. */
export function panesNow(): readonly Pane[] {
  return withinRoom(preferences.get().panes, isNarrow());
}

function withinRoom(panes: readonly Pane[], isNarrow: boolean): readonly Pane[] {
  if (!isNarrow || panes.length === 1) return alone(panes);
  return [panes.find((pane) => TEXTS.includes(pane)) ?? "chat"];
}

/** These are pages of their own: they give way to a canvas. */
const PAGES: readonly Pane[] = ["overview", "decision", "document"];

/** Whoever follows a link to one of these on a small screen wants to read it. */
const TEXTS: readonly Pane[] = ["decision", "document"];

function alone(panes: readonly Pane[]): readonly Pane[] {
  const others = panes.filter((pane) => !PAGES.includes(pane));
  return others.some((pane) => pane !== "chat") ? others : panes;
}

/** What is shown of these in another project: pages are about something in the one that was left. */
export function withoutTexts(panes: readonly Pane[]): readonly Pane[] {
  const others = panes.filter((pane) => !TEXTS.includes(pane));
  return others.some((pane) => pane !== "chat") || others.length === panes.length ? others : ["graph", ...others];
}

/** Shows these canvases; the chat stays as it is, where there is room for it. */
export function showCanvases(...canvases: readonly Pane[]): void {
  const hasChat = preferences.get().panes.includes("chat") && !narrow?.matches;
  preferences.set({ panes: hasChat ? [...canvases, "chat"] : canvases });
  uncover();
}

/** Of what somebody saved on another screen, as much as there is room for here: the first canvas. */
export function withRoom(panes: readonly Pane[]): readonly Pane[] {
  return narrow?.matches && panes.length > 1 ? panes.filter((pane) => pane !== "chat").slice(0, 1) : panes;
}

/** Whether a drawer lies where the panel at the right would be seen. */
export function isPanelCovered({ panes, drawer }: Pick<Preferences, "panes" | "drawer">): boolean {
  return narrow?.matches ? drawer !== null : BESIDE.includes(drawer) && panes.join() !== "chat";
}

/** Whether a drawer lies over the tree. */
export function isTreeCovered({ drawer }: Pick<Preferences, "drawer">): boolean {
  return drawer !== null && (narrow?.matches ?? false);
}

/** Shows or hides the tree; where a drawer lies over it, the drawer gives way. */
export function toggleTree(): void {
  const now = preferences.get();
  preferences.set(isTreeCovered(now) ? { tree: true, drawer: null } : { tree: !now.tree });
}

/** Shows or hides the chat in the panel at the right; where it was alone, the graph comes to it. */
export function toggleChat(): void {
  if (isPanelCovered(preferences.get())) {
    reveal("chat");
    return;
  }
  const { panes, side } = preferences.get();
  const canvases = panes.filter((pane) => pane !== "chat");
  uncover();
  if (narrow?.matches) preferences.set({ panes: ["chat"], side: "chat" });
  else if (panes.includes("chat") && side !== "chat") preferences.set({ side: side === "both" ? "inspector" : "chat" });
  else if (panes.includes("chat")) preferences.set({ panes: canvases.length > 0 ? canvases : ["graph", "chat"] });
  else preferences.set({ panes: [...canvases, "chat"], side: "chat" });
}

/** Shows the inspector in the panel at the right, or the chat in its place again. */
export function toggleInspector(): void {
  const { panes, side } = preferences.get();
  const isShown = panes.includes("chat") && side !== "chat" && !isPanelCovered(preferences.get());
  if (isShown) preferences.set({ side: "chat" });
  else showInspector();
}

export function showInspector(): void {
  reveal("chat", "inspector");
}

/** Shows a pane, beside what is shown already. */
export function reveal(pane: Pane, wanted: Exclude<Side, "both"> = "chat"): void {
  const { panes, side } = preferences.get();
  if (pane === "chat" && isPanelCovered(preferences.get())) preferences.set({ drawer: null });
  uncover();
  if (pane === "chat" && side !== "both") preferences.set({ side: wanted });
  if (narrow?.matches) preferences.set({ panes: [pane] });
  else if (!panes.includes(pane)) preferences.set({ panes: alone([...beside(pane, panes), pane]) });
}

/** Pixels: with less than this a canvas beside another one is all tools and no content. */
const A_CANVAS = 420;

/** What stays beside a canvas that comes: others where there is room for two. */
function beside(pane: Pane, panes: readonly Pane[]): readonly Pane[] {
  const { tree, treeWidth, chatWidth } = preferences.get();
  const room =
    globalThis.innerWidth - RAIL - (tree ? treeWidth : 0) - (panes.includes("chat") || pane === "chat" ? chatWidth : 0);
  return pane === "chat" || room >= 2 * A_CANVAS ? panes : panes.filter((each) => each === "chat");
}

/** Pixels: the rail of places at the left. */
const RAIL = 76;

/** On a narrow screen the tree, and every drawer, covers whatever is shown, and gives way to what somebody asks for. */
function uncover(): void {
  if (narrow?.matches) preferences.set({ tree: false, drawer: null });
}

function listen(heard: () => void): () => void {
  narrow?.addEventListener("change", heard);
  return () => narrow?.removeEventListener("change", heard);
}
