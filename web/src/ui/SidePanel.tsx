/** The panel at the right: the assistant and the inspector, one of them or one above the other. */

import { Rows2 } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { ChatCanvas } from "../canvases/chat/ChatCanvas";
import { Boundary } from "./Boundary";
import { Checklist } from "./Checklist";
import { CountOf } from "./Count";
import { late } from "./late";
import { preferences, type Side } from "./preferences";
import { Splitter } from "./Splitter";
import { useText } from "./text";
import { usePreferences } from "./usePreferences";

// Comes with the fields in which elements are edited, which the first look at a project does not need.
const InspectorPane = late(() => import("../element/InspectorPane"));

export function SidePanel({ isAlone }: { readonly isAlone: boolean }): ReactNode {
  const say = useText("frame");
  const { side } = usePreferences();
  return (
    <div className="side" data-side={side}>
      {isAlone ? null : <Splitter size="chatWidth" />}
      <div className="side-choice" role="group" aria-label={say("side")}>
        <Choice side="chat">{say("chat")}</Choice>
        <Choice side="inspector">{say("inspector")}</Choice>
        <button
          type="button"
          className="icon"
          aria-pressed={side === "both"}
          aria-label={say("sideBoth")}
          title={say("sideBoth")}
          onClick={() => preferences.set({ side: side === "both" ? "chat" : "both" })}
        >
          <Rows2 aria-hidden />
        </button>
      </div>
      {/* What is written or streams there goes on while the inspector is shown. */}
      <section
        className="pane pane-chat"
        data-pane="chat"
        aria-label={say("chat")}
        tabIndex={-1}
        hidden={side === "inspector"}
      >
        <h2 className="visually-hidden">{say("chat")}</h2>
        <Checklist />
        <Boundary>
          <ChatCanvas />
        </Boundary>
      </section>
      {side === "chat" ? null : (
        <section className="pane" data-pane="inspector" aria-label={say("inspector")} tabIndex={-1}>
          <h2 className="visually-hidden">{say("inspector")}</h2>
          <Boundary>
            <Suspense fallback={<p className="note pad">{say("loading")}</p>}>
              <InspectorPane />
            </Suspense>
          </Boundary>
        </section>
      )}
    </div>
  );
}

function Choice({ side, children }: { readonly side: Exclude<Side, "both">; readonly children: ReactNode }): ReactNode {
  const { side: shown } = usePreferences();
  return (
    <button type="button" aria-pressed={shown === side || shown === "both"} onClick={() => preferences.set({ side })}>
      {children}
      <CountOf place={side} />
    </button>
  );
}
