/** The keyboard map of the workbench (ask for it with `?`). Canvases listen to further keys themselves. */

import { useMemo } from "react";
import { isOpen } from "../state/runs";
import { focusComposer } from "./focus";
import type { Binding } from "./keyboard";
import { preferences, type Drawer, type Pane } from "./preferences";
import type { Overlay } from "./Shell";
import { useText } from "./text";
import { useTakeBack } from "./useTakeBack";
import { useSend, useWorkbench } from "./workbench";
import { words } from "./words";

export function useBindings(show: (overlay: Overlay) => void): readonly Binding[] {
  const say = useText(words);
  const send = useSend();
  const { store } = useWorkbench();
  const { undo, redo } = useTakeBack();
  return useMemo<readonly Binding[]>(() => {
    const only = (pane: Pane | null) => () => preferences.set({ only: pane });
    const drawer = (name: Drawer) => () => preferences.set({ drawer: preferences.get().drawer === name ? null : name });
    const go = (pane: Pane) => () => {
      if (preferences.get().only !== null) preferences.set({ only: pane });
      if (pane === "chat") focusComposer();
      else paneElement(pane)?.focus();
    };
    const stop = (): void => {
      const running = [...store.get().runs.runs.values()].filter((run) => isOpen(run) && run.status !== "waiting");
      const newest = running.at(-1);
      if (newest) void send({ type: "run.cancel", runId: newest.runId });
      else if (preferences.get().drawer !== null) preferences.set({ drawer: null });
      else store.select([]);
    };
    return [
      { keys: "Mod+K", label: say("key.palette"), run: () => show("palette"), everywhere: true },
      { keys: "?", label: say("key.help"), run: () => show("keys") },
      { keys: "Escape", label: say("key.stop"), run: stop, everywhere: true },
      { keys: "/", label: say("key.focus"), run: focusComposer },
      { keys: "g c", label: say("key.chat"), run: go("chat") },
      { keys: "g g", label: say("key.graph"), run: go("graph") },
      { keys: "g t", label: say("key.table"), run: go("table") },
      { keys: "1", label: say("key.onlyChat"), run: only("chat") },
      { keys: "2", label: say("key.onlyTable"), run: only("table") },
      { keys: "3", label: say("key.onlyGraph"), run: only("graph") },
      { keys: "0", label: say("key.all"), run: only(null) },
      { keys: "g r", label: say("key.review"), run: drawer("review") },
      { keys: "g p", label: say("key.process"), run: drawer("process") },
      { keys: "g i", label: say("key.details"), run: drawer("details") },
      { keys: "g b", label: say("key.problems"), run: drawer("problems") },
      { keys: "g h", label: say("key.history"), run: drawer("history") },
      { keys: "Mod+Z", label: say("key.undo"), run: undo },
      { keys: "Mod+Shift+Z", label: say("key.redo"), run: redo },
      { keys: "F6", label: say("key.pane"), run: nextPane, everywhere: true },
    ];
  }, [say, send, store, undo, redo, show]);
}

function paneElement(pane: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

function nextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + 1) % panes.length]?.focus();
}
