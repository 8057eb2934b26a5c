/** Lets any part of the page put the cursor into the composer. */

const listeners = new Set<() => void>();

export function focusComposer(): void {
  for (const listener of [...listeners]) listener();
}

export function onFocusComposer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
