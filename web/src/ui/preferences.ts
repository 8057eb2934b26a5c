/** What one person likes on this machine: language, colours, which canvases and drawer are open. Kept in the browser. */

import type { Language } from "./text";

export type Theme = "system" | "light" | "dark";
export type Pane = "chat" | "graph" | "table";
export type Drawer = "review" | "process" | "discussion" | "details" | "problems" | "documents" | "history";

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** The one pane at full width; all three when absent. */
  readonly only: Pane | null;
  readonly drawer: Drawer | null;
  /** The drawer takes most of the window. */
  readonly tall: boolean;
  /** The turns of a discussion beside each other, or one below the other. */
  readonly discussionAs: "columns" | "list";
  /** Draw what is only proposed, on every canvas. */
  readonly ghosts: boolean;
  /** Items of the first-run list that were done, or the whole list put away. */
  readonly firstSteps: readonly string[];
  readonly firstStepsDone: boolean;
}

const KEY = "graphwright";
const KNOWN: Readonly<Record<string, Language>> = { de: "de", en: "en", fr: "fr" };

const DEFAULTS: Preferences = {
  language: KNOWN[globalThis.navigator?.language?.slice(0, 2)] ?? "en",
  theme: "system",
  only: null,
  drawer: null,
  tall: false,
  discussionAs: "columns",
  ghosts: true,
  firstSteps: [],
  firstStepsDone: false,
};

class Kept {
  private value: Preferences = read();
  private readonly listeners = new Set<() => void>();

  readonly get = (): Preferences => this.value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly set = (change: Partial<Preferences>): void => {
    this.value = { ...this.value, ...change };
    try {
      globalThis.localStorage?.setItem(KEY, JSON.stringify(this.value));
    } catch {
      // A browser that keeps nothing still works; the choice lasts until the page is closed.
    }
    for (const listener of [...this.listeners]) listener();
  };
}

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "{}") as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}

export const preferences = new Kept();
