/** The workbench's frame: three canvases beside each other, drawers below, and the keys that reach everything. */

import {
  type ComponentType,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ChatCanvas } from "../canvases/chat/ChatCanvas";
import { ReviewDrawer } from "../review/ReviewDrawer";
import { countNow } from "../state/findings";
import { waiting } from "../state/proposals";
import { isOpen } from "../state/runs";
import { phaseOf } from "../state/state";
import { Boundary } from "./Boundary";
import { Checklist } from "./Checklist";
import { Details } from "./Details";
import { KeysDialog } from "./KeysDialog";
import { listen } from "./keyboard";
import type { Overlay } from "./overlay";
import { Palette } from "./Palette";
import { type Drawer, type Pane, preferences } from "./preferences";
import { ReconnectBar } from "./ReconnectBar";
import { Splitter } from "./Splitter";
import { TopBar } from "./TopBar";
import { useText } from "./text";
import { useEarlier } from "./useEarlier";
import { useFrameCommands } from "./useFrameCommands";
import { useOnly } from "./useOnly";
import { usePreferences } from "./usePreferences";
import { usePresence } from "./usePresence";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

// The graph's drawing library and the tables come after the chat is there; they are most of the page's script.
const GraphCanvas = lazy(() => import("../canvases/graph/GraphCanvas"));
const TableCanvas = lazy(() => import("../canvases/table/TableCanvas"));
const MembersDialog = lazy(() =>
  import("../people/MembersDialog").then(({ MembersDialog }) => ({ default: MembersDialog })),
);
const AccountDialog = lazy(() =>
  import("../people/AccountDialog").then(({ AccountDialog }) => ({ default: AccountDialog })),
);
const CostsDialog = lazy(() => import("../costs/CostsDialog"));
const ModelsDialog = lazy(() => import("../models/ModelsDialog"));
const NameDialog = lazy(() => import("../baselines/NameDialog"));
const ImportDialog = lazy(() => import("../exchange/ImportDialog"));
const ExportDialog = lazy(() => import("../exchange/ExportDialog"));
const ProcessDrawer = lazy(() =>
  import("../runs/ProcessDrawer").then(({ ProcessDrawer }) => ({ default: ProcessDrawer })),
);
const HistoryDrawer = lazy(() =>
  import("../review/HistoryDrawer").then(({ HistoryDrawer }) => ({ default: HistoryDrawer })),
);
const DiscussionDrawer = lazy(() => import("../discussion/DiscussionDrawer"));
const ProblemsDrawer = lazy(() => import("../problems/ProblemsDrawer"));
const DocumentsDrawer = lazy(() => import("../documents/DocumentsDrawer"));

const PANES: readonly (readonly [Pane, ComponentType])[] = [
  ["chat", ChatCanvas],
  ["graph", GraphCanvas],
  ["table", TableCanvas],
];
const DRAWERS: Readonly<Record<Drawer, ComponentType>> = {
  review: ReviewDrawer,
  process: ProcessDrawer,
  discussion: DiscussionDrawer,
  details: Details,
  problems: ProblemsDrawer,
  documents: DocumentsDrawer,
  history: HistoryDrawer,
};

export function Shell(): ReactNode {
  const say = useText("frame");
  const { drawer, tall } = usePreferences();
  const { rest } = useWorkbench();
  const only = useOnly();
  const [overlay, setOverlay] = useState<Overlay>(null);
  useFrameCommands(setOverlay);
  const frame = useRef<HTMLDivElement>(null);
  usePresence(frame);
  useEarlier();
  useEffect(() => listen(window), []);
  const close = (): void => setOverlay(null);
  return (
    <div className="frame" ref={frame}>
      <TopBar show={setOverlay} />
      <ReconnectBar />
      <main className="panes" data-only={only ?? "all"} aria-label={say("canvases")}>
        {PANES.map(([pane, Canvas]) =>
          only === null || only === pane ? (
            <section key={pane} className={`pane pane-${pane}`} data-pane={pane} aria-label={say(pane)} tabIndex={-1}>
              <h2 className="visually-hidden">{say(pane)}</h2>
              {pane === "chat" ? <Checklist /> : null}
              <Boundary>
                <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
                  <Canvas />
                </Suspense>
              </Boundary>
              {pane === "chat" && only === null ? <Splitter frame={frame} /> : null}
            </section>
          ) : null,
        )}
      </main>
      <Drawers open={drawer} tall={tall} />
      {overlay === "palette" ? <Palette close={close} /> : null}
      {overlay === "keys" ? <KeysDialog close={close} /> : null}
      <Suspense fallback={null}>
        {overlay === "members" ? <MembersDialog close={close} /> : null}
        {overlay === "costs" ? <CostsDialog close={close} /> : null}
        {overlay === "models" ? <ModelsDialog close={close} /> : null}
        {overlay === "import" ? <ImportDialog close={close} /> : null}
        {overlay === "export" ? <ExportDialog close={close} /> : null}
        {overlay === "name" ? <NameDialog close={close} /> : null}
        {overlay === "account" ? <AccountDialog rest={rest} close={close} /> : null}
      </Suspense>
    </div>
  );
}

function Drawers({ open, tall }: { readonly open: Drawer | null; readonly tall: boolean }): ReactNode {
  const say = useText("frame");
  const waits = useStore((state) => waiting(state.proposals).length);
  const problems = useStore((state) => countNow(state.findings, phaseOf(state)));
  const running = useStore((state) => [...state.runs.runs.values()].filter((run) => run.status === "running").length);
  const discussing = useStore(
    (state) => [...state.runs.runs.values()].filter((run) => run.workflow === "discuss" && isOpen(run)).length,
  );
  const counts: Partial<Record<Drawer, number>> = { review: waits, problems, process: running, discussion: discussing };
  const Content = useMemo(() => (open === null ? null : DRAWERS[open]), [open]);
  const names = Object.keys(DRAWERS) as Drawer[];
  const content = useFocusOnOpen(open);
  return (
    <aside
      className="drawer"
      data-open={open !== null}
      data-tall={tall}
      aria-label={say("drawers")}
      data-pane="drawer"
      tabIndex={-1}
    >
      <div className="tabs" role="group" aria-label={say("drawers")}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-expanded={open === name}
            aria-controls="drawer-content"
            onClick={() => preferences.set({ drawer: open === name ? null : name })}
          >
            {say(name)}
            {counts[name] ? <span className="count">{counts[name]}</span> : null}
          </button>
        ))}
        {open === null ? null : (
          <button
            type="button"
            className="tall"
            aria-pressed={tall}
            aria-label={say("taller")}
            title={`${say("taller")} (g +)`}
            onClick={() => preferences.set({ tall: !tall })}
          >
            ⤢
          </button>
        )}
      </div>
      <div id="drawer-content" className="drawer-content" hidden={open === null} ref={content} tabIndex={-1}>
        {open ? <h2 className="visually-hidden">{say(open)}</h2> : null}
        {Content ? (
          <Boundary key={open}>
            <Suspense fallback={null}>
              <Content />
            </Suspense>
          </Boundary>
        ) : null}
      </div>
    </aside>
  );
}

/** A drawer that somebody opens gets the keys; one that was open already when the page came does not. */
function useFocusOnOpen(open: Drawer | null): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (open !== null && before.current !== open) {
      const inside = content.current?.querySelector<HTMLElement>("[tabindex='0']");
      (inside ?? content.current)?.focus();
    }
    before.current = open;
  }, [open]);
  return content;
}
