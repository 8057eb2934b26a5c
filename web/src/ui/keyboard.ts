/**
 * From keys to commands.
 *
 * Single keys count only outside text fields; `Mod` is Ctrl, or Cmd on a Mac; `g c` are two keys one after the other.
 */

import { type Command, isEnabled, perform } from "./commands";
import { commandsWith } from "./ownKeys";
import { preferences } from "./preferences";

/** A second key of a pair must be pressed within this time; a page that is busy may hear of it later. */
export const PAIR_MS = 1_200;

/** In a text field these belong to the field. */
const EDITING: ReadonlySet<string> = new Set(["Mod+Z", "Mod+Shift+Z"]);

/** Listens until the returned function is called. */
export function listen(target: EventTarget): () => void {
  let first: { readonly key: string; readonly at: number } | undefined;
  const onKey = (raw: globalThis.Event): void => {
    const event = raw as KeyboardEvent;
    if (event.defaultPrevented || event.isComposing || isBehindDialog()) return;
    const pressed = nameOf(event);
    const pair = first && event.timeStamp - first.at < PAIR_MS ? `${first.key} ${pressed}` : undefined;
    const all = commandsWith(preferences.get().keys);
    const usable = all.filter((each) => isHeard(each, isTextField(event.target)) && isEnabled(each.id));
    const found = usable.find((each) => each.keys === pair) ?? usable.find((each) => each.keys === pressed);
    first = usable.some((each) => each.keys.startsWith(`${pressed} `))
      ? { key: pressed, at: event.timeStamp }
      : undefined;
    if (!found) return;
    event.preventDefault();
    perform(found.id);
  };
  target.addEventListener("keydown", onKey);
  return () => target.removeEventListener("keydown", onKey);
}

/** A dialog has all keys, also when what had the focus in it is gone and the browser tells them of the page. */
function isBehindDialog(): boolean {
  return Boolean(globalThis.document?.querySelector("dialog:modal"));
}

/** What is not meant now stays the browser's. */
function isHeard({ keys, everywhere }: Command, isTyping: boolean): boolean {
  return !isTyping || everywhere === true || (keys.startsWith("Mod+") && !EDITING.has(keys));
}

/** A key as the map writes it: `Mod+Shift+Z`, `?`, `Escape`. */
export function nameOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string {
  const isLetter = event.key.length === 1;
  const mod = event.ctrlKey || event.metaKey ? "Mod+" : "";
  const alt = event.altKey ? "Alt+" : "";
  if (!mod && !alt && isLetter) return event.key; // Shift is part of the character: `?`, `E`
  const shift = event.shiftKey ? "Shift+" : "";
  return mod + alt + shift + (isLetter ? event.key.toUpperCase() : event.key);
}

/** Keys as they are printed on this machine's keyboard. */
export function keyLabel(keys: string): string {
  const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "");
  return keys.replace("Mod", isMac ? "⌘" : "Ctrl").replace("Escape", "Esc");
}

export function isTextField(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return Boolean(
    element?.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable='true']"),
  );
}
