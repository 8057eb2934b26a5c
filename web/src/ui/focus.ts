/** Lets any part of the page put the cursor into the composer, and words before what stands there. */

type Listener = (text: string) => void;

const listeners = new Set<Listener>();

export function focusComposer(): void {
  writeToComposer("");
}

export function writeToComposer(text: string): void {
  for (const listener of [...listeners]) listener(text);
}

export function onFocusComposer(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
