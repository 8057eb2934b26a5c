/** The workbench's frame: places and the tree at the left, canvases, the panel at the right, a drawer below, and the keys that reach everything. */

import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useWebhookNotice } from "../automation/useWebhookNotice";
import { askedToDelete } from "../canvases/useDeleting";
import { useCommentNotices } from "../comments/useCommentNotices";
import { askedCure } from "../cures/asked";
import { draftsOf, watchDrafts } from "../element/drafts";
import { chosenFile } from "../exchange/chosen";
import { useCheckNotices } from "../problems/useCheckNotices";
import { conflictsOf, watchConflicts } from "../state/conflicts";
import { isHere } from "../state/state";
import { Boundary } from "./Boundary";
import { DrawerPanel } from "./DrawerPanel";
import { following } from "./following";
import { listen } from "./keyboard";
import { late } from "./late";
import { OverDialogs } from "./OverDialogs";
import type { Overlay } from "./overlay";
import { Palette } from "./Palette";
import { PrintHead } from "./PrintHead";
import { PANES, type Pane } from "./preferences";
import { Rail } from "./Rail";
import { ReconnectBar } from "./ReconnectBar";
import { SidePanel } from "./SidePanel";
import { TopBar } from "./TopBar";
import { useText } from "./text";
import { touring } from "./touring";
import { useEarlier } from "./useEarlier";
import { useFrameCommands } from "./useFrameCommands";
import { usePanes } from "./usePanes";
import { usePast } from "./usePast";
import { usePlace } from "./usePlace";
import { usePreferences } from "./usePreferences";
import { usePresence } from "./usePresence";
import { useStore } from "./useStore";
import { useValue } from "./useValue";
import { ViewsPanel } from "./ViewsPanel";
import { useWorkbench } from "./workbench";

// The graph's drawing library and the tables come after the chat is there; they are most of the page's script.
const GraphCanvas = late(() => import("../canvases/graph/GraphCanvas"));
const PastCanvas = late(() => import("../past/PastCanvas"));
const TableCanvas = late(() => import("../canvases/table/TableCanvas"));
const OverviewCanvas = late(() => import("../overview/OverviewCanvas"));
const DocumentCanvas = late(() => import("../documents/DocumentCanvas"));
const DecisionCanvas = late(() => import("../discussion/DecisionCanvas"));
const GoneBar = late(() => import("../element/GoneBar"));
const ConflictBar = late(() => import("./ConflictBar"));
const FollowBar = late(() => import("./FollowBar"));
const CureDialog = late(() => import("../cures/CureDialog"));
const Tour = late(() => import("./Tour"));
const DeleteDialog = late(() => import("./DeleteDialog"));
const TreePanel = late(() => import("../tree/TreePanel"));
const MembersDialog = late(() =>
  import("../people/MembersDialog").then(({ MembersDialog }) => ({ default: MembersDialog })),
);
const AccountDialog = late(() =>
  import("../people/AccountDialog").then(({ AccountDialog }) => ({ default: AccountDialog })),
);
const KeysDialog = late(() => import("./KeysDialog").then(({ KeysDialog }) => ({ default: KeysDialog })));
const ShareDialog = late(() => import("../sharing/ShareDialog"));
const CostsDialog = late(() => import("../costs/CostsDialog"));
const ModelsDialog = late(() => import("../models/ModelsDialog"));
const AutomationDialog = late(() => import("../automation/AutomationDialog"));
const NameDialog = late(() => import("../baselines/NameDialog"));
const ImportDialog = late(() => import("../exchange/ImportDialog"));
const ExportDialog = late(() => import("../exchange/ExportDialog"));

const CANVASES: Readonly<Record<Exclude<Pane, "chat">, ComponentType>> = {
  overview: OverviewCanvas,
  decision: DecisionCanvas,
  document: DocumentCanvas,
  graph: GraphCanvas,
  table: TableCanvas,
};

