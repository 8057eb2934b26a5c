/** Lets any part of the page put the cursor into the composer, and words before what stands there. */

import { createStore } from "../state/createStore";
import { reveal } from "./usePanes";

// A new object each time, so that the same words can be asked for twice.
const asked = createStore<{ readonly text: string }>({ text: "" });

export function focusComposer(): void {
  writeToComposer("");
}

export function writeToComposer(text: string): void {
  reveal("chat");
  // A composer that was not there before comes with the next step of the page.
  queueMicrotask(() => asked.set({ text }));
}

export function onFocusComposer(listener: (text: string) => void): () => void {
  return asked.subscribe(() => listener(asked.get().text));
}
