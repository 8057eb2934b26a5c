/** Which saved views somebody finds listed, and in which order. Pure. */

import type { SavedView } from "../protocol";
import type { State } from "./state";
import { derivedFromTwo } from "./store";

export interface ListedViews {
  readonly shared: readonly SavedView[];
  readonly own: readonly SavedView[];
}

function listedViews(views: Iterable<SavedView>, me: string | undefined): ListedViews {
  const standing = [...views].filter(({ deletedAt }) => deletedAt === undefined).sort(byName);
  return {
    shared: standing.filter(({ isShared }) => isShared),
    own: standing.filter(({ isShared, person }) => !isShared && person.personId === me),
  };
}

function byName(one: SavedView, two: SavedView): number {
  return one.name.localeCompare(two.name, undefined, { numeric: true });
}

export const selectListedViews: (state: State) => ListedViews = derivedFromTwo(
  (state) => state.views,
  (state) => state.connection.me?.personId,
  (views, me) => listedViews(views.values(), me),
);
