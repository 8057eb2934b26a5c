/** A value that others watch. What changes it often, or by rules, is `store.ts`; this is for all that is simply set. */

export interface Readable<T> {
  readonly get: () => T;
  /** Calls `listener` after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Writable<T> extends Readable<T> {
  readonly set: (next: T) => void;
}

export function createStore<T>(first: T): Writable<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      // A copy: who is told may stop listening, or others begin to.
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
