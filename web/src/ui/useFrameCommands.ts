/** What the frame itself offers: dialogs, drawers, panes, taking back, and stopping what runs. */

import { useEffect } from "react";
import { askedCure, cureOf } from "../cures/asked";
import { selected } from "../exchange/scopes";
import { sorted } from "../state/findings";
import { mayAskIn } from "../state/people";
import { isOpen } from "../state/runs";
import { phaseOf } from "../state/state";
import type { Store } from "../state/store";
import { type CommandId, offerCommand } from "./commands";
import { focusComposer } from "./focus";
import type { Overlay } from "./overlay";
import { type Drawer, type Pane, preferences } from "./preferences";
import { useCopyLink } from "./useCopyLink";
import { reveal, showCanvases, showInspector, toggleTree } from "./usePanes";
import { useTakeBack } from "./useTakeBack";
import { VIEWS_PANEL } from "./ViewsPanel";
import { type Send, useSend, useWorkbench } from "./workbench";

export function useFrameCommands(show: (overlay: Overlay) => void): void {
  const send = useSend();
  const { store } = useWorkbench();
  const { undo, redo } = useTakeBack();
  const copyLink = useCopyLink();
  useEffect(() => {
    const actions: Partial<Record<CommandId, () => void>> = {
      ...DRAWERS,
      ...PANES,
      palette: () => show("palette"),
      help: () => show("keys"),
      members: () => show("members"),
      share: () => show("share"),
      account: () => show("account"),
      costs: () => show("costs"),
      models: () => show("models"),
      automation: () => show("automation"),
      nameRevision: () => show("name"),
      import: () => show("import"),
      views: () => document.getElementById(VIEWS_PANEL)?.togglePopover(),
      export: () => show("export"),
      exportView: () => show("exportView"),
      stop: () => stop(store, send),
      nextProblem: () => showNextProblem(store),
      copyLink: () => copyLink(),
      pointers: () => preferences.set({ pointers: !preferences.get().pointers }),
      undo,
      redo,
    };
    const taken = Object.entries(actions).map(([id, run]) => offerCommand(id as CommandId, () => ({ run })));
    const selecting = offerCommand("exportSelection", () => ({
      run: () => show("exportSelection"),
      isEnabled: () => selected(store.get()).length > 0,
    }));
    const curing = (["merge", "retype", "relink"] as const).map((kind) =>
      offerCommand(kind, () => ({
        run: () => askedCure.set(cureOf(kind, store)),
        isEnabled: () => cureOf(kind, store) !== undefined && mayAskIn(store.get()),
      })),
    );
    // The graph offers these itself while it is shown.
    const opening = (["graph.newNode", "graph.link"] as const).map((id) =>
      offerCommand(id, () => ({ run: () => reveal("graph"), isEnabled: () => paneElement("graph") === null })),
    );
    return () => {
      for (const end of [...taken, ...opening, ...curing, selecting]) end();
    };
  }, [send, store, undo, redo, copyLink, show]);
}

const drawer = (name: Drawer) => () => preferences.set({ drawer: preferences.get().drawer === name ? null : name });
const only =
  (...panes: readonly Pane[]) =>
  () =>
    preferences.set({ panes });
const go = (pane: Pane) => () => {
  reveal(pane);
  // What was not there before comes with the next step of the page.
  queueMicrotask(() => (pane === "chat" ? focusComposer() : keyElement(pane)?.focus()));
};

const DRAWERS = {
  "drawer.review": drawer("review"),
  "drawer.process": drawer("process"),
  "drawer.discussion": drawer("discussion"),
  "drawer.problems": drawer("problems"),
  "drawer.comments": drawer("comments"),
  "drawer.documents": drawer("documents"),
  "drawer.history": drawer("history"),
  "drawer.taller": () => preferences.set({ tall: !preferences.get().tall }),
};

const PANES = {
  "focus.composer": go("chat"),
  "focus.overview": () => showCanvases("overview"),
  "focus.chat": go("chat"),
  "focus.inspector": () => {
    showInspector();
    queueMicrotask(() => document.querySelector<HTMLElement>("[data-pane=inspector]")?.focus());
  },
  tree: toggleTree,
  "focus.graph": go("graph"),
  "focus.table": go("table"),
  "focus.nextPane": focusNextPane,
  "only.chat": only("chat"),
  "only.table": only("table"),
  "only.graph": only("graph"),
  "only.none": only("graph", "table", "chat"),
};

/** Stops the newest run; where none runs, closes the drawer, and then selects nothing. */
function stop(store: Store, send: Send): void {
  const running = [...store.get().runs.runs.values()].filter((run) => isOpen(run) && run.status !== "waiting");
  const newest = running.at(-1);
  if (newest) void send({ type: "run.cancel", runId: newest.runId });
  else if (preferences.get().drawer === null) store.select([]);
  else preferences.set({ drawer: null });
}

function showNextProblem(store: Store): void {
  const problems = sorted(store.get().findings, phaseOf(store.get()));
  const { nodes, edges } = store.get().canvas.selection;
  const at = problems.findIndex((each) => each.nodeIds.join() === nodes.join() && each.edgeIds.join() === edges.join());
  const next = problems[(at + 1) % problems.length];
  if (next) store.select(next.nodeIds, next.edgeIds);
}

function paneElement(pane: Pane): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-pane="${pane}"]`);
}

/** What hears the keys of a pane: the canvas in it, where it has one. */
function keyElement(pane: Pane): HTMLElement | null {
  return paneElement(pane)?.querySelector<HTMLElement>(":scope .graph-space") ?? paneElement(pane);
}

function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>("[data-pane]")];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + 1) % panes.length]?.focus();
}
