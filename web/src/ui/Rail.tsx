/** The line of places at the left: which canvases are shown, and which drawer is open. */

import {
  Bookmark,
  Columns2,
  FileText,
  FolderTree,
  GitPullRequestArrow,
  Grid3x3,
  History,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  MessageSquare,
  MessageSquareText,
  MessagesSquare,
  SlidersHorizontal,
  Table2,
  TriangleAlert,
  Workflow,
} from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useAddress } from "./address";
import { CountOf } from "./Count";
import { type Drawer, type Pane, preferences } from "./preferences";
import { useText } from "./text";
import { useKeys } from "./useKeys";
import {
  isPanelCovered,
  isTreeCovered,
  showCanvases,
  toggleChat,
  toggleInspector,
  toggleTree,
  usePanes,
} from "./usePanes";
import { usePreferences } from "./usePreferences";
import { VIEWS_PANEL } from "./ViewsPanel";

const CANVASES: readonly (readonly [
  name: "overview" | "graph" | "table" | "both",
  Icon: LucideIcon,
  canvases: readonly Pane[],
])[] = [
  ["overview", LayoutDashboard, ["overview"]],
  ["graph", Workflow, ["graph"]],
  ["table", Table2, ["table"]],
  ["both", Columns2, ["graph", "table"]],
];
const DRAWERS: readonly (readonly [Drawer, LucideIcon])[] = [
  ["review", GitPullRequestArrow],
  ["documents", FileText],
  ["problems", TriangleAlert],
  ["comments", MessageSquareText],
  ["process", ListTree],
  ["discussion", MessagesSquare],
  ["history", History],
];

export function Rail(): ReactNode {
  const say = useText("frame");
  const { drawer, side, tree } = usePreferences();
  const panes = usePanes();
  const hasPanel = panes.includes("chat") && !isPanelCovered({ panes, drawer });
  const keysOf = useKeys();
  const [table, open] = useAddress("table");
  const isMatrix = table === "matrix";
  const shown = panes.filter((pane) => pane !== "chat").join();
  const rail = useRef<HTMLElement>(null);
  // On a phone the line is wider than the screen; the place that is open is in sight there, too.
  const place = useOpenPlace();
  useEffect(() => {
    const button = rail.current?.querySelector(`[data-canvas="${place}"], [data-drawer="${place}"]`);
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [place]);
  return (
    <nav ref={rail} className="rail" aria-label={say("places")} data-pane="rail" tabIndex={-1}>
      <div className="rail-group" role="group" aria-label={say("canvases")}>
        <button
          type="button"
          aria-pressed={tree && !isTreeCovered({ drawer })}
          title={`${say("tree")} (${keysOf("tree")})`}
          onClick={toggleTree}
          data-canvas="tree"
        >
          <FolderTree aria-hidden />
          <span>{say("tree")}</span>
        </button>
        {CANVASES.map(([name, Icon, canvases]) => (
          <button
            key={name}
            type="button"
            aria-pressed={shown === canvases.join() && !(name === "table" && isMatrix)}
            onClick={() => {
              showCanvases(...canvases);
              if (name === "table" && isMatrix) open(undefined);
            }}
            data-canvas={name}
          >
            <Icon aria-hidden />
            <span>{say(name)}</span>
          </button>
        ))}
        <MatrixButton isShown={panes.includes("table")} />
        <button
          type="button"
          popoverTarget={VIEWS_PANEL}
          title={`${say("views")} (${keysOf("views")})`}
          data-canvas="views"
        >
          <Bookmark aria-hidden />
          <span>{say("views")}</span>
        </button>
        <button type="button" aria-pressed={hasPanel && side !== "inspector"} onClick={toggleChat} data-canvas="chat">
          <MessageSquare aria-hidden />
          <span>{say("chat")}</span>
          <CountOf place="chat" />
        </button>
        <button
          type="button"
          aria-pressed={hasPanel && side !== "chat"}
          title={`${say("inspector")} (${keysOf("focus.inspector")})`}
          onClick={toggleInspector}
          data-canvas="inspector"
        >
          <SlidersHorizontal aria-hidden />
          <span>{say("inspector")}</span>
          <CountOf place="inspector" />
        </button>
      </div>
      <div className="rail-group" role="group" aria-label={say("drawers")}>
        {DRAWERS.map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            aria-expanded={drawer === name}
            aria-controls="drawer-content"
            data-drawer={name}
            title={`${say(name)} (${keysOf(`drawer.${name}`)})`}
            onClick={() => preferences.set({ drawer: drawer === name ? null : name })}
          >
            <Icon aria-hidden />
            <span>{say(name)}</span>
            <CountOf place={name} />
          </button>
        ))}
      </div>
    </nav>
  );
}

/** What is open, as its button is called. */
function useOpenPlace(): string {
  const { drawer, side, tree } = usePreferences();
  const shown = usePanes().filter((pane) => pane !== "chat");
  const [table] = useAddress("table");
  if (drawer !== null) return drawer;
  if (shown.length === 0) return side === "inspector" ? "inspector" : "chat";
  if (tree) return "tree";
  return shown.join() === "table" && table === "matrix" ? "matrix" : shown.join();
}

/** The matrix is one of the tables, with a place of its own. */
function MatrixButton({ isShown }: { readonly isShown: boolean }): ReactNode {
  const say = useText("matrix");
  const [table, open] = useAddress("table");
  return (
    <button
      type="button"
      aria-pressed={isShown && table === "matrix"}
      onClick={() => {
        if (!isShown) showCanvases("table");
        open("matrix");
      }}
      data-canvas="matrix"
    >
      <Grid3x3 aria-hidden />
      <span>{say("matrix")}</span>
    </button>
  );
}
