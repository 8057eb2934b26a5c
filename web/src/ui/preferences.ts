/** What one person likes on this machine: language, colours, which panes and drawer are open. Kept in the browser. */

import { isLanguage, LANGUAGES, type Language } from "../locales";
import { createStore } from "../state/createStore";
import { keptKeys, type OwnKeys } from "./ownKeys";

export type Theme = "system" | "light" | "dark";
/** Beside each other in this order. */
export const PANES = ["overview", "decision", "document", "graph", "table", "chat"] as const;
export type Pane = (typeof PANES)[number];
export const DRAWERS = ["review", "process", "discussion", "problems", "comments", "documents", "history"] as const;
export type Drawer = (typeof DRAWERS)[number];
/** Stand in the place of the panel at the right, where there is room for canvases beside it. */
export const BESIDE: readonly (Drawer | null)[] = ["review"];
/** What the panel at the right shows: one of the two, or one above the other. */
export const SIDES = ["chat", "inspector", "both"] as const;
export type Side = (typeof SIDES)[number];

/** What a narrow window changes without being asked. */
interface Arranged {
  readonly panes: readonly Pane[];
  readonly side: Side;
  readonly tree: boolean;
}

export interface Preferences {
  readonly language: Language;
  readonly theme: Theme;
  /** What is shown beside each other; at least one. */
  readonly panes: readonly Pane[];
  /** What was shown while the window was wide, as long as it is narrow. */
  readonly wide?: Arranged | undefined;
  /** What was shown in which project, the newest last. */
  readonly panesOf: readonly (readonly [project: string, panes: readonly Pane[]])[];
  readonly drawer: Drawer | null;
  readonly side: Side;
  /** Long texts of tables are broken into lines. */
  readonly wrapped: boolean;
  /** The model is shown as a tree beside the rail. */
  readonly tree: boolean;
  /** Pixels: the width of the tree and of the panel at the right, and the drawer's height. */
  readonly treeWidth: number;
  readonly chatWidth: number;
  readonly drawerHeight: number;
  /** The drawer takes most of the window. */
  readonly tall: boolean;
  /** The turns of a discussion beside each other, or one below the other. */
  readonly discussionAs: "columns" | "list";
  /** Draw what is only proposed, on every canvas. */
  readonly ghosts: boolean;
  /** A small map of the diagram lies in a corner without boxes while a part is out of sight. */
  readonly map: boolean;
  /** Show where the others point in the diagram, and them where I do. */
  readonly pointers: boolean;
  /** Items of the first-run list that were done, or the whole list put away. */
  readonly firstSteps: readonly string[];
  readonly firstStepsDone: boolean;
  /** Keys of commands that are not those of the table. */
  readonly keys: OwnKeys;
}

const KEY = "graphwright";

/** Projects whose panes are remembered. */
const MOST_PROJECTS = 50;

const DEFAULTS: Preferences = {
  language: LANGUAGES.find((each) => globalThis.navigator?.language?.startsWith(each)) ?? "en",
  theme: "system",
  panes: ["graph", "chat"],
  panesOf: [],
  drawer: null,
  side: "chat",
  wrapped: false,
  tree: false,
  treeWidth: 280,
  chatWidth: 400,
  drawerHeight: 280,
  tall: false,
  discussionAs: "columns",
  ghosts: true,
  map: true,
  pointers: false,
  firstSteps: [],
  firstStepsDone: false,
  keys: {},
};

function read(): Preferences {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? "{}") as Partial<Preferences>;
    const panes = PANES.filter((pane) => kept.panes?.includes(pane));
    return {
      ...DEFAULTS,
      ...kept,
      language: isLanguage(kept.language) ? kept.language : DEFAULTS.language,
      panes: panes.length > 0 ? panes : DEFAULTS.panes,
      // A place that an older page knew is gone.
      drawer: DRAWERS.find((each) => each === kept.drawer) ?? null,
      keys: keptKeys(kept.keys),
      side: SIDES.find((each) => each === kept.side) ?? DEFAULTS.side,
    };
  } catch {
    return DEFAULTS;
  }
}

const { get, set, subscribe } = createStore<Preferences>(read());

export const preferences = {
  get,
  subscribe,
  set: (change: Partial<Preferences>): void => {
    set({ ...get(), ...change });
    try {
      globalThis.localStorage?.setItem(KEY, JSON.stringify(get()));
    } catch {
      // A browser that keeps nothing still works; the choice lasts until the page is closed.
    }
  },
};

/** Keeps what is shown now for this project alone. */
export function rememberPanes(project: string): void {
  const { panes, panesOf } = get();
  const others = panesOf.filter(([each]) => each !== project);
  preferences.set({ panesOf: [...others, [project, panes] as const].slice(-MOST_PROJECTS) });
}

/** What was shown last in this project; in one that is new here the graph, where one can begin. */
export function panesOf(project: string): readonly Pane[] {
  const { panes, panesOf: known } = get();
  // Before the first of them, what an older page kept for all.
  return known.find(([each]) => each === project)?.[1] ?? (known.length === 0 ? panes : DEFAULTS.panes);
}
