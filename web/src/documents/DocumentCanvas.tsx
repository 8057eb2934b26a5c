/** A document as a page in the place of the canvases, with an address, and beside it the run that read it. */

import { ArrowLeft, Link, ListTree, Printer } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { late } from "../ui/late";
import { useText } from "../ui/text";
import { useCopyLink } from "../ui/useCopyLink";
import { useStore } from "../ui/useStore";
import { leavePage, useReading, useRunBeside } from "./reading";
import { Viewer } from "./Viewer";
import "./documents.css";

const ProcessDrawer = late(() =>
  import("../runs/ProcessDrawer").then(({ ProcessDrawer }) => ({ default: ProcessDrawer })),
);

export default function DocumentCanvas(): ReactNode {
  const say = useText("documents");
  const other = useText("discussion");
  const copyLink = useCopyLink();
  const { documentId, passageId } = useReading();
  const hasRuns = useStore((state) => state.runs.runs.size > 0);
  const [isBeside, turn] = useRunBeside();
  return (
    <div className="document-canvas">
      <div className="pane-bar">
        <button type="button" onClick={leavePage}>
          <ArrowLeft aria-hidden /> {say("closePage")}
        </button>
        <span className="grow" />
        {hasRuns ? (
          <button type="button" aria-pressed={isBeside} onClick={turn}>
            <ListTree aria-hidden /> {say("runBeside")}
          </button>
        ) : null}
        <button type="button" onClick={() => copyLink()}>
          <Link aria-hidden /> {other("copyLink")}
        </button>
        <button type="button" onClick={() => window.print()}>
          <Printer aria-hidden /> {other("print")}
        </button>
      </div>
      <div className="document-page-parts" data-beside={isBeside && hasRuns}>
        {documentId === undefined && passageId === undefined ? (
          <p className="note pad">{say("pick")}</p>
        ) : (
          <Viewer isPage />
        )}
        {isBeside && hasRuns ? (
          <aside className="document-page-beside" aria-label={say("runBeside")}>
            <Suspense fallback={null}>
              <ProcessDrawer />
            </Suspense>
          </aside>
        ) : null}
      </div>
    </div>
  );
}
