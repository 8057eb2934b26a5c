/** Short notices: what was refused, what was done. They go with the project they are about. `Toasts.tsx` shows them. */

import type { ServerError } from "../session/rest";
import { createStore, onLeaving } from "../state/createStore";
import { serverIsAway } from "./late";

interface Toast {
  readonly id: number;
  readonly kind: "error" | "done";
  readonly text?: string;
  readonly error?: ServerError;
  readonly action?: Action;
}

/** What can be done about it, such as taking it back. */
interface Action {
  readonly label: string;
  readonly run: () => void;
}

/** A notice that says "done" leaves by itself, unless somebody is at it; an error stays until it is put away. */
const DONE_MS = 5_000;
/** Whoever may still act on it gets longer. */
const ACTION_MS = 10_000;
/** More than this at once nobody reads. */
const MAX_TOASTS = 4;

const UNREACHABLE = "unreachable";

const all = createStore<readonly Toast[]>([]);
let last = 0;
let isHeld = false;
/** Those whose time is over while somebody reads them. */
const overdue = new Set<number>();
/** Counts the projects that were left: what is told of one that was left comes too late. */
let visit = 0;
onLeaving(() => {
  visit += 1;
  for (const { id } of all.get()) dismiss(id);
});

/** Of these the bar tells from when the server is away, and they are over when it is back. */
serverIsAway.subscribe(() => {
  for (const { id, error } of all.get()) if (error?.code === UNREACHABLE) dismiss(id);
});

function add(toast: Omit<Toast, "id">): number {
  last += 1;
  all.set([...all.get(), { ...toast, id: last }].slice(-MAX_TOASTS));
  return last;
}

function dismiss(id: number): void {
  overdue.delete(id);
  isHeld = false; // what is gone is not left by the pointer any more
  all.set(all.get().filter((toast) => toast.id !== id));
}

function leave(id: number): void {
  if (isHeld) overdue.add(id);
  else dismiss(id);
}

export const toasts = {
  get: all.get,
  subscribe: all.subscribe,
  dismiss,
  /** Somebody points at one or has reached it by keyboard: none leaves by itself. */
  hold: (): void => {
    isHeld = true;
  },
  /** Nobody does any more: those whose time was over get a little more of it. */
  release: (): void => {
    isHeld = false;
    for (const id of overdue) setTimeout(() => leave(id), DONE_MS);
    overdue.clear();
  },
  /** What is being done here may be told later: only as long as its project is open. */
  visit: (): number => visit,
  error: (error: ServerError, began = visit): void => {
    if (began !== visit) return;
    // While the server is away a bar says so; a box for each thing that did not come says no more.
    if (error.code === UNREACHABLE && serverIsAway.get()) return;
    add({ kind: "error", error });
  },
  done: (text: string, action?: Action, began = visit): void => {
    if (began !== visit) return;
    const id = add({ kind: "done", text, ...(action && { action }) });
    setTimeout(() => leave(id), action ? ACTION_MS : DONE_MS);
  },
};
