/**
 * The keyboard map: one list of bindings, from which both the behaviour and the help page come.
 *
 * Single keys count only outside text fields; `Mod` is Ctrl, or Cmd on a Mac; `g c` are two keys one after the other.
 */

export interface Binding {
  readonly keys: string;
  /** What the help page says. */
  readonly label: string;
  readonly run: () => void;
  /** Whether the key means this now; otherwise it stays the browser's. */
  readonly when?: () => boolean;
  /** Also while somebody types. Combinations with Mod are, but for undo. */
  readonly everywhere?: boolean;
}

/** A second key of a pair must come within this time. */
const PAIR_MS = 1_200;

/** In a text field these belong to the field. */
const EDITING: ReadonlySet<string> = new Set(["Mod+Z", "Mod+Shift+Z"]);

/** Listens until the returned function is called. `bindings` is asked at every key, so it may change. */
export function listen(
  target: EventTarget,
  bindings: () => readonly Binding[],
  now: () => number = Date.now,
): () => void {
  let first: { readonly key: string; readonly at: number } | undefined;
  const onKey = (raw: globalThis.Event): void => {
    const event = raw as KeyboardEvent;
    if (event.defaultPrevented || event.isComposing) return;
    const pressed = nameOf(event);
    const pair = first && now() - first.at < PAIR_MS ? `${first.key} ${pressed}` : undefined;
    const typing = isTextField(event.target);
    const usable = bindings()
      .filter((each) => each.when?.() !== false)
      .filter((each) => !typing || each.everywhere || (each.keys.startsWith("Mod+") && !EDITING.has(each.keys)));
    const found = usable.find((each) => each.keys === pair) ?? usable.find((each) => each.keys === pressed);
    first = usable.some((each) => each.keys.startsWith(`${pressed} `)) ? { key: pressed, at: now() } : undefined;
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  target.addEventListener("keydown", onKey);
  return () => target.removeEventListener("keydown", onKey);
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

/** Presses the last button that says `data-key` this, as somebody would who sees it; whether there is one. */
export function pressButton(key: string, within: ParentNode = document): boolean {
  const buttons = within.querySelectorAll<HTMLButtonElement>(`button[data-key="${key}"]:not(:disabled)`);
  buttons[buttons.length - 1]?.click();
  return buttons.length > 0;
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
