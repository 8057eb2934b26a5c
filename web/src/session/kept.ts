/**
 * What somebody has begun and not sent: half a form, choices in a review. Kept in the browser's session storage, so that a
 * reload loses nothing; another window has its own.
 */

import { createStore } from "../state/createStore";

export class Kept<T> {
  private readonly values = new Map<string, T | undefined>();
  // Counts the changes; who listens asks for the value itself.
  private readonly changes = createStore(0);

  constructor(
    private readonly name: string,
    private readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined,
  ) {}

  /** The same object until it is set again. */
  readonly get = (id: string): T | undefined => {
    if (!this.values.has(id)) this.values.set(id, this.read(id));
    return this.values.get(id);
  };

  /** `undefined` forgets it. */
  readonly set = (id: string, value: T | undefined): void => {
    this.values.set(id, value);
    try {
      if (value === undefined) this.storage?.removeItem(this.key(id));
      else this.storage?.setItem(this.key(id), JSON.stringify(value));
    } catch {
      // A browser that keeps nothing still works; the draft lasts until the page is closed.
    }
    this.changes.set(this.changes.get() + 1);
  };

  readonly subscribe = this.changes.subscribe;

  private read(id: string): T | undefined {
    try {
      const text = this.storage?.getItem(this.key(id)) ?? undefined;
      return text === undefined ? undefined : (JSON.parse(text) as T);
    } catch {
      return undefined;
    }
  }

  private key(id: string): string {
    return `graphwright ${this.name} ${id}`;
  }
}

/** The storage of this window, where the browser has one and lets us. */
export function windowStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}

/** What stays on this machine for all windows, where the browser has it and lets us. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
