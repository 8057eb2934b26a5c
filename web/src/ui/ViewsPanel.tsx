/** The panel beside the rail with the saved views, and the one of them that is open in the line at the top; both come when they are wanted. */

import { type ReactNode, Suspense, useRef, useState } from "react";
import { Boundary } from "./Boundary";
import { late } from "./late";
import { useText } from "./text";
import { useSavedView } from "./useSavedView";

const SavedViews = late(() => import("../saved/SavedViews"));

export const VIEWS_PANEL = "views-panel";

export function ViewsPanel(): ReactNode {
  const say = useText("frame");
  const current = useSavedView();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <div
      id={VIEWS_PANEL}
      ref={panel}
      popover="auto"
      className="menu views-panel"
      role="group"
      aria-label={say("views")}
      tabIndex={-1}
      onToggle={(event) => setOpen(event.newState === "open")}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isOpen ? (
        <Boundary>
          <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
            <SavedViews current={current} close={() => panel.current?.hidePopover()} />
          </Suspense>
        </Boundary>
      ) : null}
    </div>
  );
}
