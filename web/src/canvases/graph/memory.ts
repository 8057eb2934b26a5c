/**
 * What one screen has set for each view: layout, level, what is opened, closed, hidden, and where boxes stand. It
 * outlives the canvas, which is taken down when another one gets the full width, but not the page.
 */

import { useCallback } from "react";
import type { Layout, Viewport } from "../../protocol";
import { createStore, type Writable } from "../../state/createStore";
import type { Store } from "../../state/store";
import { useStoreHandle } from "../../ui/useStore";
import { useValue } from "../../ui/useValue";
import type { Arrangement } from "./geometry";
import type { Opening } from "./scene";
import type { ViewId } from "./views";

export interface ViewSettings {
  /** Undefined: by how the boxes were last put: by hand if anybody did, else by the view's own layout. */
  readonly layout: Layout | undefined;
  /** Undefined: chosen for the size of the model when the view is opened. */
  readonly level: number | "all" | undefined;
  readonly expanded: ReadonlySet<string>;
  readonly collapsed: ReadonlySet<string>;
  readonly hidden: ReadonlySet<string>;
  /** The chain that `fchain` shows. */
  readonly focus: string | undefined;
  /** Raised to arrange anew. */
  readonly arranged: number;
}

export interface Arranged extends Arrangement {
  /** What the arrangement was made for; another key means another arrangement. */
  readonly key: string;
}

export const FRESH: ViewSettings = {
  ...{ layout: undefined, level: undefined, focus: undefined, arranged: 0 },
  ...{ expanded: new Set(), collapsed: new Set(), hidden: new Set() },
};

interface Memory {
  readonly settings: Writable<ReadonlyMap<string, ViewSettings>>;
  readonly arranged: Map<ViewId, Arranged>;
  /** The window of each view where a hand has put it, and the picture it was put over. */
  readonly windows: Map<ViewId, { readonly fitKey: string; readonly viewport: Viewport }>;
  /** How each view opened, so that it does not jump while the model grows. */
  readonly opening: Map<ViewId, Opening>;
  /** The model was shown: whatever becomes of it, the view is the person's affair from then on. */
  isOpened: boolean;
}

const memories = new WeakMap<Store, Memory>();

export function memoryOf(store: Store): Memory {
  const known = memories.get(store);
  if (known !== undefined) return known;
  const made: Memory = {
    settings: createStore<ReadonlyMap<string, ViewSettings>>(new Map()),
    arranged: new Map(),
    windows: new Map(),
    opening: new Map(),
    isOpened: false,
  };
  memories.set(store, made);
  return made;
}

export type Change = (change: Partial<ViewSettings> | ((settings: ViewSettings) => Partial<ViewSettings>)) => void;

export function useViewSettings(view: ViewId): readonly [ViewSettings, Change] {
  const { settings } = memoryOf(useStoreHandle());
  const change = useCallback<Change>(
    (wanted) => {
      const known = settings.get().get(view) ?? FRESH;
      const next = { ...known, ...(typeof wanted === "function" ? wanted(known) : wanted) };
      settings.set(new Map([...settings.get(), [view, next]]));
    },
    [settings, view],
  );
  return [useValue(settings).get(view) ?? FRESH, change];
}

/** What shows an element: these, from the outside in, are opened, and neither they nor it are hidden. */
export function opened(
  { expanded, collapsed, hidden }: Pick<ViewSettings, "expanded" | "collapsed" | "hidden">,
  nodeId: string,
  above: ReadonlySet<string>,
): Pick<ViewSettings, "expanded" | "collapsed" | "hidden"> {
  return {
    // Last, so that anything else gives way before it where so much has been opened that not all of it can be shown.
    expanded: new Set([...without(expanded, above), ...above]),
    collapsed: without(collapsed, above),
    hidden: without(hidden, new Set([nodeId, ...above])),
  };
}

/** The same set where it has none of these: what was made for it, such as the groups, is not made anew then. */
function without(set: ReadonlySet<string>, out: ReadonlySet<string>): ReadonlySet<string> {
  const left = [...set].filter((id) => !out.has(id));
  return left.length === set.size ? set : new Set(left);
}

/** The set with an element put in or taken out. */
export function toggled(set: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
