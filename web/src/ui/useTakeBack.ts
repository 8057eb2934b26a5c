/** Undo and redo of my own changes, told in a notice because the other canvases may show nothing of it. */

import { useCallback } from "react";
import { ServerError } from "../session/rest";
import { may } from "../state/people";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

const DONE = { "changes.undo": "undone", "changes.redo": "redone" } as const;
const NOTHING = { "changes.undo": "nothingToUndo", "changes.redo": "nothingToRedo" } as const;

export function useTakeBack(): { readonly undo: () => void; readonly redo: () => void; readonly isAllowed: boolean } {
  const say = useText("frame");
  const { session } = useWorkbench();
  const isAllowed = useStore((state) => may(state.connection.access, "build"));
  const take = useCallback(
    async (type: "changes.undo" | "changes.redo"): Promise<void> => {
      const work = session.send({ type }).then(() => toasts.done(say(DONE[type])));
      // Nothing to take back is no error: it is said like anything else that was done.
      await shown(
        work.catch((error: unknown) => {
          if (!(error instanceof ServerError) || error.code !== "notFound") throw error;
          toasts.done(say(NOTHING[type]));
        }),
      );
    },
    [session, say],
  );
  const undo = useCallback(() => void take("changes.undo"), [take]);
  const redo = useCallback(() => void take("changes.redo"), [take]);
  return { undo, redo, isAllowed };
}
