/**
 * My moves and hidings of boxes, which have an undo of their own: how a picture looks is no part of the model, so the
 * server's undo knows nothing of it. Undo takes back whichever is newer, my last step here or my last change of the model.
 * Pure but for the store.
 */

import type { Point } from "../state/state";
import { type Store, selectTakenBack } from "../state/store";

export type Positions = Readonly<Record<string, Point>>;

/** Boxes that stand elsewhere now, for everybody. */
interface Move {
  readonly kind: "move";
  readonly view: string;
  readonly before: Positions;
  readonly after: Positions;
}

/** Boxes that are out of sight now, or in sight again, on this screen alone. */
interface Hiding {
  readonly kind: "hide";
  readonly show: (when: "before" | "after") => void;
}

type Step = Move | Hiding;

/** With it goes what undo would have taken back of the model when the step was done. */
export type LayoutStep = Step & { readonly commitId: string | undefined };

interface Steps {
  done: readonly LayoutStep[];
  undone: readonly LayoutStep[];
}

/** As many as somebody remembers having done. */
const MOST = 50;
const known = new WeakMap<Store, Steps>();

/** Boxes were moved by me. */
export function moved(store: Store, step: Omit<Move, "kind">): void {
  did(store, { kind: "move", ...step });
}

/** Boxes were hidden by me, or shown again. */
export function hid(store: Store, show: Hiding["show"]): void {
  did(store, { kind: "hide", show });
}

function did(store: Store, step: Step): void {
  const steps = stepsOf(store);
  known.set(store, { done: [...steps.done, { ...step, commitId: mine(store) }].slice(-MOST), undone: [] });
}

/** The step that undo or redo means now; undefined: it means the model. */
export function stepBack(store: Store, way: "undo" | "redo"): LayoutStep | undefined {
  const { done, undone } = stepsOf(store);
  const step = (way === "undo" ? done : undone).at(-1);
  return step !== undefined && step.commitId === mine(store) ? step : undefined;
}

/** The step was taken back or done again: only now does it change piles, so that one that was refused can be tried again. */
export function stepped(store: Store, way: "undo" | "redo", step: LayoutStep): void {
  const { done, undone } = stepsOf(store);
  const others = (steps: readonly LayoutStep[]): readonly LayoutStep[] => steps.filter((each) => each !== step);
  known.set(
    store,
    way === "undo"
      ? { done: others(done), undone: [...undone, step] }
      : { done: [...done, step], undone: others(undone) },
  );
}

function stepsOf(store: Store): Steps {
  return known.get(store) ?? { done: [], undone: [] };
}

/** My newest commit that still holds and takes nothing back, as the server's undo chooses it. */
function mine(store: Store): string | undefined {
  const state = store.get();
  const gone = selectTakenBack(state);
  return state.commits.find(
    ({ author, commitId, reverts = [] }) =>
      author.personId === state.connection.me?.personId && reverts.length === 0 && !gone.has(commitId),
  )?.commitId;
}
