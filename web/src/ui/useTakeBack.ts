/** Undo and redo of my own changes. A notice says what was taken back, since the canvas in sight may show nothing of it. */

import { useCallback } from "react";
import type { Commit } from "../protocol";
import { ServerError } from "../session/rest";
import { may } from "../state/people";
import type { Store } from "../state/store";
import { type Positions, stepBack, stepped } from "./layoutHistory";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useStore } from "./useStore";
import { useWhatChanged } from "./useWhatChanged";
import { shown, useWorkbench } from "./workbench";

const DONE = { "changes.undo": "undone", "changes.redo": "redone" } as const;
interface Done {
  readonly commit?: Commit;
}

const NOTHING = { "changes.undo": "nothingToUndo", "changes.redo": "nothingToRedo" } as const;

/** One after the other: what undo means is known when the one before it has been answered. */
const turns = new WeakMap<Store, Promise<unknown>>();

export function useTakeBack(): { readonly undo: () => void; readonly redo: () => void; readonly isAllowed: boolean } {
  const say = useText("frame");
  const told = useWhatChanged();
  const { session, store } = useWorkbench();
  const isAllowed = useStore((state) => may(state.connection.access, "build"));
  const take = useCallback(
    async (type: "changes.undo" | "changes.redo"): Promise<void> => {
      const way = type === "changes.undo" ? "undo" : "redo";
      const step = stepBack(store, way);
      if (step?.kind === "hide") {
        step.show(way === "undo" ? "before" : "after");
        stepped(store, way, step);
        toasts.done(say(DONE[type], { what: say("did.hid") }));
        return;
      }
      if (step !== undefined) {
        const positions = way === "undo" ? step.before : step.after;
        const work = session.send({ type: "layout.update", view: step.view, positions: asSent(positions) });
        await shown(
          work.then(() => {
            stepped(store, way, step);
            toasts.done(say(DONE[type], { what: say("did.moved") }));
          }),
        );
        return;
      }
      const work = session
        .send<Done>({ type })
        .then(({ commit }) => toasts.done(say(DONE[type], { what: told(commit, way === "undo") })));
      // Nothing to take back is no error: it is said like anything else that was done.
      await shown(
        work.catch((error: unknown) => {
          if (!(error instanceof ServerError) || error.code !== "notFound") throw error;
          toasts.done(say(NOTHING[type]));
        }),
      );
    },
    [session, store, say, told],
  );
  const inTurn = useCallback(
    (type: "changes.undo" | "changes.redo"): void => {
      const turn = (): Promise<void> => take(type);
      turns.set(store, (turns.get(store) ?? Promise.resolve()).then(turn, turn));
    },
    [store, take],
  );
  const undo = useCallback(() => inTurn("changes.undo"), [inTurn]);
  const redo = useCallback(() => inTurn("changes.redo"), [inTurn]);
  return { undo, redo, isAllowed };
}

function asSent(positions: Positions): Record<string, [number, number]> {
  return Object.fromEntries(Object.entries(positions).map(([id, [x, y]]) => [id, [x, y]]));
}
