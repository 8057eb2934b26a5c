/**
 * The drawer below the canvases: one at a time, as high as a person has pulled it. The review stands beside them instead, in
 * the place of the panel at the right, so that the diagram of what would change is large.
 */

import { Maximize2, X } from "lucide-react";
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Boundary } from "./Boundary";
import { CountOf } from "./Count";
import { late } from "./late";
import { BESIDE, type Drawer, preferences } from "./preferences";
import { Splitter } from "./Splitter";
import { useText } from "./text";
import { usePreferences } from "./usePreferences";

const DRAWERS: Readonly<Record<Drawer, ComponentType>> = {
  review: late(() => import("../review/ReviewDrawer").then(({ ReviewDrawer }) => ({ default: ReviewDrawer }))),
  process: late(() => import("../runs/ProcessDrawer").then(({ ProcessDrawer }) => ({ default: ProcessDrawer }))),
  discussion: late(() => import("../discussion/DiscussionDrawer")),
  problems: late(() => import("../problems/ProblemsDrawer")),
  comments: late(() => import("../comments/CommentsDrawer")),
  documents: late(() => import("../documents/DocumentsDrawer")),
  history: late(() => import("../review/HistoryDrawer").then(({ HistoryDrawer }) => ({ default: HistoryDrawer }))),
};

export function DrawerPanel(): ReactNode {
  const say = useText("frame");
  const { drawer: open, tall } = usePreferences();
  const content = useRef<HTMLDivElement>(null);
  const from = useRef<Element | null>(null);
  const [atFirst, setAtFirst] = useState(open);
  useLayoutEffect(() => {
    if (open !== null) from.current = document.activeElement; // where the person was who asked for it
  }, [open]);
  useEffect(() => {
    if (open !== atFirst) setAtFirst(null);
  }, [open, atFirst]);
  if (open === null) return null;
  const Content = DRAWERS[open];
  const isBeside = BESIDE.includes(open);
  return (
    <aside
      className="drawer"
      data-drawer={open}
      data-beside={isBeside}
      data-tall={tall && !isBeside}
      aria-label={say(open)}
      data-pane="drawer"
      tabIndex={-1}
    >
      {isBeside ? <Splitter size="chatWidth" /> : tall ? null : <Splitter size="drawerHeight" />}
      <header className="drawer-head">
        <h2>
          {say(open)}
          <CountOf place={open} />
        </h2>
        {isBeside ? null : (
          <button
            type="button"
            className="icon"
            aria-pressed={tall}
            aria-label={say("taller")}
            title={`${say("taller")} (g +)`}
            onClick={() => preferences.set({ tall: !tall })}
          >
            <Maximize2 aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="icon"
          aria-label={say("closeDrawer", { name: say(open) })}
          title={`${say("close")} (Esc)`}
          onClick={() => preferences.set({ drawer: null })}
        >
          <X aria-hidden />
        </button>
      </header>
      <div id="drawer-content" className="drawer-content" ref={content} tabIndex={-1}>
        <Boundary key={open}>
          <Suspense fallback={null}>
            <Content />
            {open === atFirst ? null : <Opened key={open} from={from} content={content} />}
          </Suspense>
        </Boundary>
      </div>
    </aside>
  );
}

interface OpenedProps {
  readonly from: RefObject<Element | null>;
  readonly content: RefObject<HTMLElement | null>;
}

/**
 * A drawer that somebody opens gets the keys as soon as it is there. It does not when it was open as the page came, or
 * when the person has gone elsewhere while it was on its way.
 */
function Opened({ from, content }: OpenedProps): ReactNode {
  useEffect(() => {
    const now = document.activeElement;
    if (now !== from.current && now !== document.body) return;
    const inside = content.current?.querySelector<HTMLElement>("[tabindex='0']");
    (inside ?? content.current)?.focus();
  }, [from, content]);
  return null;
}
