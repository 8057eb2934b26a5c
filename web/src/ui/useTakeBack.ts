/** Undo and redo of my own changes. A notice says what was taken back, since the canvas in sight may show nothing of it. */

import { useCallback } from "react";
import type { Commit } from "../protocol";
import { ServerError } from "../session/rest";
import { may } from "../state/people";
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

export function useTakeBack(): { readonly undo: () => void; readonly redo: () => void; readonly isAllowed: boolean } {
  const say = useText("frame");
  const told = useWhatChanged();
  const { session } = useWorkbench();
  const isAllowed = useStore((state) => may(state.connection.access, "build"));
  const take = useCallback(
    async (type: "changes.undo" | "changes.redo"): Promise<void> => {
      const work = session
        .send<Done>({ type })
        .then(({ commit }) => toasts.done(say(DONE[type], { what: told(commit, type === "changes.undo") })));
      // Nothing to take back is no error: it is said like anything else that was done.
      await shown(
        work.catch((error: unknown) => {
          if (!(error instanceof ServerError) || error.code !== "notFound") throw error;
          toasts.done(say(NOTHING[type]));
        }),
      );
    },
    [session, say, told],
  );
  const undo = useCallback(() => void take("changes.undo"), [take]);
  const redo = useCallback(() => void take("changes.redo"), [take]);
  return { undo, redo, isAllowed };
}