export function Shell(): ReactNode {
  const say = useText("frame");
  const { rest, session, project } = useWorkbench();
  const panes = usePanes();
  const { tree } = usePreferences();
  const isAsked = useValue(askedToDelete) !== undefined;
  const isPast = usePast() !== undefined;
  const isTouring = useValue(touring);
  const isFollowing = useValue(following) !== undefined;
  const isContested = useSyncExternalStore(watchConflicts, () => conflictsOf(project).length > 0);
  const drafts = useSyncExternalStore(watchDrafts, () => draftsOf(project));
  const isWrittenInVain = useStore(
    (state) => isHere(state) && drafts.some(({ nodeId }) => !state.graph.nodes.has(nodeId)),
  );
  const isCuring = useValue(askedCure) !== undefined;
  const chosen = useValue(chosenFile);
  const [overlay, setOverlay] = useState<Overlay>(null);
  useFrameCommands(setOverlay);
  const frame = useRef<HTMLDivElement>(null);
  usePresence(frame);
  useEarlier();
  usePlace();
  useCommentNotices();
  useCheckNotices();
  useWebhookNotice(() => setOverlay("automation"));
  useEffect(() => listen(window), []);
  // A dialog that closes is told of it a moment later: another one may have been asked for by then.
  const close = (): void => setOverlay((now) => (now === overlay ? null : now));
  return (
    <div className="frame" ref={frame} data-panes={panes.join(" ")}>
      <PrintHead />
      <TopBar show={setOverlay} />
      <div className="bars">
        <ReconnectBar />
        <OverDialogs>
          <Suspense fallback={null}>
            {isContested ? <ConflictBar /> : null}
            {isWrittenInVain ? <GoneBar /> : null}
          </Suspense>
        </OverDialogs>
        {isFollowing ? (
          <Suspense fallback={null}>
            <FollowBar />
          </Suspense>
        ) : null}
      </div>
      <Rail />
      <ViewsPanel />
      <main className="panes" aria-label={say("canvases")}>
        {tree ? (
          <Suspense fallback={null}>
            <TreePanel />
          </Suspense>
        ) : null}
        {PANES.filter((pane) => panes.includes(pane)).map((pane) => {
          if (pane === "chat") return <SidePanel key={pane} isAlone={panes.length === 1} />;
          const Canvas = pane === "graph" && isPast ? PastCanvas : CANVASES[pane];
          return (
            <section key={pane} className={`pane pane-${pane}`} data-pane={pane} aria-label={say(pane)} tabIndex={-1}>
              <h2 className="visually-hidden">{say(pane)}</h2>
              <Boundary>
                <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
                  <Canvas />
                </Suspense>
              </Boundary>
            </section>
          );
        })}
      </main>
      <DrawerPanel />
      {overlay === "palette" ? <Palette close={close} /> : null}
      <Suspense fallback={null}>
        {isTouring ? <Tour /> : null}
        {isAsked ? <DeleteDialog /> : null}
        {isCuring ? <CureDialog /> : null}
        {overlay === "keys" ? <KeysDialog close={close} /> : null}
        {overlay === "members" ? <MembersDialog close={close} /> : null}
        {overlay === "share" ? <ShareDialog close={close} /> : null}
        {overlay === "costs" ? <CostsDialog close={close} /> : null}
        {overlay === "models" ? <ModelsDialog close={close} /> : null}
        {overlay === "automation" ? <AutomationDialog close={close} /> : null}
        {overlay === "import" ? <ImportDialog close={close} /> : null}
        {chosen ? <ImportDialog given={chosen} close={() => chosenFile.set(undefined)} /> : null}
        {overlay === "export" ? <ExportDialog close={close} /> : null}
        {overlay === "exportView" ? <ExportDialog close={close} first="view" /> : null}
        {overlay === "exportSelection" ? <ExportDialog close={close} first="selection" /> : null}
        {overlay === "name" ? <NameDialog close={close} /> : null}
        {overlay === "account" ? <AccountDialog rest={rest} session={session} close={close} /> : null}
      </Suspense>
    </div>
  );
}
