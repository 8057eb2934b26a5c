/** A saved view and the page: what is shown now as a place to save, a view that is opened, and whether they are still the same. */

import { LIMITS, type SavedView } from "../protocol";
import type { Store } from "../state/store";
import { type Place, readPlace, writePlace } from "../ui/place";
import type { Pane } from "../ui/preferences";
import { hashOf, queryNow } from "../ui/route";
import { withRoom } from "../ui/usePanes";
import { placeNow } from "../ui/usePlace";
import { bringDetails, DETAILS, detailsNow, leaveDetails } from "./details";

/** The key of an address under which the view stands that is open. */
export const KEY = "saved";

/** The view whose details the page shows, by id. */
const brought = new WeakMap<Store, string>();

/** Nothing where it names more than a saved view holds. */
export function placeToSave(store: Store): string | undefined {
  const place = wholePlace(store);
  return place.length > LIMITS.placeLength ? undefined : place;
}

function wholePlace(store: Store): string {
  const place = placeNow(store);
  const { [KEY]: _, ...own } = place.own;
  return writePlace({ ...place, own: { ...own, ...detailsNow(store, place) } });
}

/** Goes where the view is, also if it is open and something else was looked at since. */
export function open(store: Store, project: string, view: SavedView): void {
  bring(store, view);
  const query = addressOf(view);
  // What was looked at since may not stand in the address yet; then a link to the same address would lead nowhere.
  if (queryNow() === query) window.dispatchEvent(new PopStateEvent("popstate"));
  else location.hash = hashOf(project, query);
}

/** The address names this view: where it says nothing else, the page goes there; else only the details come. */
export function arrive(store: Store, project: string, view: SavedView, isBare: boolean): void {
  if (brought.get(store) === view.savedViewId) return;
  bring(store, view);
  if (isBare) location.replace(hashOf(project, addressOf(view)));
}

/** The address names it no more. */
export function leave(store: Store, savedViewId: string): void {
  if (brought.get(store) !== savedViewId) return;
  brought.delete(store);
  leaveDetails(store);
}

/** A short address that stays right when the view is renewed. */
export function linkTo(project: string, view: SavedView): string {
  return new URL(hashOf(project, `${KEY}=${view.savedViewId}`), location.href).href;
}

/** Whether the page shows what the view shows, whatever is selected and open beside it. */
export function isAsSaved(store: Store, view: SavedView): boolean {
  return comparable(readPlace(wholePlace(store))) === comparable(readPlace(view.place));
}

function comparable({ panes, view, filters, own }: Place): string {
  const shown = withRoom(panes).filter((pane) => pane !== "chat");
  const sides = { side: "chat", drawer: null, nodes: [], edges: [] } as const;
  const { [KEY]: _, ...kept } = own;
  // What is not in sight makes no difference: a table that was looked at since, a canvas for which there is no room here.
  const others = Object.entries(kept).filter(([key]) => shown.some((pane) => pane === (CANVAS_OF[key] ?? pane)));
  const none = { run: undefined, document: undefined, passage: undefined, proposal: undefined, revision: undefined };
  const ordered = Object.fromEntries(others.sort(([one], [two]) => one.localeCompare(two)));
  return writePlace({ panes: shown, view, filters, own: ordered, ...sides, ...none });
}

/** The canvas that a value of an address is about. */
const CANVAS_OF: Readonly<Record<string, Pane>> = { scope: "graph", table: "table", rows: "table", matrix: "table" };

function bring(store: Store, view: SavedView): void {
  bringDetails(store, readPlace(view.place));
  brought.set(store, view.savedViewId);
}

/** Where the view is, without what only the page of the one who opens it is told. */
function addressOf(view: SavedView): string {
  const place = readPlace(view.place);
  const own = Object.entries(place.own).filter(([key]) => !(DETAILS as readonly string[]).includes(key));
  return writePlace({
    ...place,
    panes: withRoom(place.panes),
    own: { ...Object.fromEntries(own), [KEY]: view.savedViewId },
  });
}
