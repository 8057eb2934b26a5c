/** The keyboard map of the workbench (ask for it with `?`). Canvases listen to further keys themselves. */

import { useMemo } from "react";
import { sorted } from "../state/findings";
import { isOpen } from "../state/runs";
import { focusComposer } from "./focus";
import { type Binding, pressButton } from "./keyboard";
import type { Overlay } from "./overlay";
import { type Drawer, type Pane, preferences } from "./preferences";
import { useText } from "./text";
import { useTakeBack } from "./useTakeBack";
import { useSend, useWorkbench } from "./workbench";

export function useBindings(show: (overlay: Overlay) => void): readonly Binding[] {
  const say = useText("frame");
  const send = useSend();
  const { store } = useWorkbench();
  const { undo, redo } = useTakeBack();
  return useMemo<readonly Binding[]>(() => {
    const only = (pane: Pane | null) => () => preferences.set({ only: pane });
    const drawer = (name: Drawer) => () => preferences.set({ drawer: preferences.get().drawer === name ? null : name });
    const go = (pane: Pane) => () => {
      if (paneElement(pane) === null) preferences.set({ only: pane });
      if (pane === "chat") focusComposer();
      else paneElement(pane)?.focus();
    };
    const stop = (): void => {
      const running = [...store.get().runs.runs.values()].filter((run) => isOpen(run) && run.status !== "waiting");
      const newest = running.at(-1);
      if (newest) void send({ type: "run.cancel", runId: newest.runId });
      else if (preferences.get().drawer === null) store.select([]);
      else preferences.set({ drawer: null });
    };
    const inGraph = (key: string) => () => {
      if (paneElement("graph") === null) preferences.set({ only: "graph" });
      pressButton(key);
    };
    const nextProblem = (): void => {
      const problems = sorted(store.get().findings);
      const { nodes, edges } = store.get().canvas.selection;
      const at = problems.findIndex(
        (each) => each.nodeIds.join() === nodes.join() && each.edgeIds.join() === edges.join(),
      );
      const next = problems[(at + 1) % problems.length];
      if (next) store.select(next.nodeIds, next.edgeIds);
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
      { keys: "g d", label: say("key.discussion"), run: drawer("discussion") },
      { keys: "g i", label: say("key.details"), run: drawer("details") },
      { keys: "g b", label: say("key.problems"), run: drawer("problems") },
      { keys: "g s", label: say("key.documents"), run: drawer("documents") },
      { keys: "g +", label: say("key.taller"), run: () => preferences.set({ tall: !preferences.get().tall }) },
      { keys: "g h", label: say("key.history"), run: drawer("history") },
      { keys: "g m", label: say("members"), run: () => show("members") },
      { keys: "g a", label: say("account"), run: () => show("account") },
      { keys: "g e", label: say("costs"), run: () => show("costs") },
      { keys: "Mod+S", label: say("key.name"), run: () => show("name") },
      { keys: "Mod+Z", label: say("key.undo"), run: undo },
      { keys: "Mod+Shift+Z", label: say("key.redo"), run: redo },
      { keys: "n", label: say("key.newNode"), run: inGraph("n") },
      { keys: "l", label: say("key.link"), run: inGraph("l") },
      { keys: "u", label: say("key.nextProblem"), run: nextProblem },
      {
        keys: "Mod+Shift+C",
        label: say("key.copyAnswer"),
        run: () => pressButton("copy", messageWithFocus() ?? document),
      },
      { keys: "s", label: say("key.discussionSay"), run: () => steering()?.focus(), when: () => steering() !== null },
      {
        keys: "q",
        label: say("key.discussionEnd"),
        run: () => pressButton("discussionEnd"),
        when: () => steering() !== null,
      },
      { keys: "b", label: say("key.discussionRecord"), run: () => pressButton("discussionRecord"), when: isDiscussing },
      { keys: "v", label: say("key.discussionView"), run: () => pressButton("discussionView"), when: isDiscussing },
      {
        keys: "Alt+ArrowLeft",
        label: say("key.branchBefore"),
        run: () => pressButton("branchBefore", messageWithFocus() ?? document),
        when: () => messageWithFocus() !== null,
      },
      {
        keys: "Alt+ArrowRight",
        label: say("key.branchAfter"),
        run: () => pressButton("branchAfter", messageWithFocus() ?? document),
        when: () => messageWithFocus() !== null,
      },
      { keys: "F6", label: say("key.pane"), run: nextPane, everywhere: true },
    ];
  }, [say, send, store, undo, redo, show]);
}

function messageWithFocus(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(".message") ?? null;
}

function steering(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".steering textarea");
}

function isDiscussing(): boolean {
  return document.querySelector(".discussion") !== null;
}

function paneElement(pane: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

function nextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + 1) % panes.length]?.focus();
}
