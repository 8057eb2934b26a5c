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

const ofProject: (() => void)[] = [];

/** What is set about the open project (whom one follows, what one has asked to see): forgotten when it is left. */
export function createProjectStore<T>(first: T): Writable<T> {
  const made = createStore(first);
  onLeaving(() => made.set(first));
  return made;
}

/** What else is to be done when the open project is left. */
export function onLeaving(forget: () => void): void {
  ofProject.push(forget);
}

/** The project is left: what was wanted in it names nothing in another one. */
export function forgetProject(): void {
  for (const forget of ofProject) forget();
}
