/**
 * Keeps the address and the page the same: what a person opens or filters stands in the address at once, so that nobody
 * who loads the page again loses it, and what is selected a moment later. Whoever goes back, forward or follows a link
 * comes to that place.
 */

import { useEffect, useRef } from "react";
import { isRunBeside, reading } from "../documents/reading";
import { wantedProposal } from "../review/wanted";
import { isEmptyModel } from "../state/state";
import type { Store } from "../state/store";
import { address } from "./address";
import { namesOfSelection, type Place, readPlace, selectionAt, writePlace } from "./place";
import { panesOf, preferences, rememberPanes } from "./preferences";
import { shownRun } from "./process";
import { queryNow, write } from "./route";
import { isNarrow, reveal, takeBefore, withoutTexts } from "./usePanes";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

/** Whoever walks through boxes with an arrow key leaves one step behind, not thirty. */
const PAUSE_MS = 350;
/** What begins another step, however soon it comes; what else follows soon belongs to the step before. */
const GESTURES = ["click", "keydown", "change"] as const;

export function usePlace(): void {
  const { store, project } = useWorkbench();
  const isThere = useStore((state) => state.project !== undefined);
  const followed = useRef<string>("");
  // What is open needs no model: what somebody opens before all of the project is there stays open.
  useEffect(() => {
    followed.current = queryNow();
    const known = isNarrow() ? preferences.get().panes : panesOf(project);
    if (queryNow() === "") preferences.set({ drawer: null, panes: withoutTexts(known) });
    else open({ ...readPlace(queryNow()), ...takeBefore() });
    return whilePanesChange(() => isNarrow() || rememberPanes(project));
  }, [project]);
  useEffect(() => {
    if (!isThere) return;
    // Somebody may have followed a link while the project was on its way.
    if (queryNow() !== "" && queryNow() !== followed.current) open(readPlace(queryNow()));
    if (queryNow() !== "") look(store, readPlace(queryNow()));
    // What one can begin with stands there.
    else if (isEmptyModel(store.get()) && preferences.get().drawer === null) reveal("chat");
    // The first place of all is written at once, so that "back" can return to it.
    write(project, writePlace(placeNow(store)), "replace");
    return keptTheSame(store, project);
  }, [store, project, isThere]);
}

/** Calls once now, and whenever other panes are shown. */
function whilePanesChange(changed: () => void): () => void {
  let last = preferences.get().panes;
  changed();
  return preferences.subscribe(() => {
    const { panes } = preferences.get();
    if (panes === last) return;
    last = panes;
    changed();
  });
}

/** Writes the address after changes, and goes where it says, until the returned function is called. */
function keptTheSame(store: Store, project: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAwaited = false;
  let last = placeNow(store);
  let changedAt = Number.NEGATIVE_INFINITY;
  let isGesture = false;
  let how: "push" | "replace" = "push";
  const settle = (): void => {
    clearTimeout(timer);
    const wanted = writePlace(placeNow(store));
    if (wanted === queryNow()) return;
    write(project, wanted, how);
    how = "replace";
  };
  const compared = (): void => {
    isAwaited = false;
    // An answer that streams changes the state many times a second, and the place not once.
    const [before, now] = [last, placeNow(store)];
    if (writePlace(now) === writePlace(before)) return;
    const isSelection = withoutSelection(now) === withoutSelection(before);
    if ((isGesture && !isSelection) || performance.now() - changedAt >= PAUSE_MS) how = "push";
    [last, changedAt, isGesture] = [now, performance.now(), false];
    clearTimeout(timer);
    if (isSelection) timer = setTimeout(settle, PAUSE_MS);
    else settle();
  };
  const acted = (): void => {
    isGesture = true;
  };
  // One thing that a person does changes more than one of the stores.
  const changed = (): void => {
    if (!isAwaited) queueMicrotask(compared);
    isAwaited = true;
  };
  const wentBack = (): void => {
    clearTimeout(timer);
    changedAt = Number.NEGATIVE_INFINITY;
    // Without anything behind the project's name it is the way in, and no place.
    if (queryNow() === "") return;
    const place = readPlace(queryNow());
    open(place);
    look(store, place);
    // What the address names may be gone: then it names what is there, in its own step of the history.
    last = placeNow(store);
    const named = writePlace(last);
    if (named !== queryNow()) write(project, named, "replace");
  };
  const ends = [store, preferences, shownRun, reading, wantedProposal, address].map((each) => each.subscribe(changed));
  for (const event of GESTURES) window.addEventListener(event, acted, true);
  window.addEventListener("popstate", wentBack);
  return () => {
    clearTimeout(timer);
    for (const event of GESTURES) window.removeEventListener(event, acted, true);
    window.removeEventListener("popstate", wentBack);
    for (const end of ends) end();
  };
}

const withoutSelection = (place: Place): string => writePlace({ ...place, nodes: [], edges: [] });

export function placeNow(store: Store): Place {
  const { canvas, graph } = store.get();
  const { panes, side, drawer } = preferences.get();
  const { documentId, passageId } = drawer === "documents" || panes.includes("document") ? reading.get() : {};
  const { revision, rule, discussion, comment, ...others } = address.get();
  const isDiscussed = drawer === "discussion" || panes.includes("decision");
  const own = {
    ...others,
    ...(drawer === "problems" && rule !== undefined && { rule }),
    ...(drawer === "comments" && comment !== undefined && { comment }),
    ...(isDiscussed && discussion !== undefined && { discussion }),
  };
  return {
    ...{ panes, side, drawer, view: canvas.view, filters: canvas.filters, own },
    ...namesOfSelection(canvas, graph),
    run: drawer === "process" || isRunBeside(address.get()) ? shownRun.get() : undefined,
    document: documentId,
    passage: passageId,
    proposal: drawer === "review" ? wantedProposal.get()?.proposalId : undefined,
    revision: drawer === "history" && revision !== undefined ? Number(revision) : undefined,
  };
}

/** What the canvases show of the model, and what is selected in it. */
function look(store: Store, place: Place): void {
  const { canvas, graph } = store.get();
  const filters = { ...canvas.filters, ...place.filters };
  store.setCanvas({ view: place.view, filters, selection: selectionAt(place, graph) });
}

/** To where somebody else is, as far as it is about canvases: drawers and the panel at the right stay my own. */
export function goAlong(store: Store, place: Place): void {
  const canvases = place.panes.filter((pane) => pane !== "chat");
  const { panes } = preferences.get();
  if (canvases.length > 0) preferences.set({ panes: panes.includes("chat") ? [...canvases, "chat"] : canvases });
  if (panes.includes("document") || canvases.includes("document")) readAt(place);
  address.replace({ ...address.get(), ...place.own });
  look(store, place);
}

function readAt({ document, passage }: Pick<Place, "document" | "passage">): void {
  reading.set({
    ...(document !== undefined && { documentId: document }),
    ...(passage !== undefined && { passageId: passage }),
  });
}

/** What is open beside and below them. */
function open({ panes, side, drawer, run, document, passage, proposal, revision, own }: Place): void {
  shownRun.set(run);
  readAt({ document, passage });
  wantedProposal.set(proposal === undefined ? undefined : { proposalId: proposal });
  address.replace({ ...own, ...(revision !== undefined && { revision: String(revision) }) });
  preferences.set({ panes, side, drawer });
}
