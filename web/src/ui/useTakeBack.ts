/** Undo and redo of my own changes, told in a notice because the other canvases may show nothing of it. */

import { useCallback } from "react";
import { may } from "../state/people";
import { useText } from "./text";
import { toasts } from "./toasts";
import { useStore } from "./useStore";
import { useSend } from "./workbench";
import { words } from "./words";

export function useTakeBack(): { readonly undo: () => void; readonly redo: () => void; readonly isAllowed: boolean } {
  const say = useText(words);
  const send = useSend();
  const isAllowed = useStore((state) => may(state.connection.access, "build"));
  const undo = useCallback(() => void send({ type: "changes.undo" }).then((done) => done && toasts.done(say("undone"))), [send, say]);
  const redo = useCallback(() => void send({ type: "changes.redo" }).then((done) => done && toasts.done(say("redone"))), [send, say]);
  return { undo, redo, isAllowed };
}
