/** Brings a file in: dropped or chosen, read without changing anything, looked at, and then imported or proposed. */

import type { ReactNode } from "react";
import { openWhole } from "../canvases/graph/opening";
import { useTold } from "../locales/told";
import type { ImportTaken } from "../protocol";
import { Lines } from "../review/Lines";
import { operationLines } from "../review/lines";
import { openReview } from "../review/tray";
import { useFieldWords } from "../review/useFieldWords";
import { FRESH_CANVAS } from "../state/canvas";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { panesNow, showCanvases } from "../ui/usePanes";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { DropArea } from "./DropArea";
import { drawnOf } from "./drawn";
import { RememberedTables } from "./RememberedTables";
import { Tables } from "./Tables";
import { useFormats } from "./useFormats";
import { useImporting } from "./useImporting";
import "./exchange.css";

interface ImportProperties {
  readonly close: () => void;
  /** A file that was chosen before, where a model begins. */
  readonly given?: File;
}

/** Opens the view that draws what came in, and says how much of it is drawn there, and what is not. */
function useSentence(wasEmpty: boolean): (name: string, revision: number) => string {
  const say = useText("exchange");
  const sayGraph = useText("graph");
  const told = useTold();
  const { ontology, store } = useWorkbench();
  return (name, revision) => {
    const done = say("done", { name, revision });
    const { view, count, others } = drawnOf(ontology, store.get().graph);
    // An empty model opened in the view that nobody chose; what came in may be joined otherwise.
    if (wasEmpty && store.get().canvas.view === FRESH_CANVAS.view) store.setCanvas({ view });
    // What the sentence says is seen, wherever somebody was.
    openWhole();
    if (!panesNow().includes("graph")) showCanvases("graph");
    const types = others.map(
      ([type, many]) => `${many} ${told.note({ kind: "term", key: `types.${type}`, values: { count: many } })}`,
    );
    const drawn = say("drawn", { count, view: sayGraph(`view.${view}`) });
    return [done, drawn, ...(types.length > 0 ? [say("notDrawn", { types: types.join(", ") })] : [])].join(" ");
  };
}

/** The answer may be here before the model is; whoever is cut off waits no longer than this. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 50 && !isSo(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 100));
}

export default function ImportDialog({ close, given }: ImportProperties): ReactNode {
  const say = useText("exchange");
  const { file, corrections, taken, isBusy, progress, error, look, apply, forget, stop } = useImporting(given);
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  const isEmpty = useStore((state) => state.graph.nodes.size === 0);
  const sentenceOf = useSentence(isEmpty);
  const { store } = useWorkbench();
  const bringIn = async (): Promise<void> => {
    const visit = toasts.visit();
    const done = await apply();
    if (!file || !done) return;
    close();
    if (done.proposalId) return openReview(done.proposalId);
    const { revision = 0 } = done;
    await until(() => store.get().graph.revision >= revision);
    if (visit === toasts.visit()) toasts.done(sentenceOf(file.name, revision));
  };
  return (
    <Dialog title={say("import")} close={close} wide>
      <div className="exchange">
        <DropArea isAllowed={mayBuild && !isBusy} isFirst={!file} take={(chosen) => void look(chosen, new Map())} />
        {file ? null : <RememberedTables isAllowed={mayBuild} />}
        {isBusy && file ? (
          <div className="row">
            <p role="status" className="grow">
              <bdi>{say(progress ? `stage.${progress.stage}` : "sending", { name: file.name })}</bdi>{" "}
              {progress?.read ? say("read", { count: progress.read }) : null}
            </p>
            <button type="button" onClick={stop} disabled={progress?.stage === "applying"}>
              {say("stop")}
            </button>
          </div>
        ) : null}
        <ErrorNotice error={error} />
        {file && taken && !error ? (
          <>
            <Differences name={file.name} taken={taken} />
            {taken.report.tables?.length ? (
              <Tables
                tables={taken.report.tables}
                correct={(place, said) => void look(file, new Map([...corrections, [place, said]]))}
                forget={(mapping) => void forget(mapping)}
              />
            ) : null}
            <div className="row exchange-actions">
              <button
                type="button"
                className="primary"
                disabled={isBusy || taken.outcome !== "planned"}
                onClick={() => void bringIn()}
              >
                {say(isEmpty ? "bringIn" : "propose")}
              </button>
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

/** What the file holds, what of it would change the model, and what does not survive. */
function Differences({ name, taken }: { readonly name: string; readonly taken: ImportTaken }): ReactNode {
  const say = useText("exchange");
  const told = useTold();
  const { formats } = useFormats();
  const { report, added, changed, gone } = taken;
  const format = formats.find((each) => each.name === report.format)?.title ?? report.format;
  const counts = { added, changed, gone };
  const found = { nodes: say("nodes", { count: report.nodes }), edges: say("edges", { count: report.edges }) };
  return (
    <section aria-label={say("notes")}>
      <p role="status">
        <bdi>{say("found", { name, format, ...found })}</bdi>
      </p>
      {taken.outcome === "unchanged" ? <p>{say(report.nodes ? "unchanged" : "nothing")}</p> : null}
      {taken.outcome === "refused" ? (
        <p role="alert" className="note warn">
          {say("refused")}
        </p>
      ) : null}
      {taken.outcome === "unchanged" || taken.outcome === "refused" ? null : (
        <p className="row">
          {(["added", "changed", "gone"] as const).map((each) => (
            <span key={each} className="badge">
              {say(each, { count: counts[each] })}
            </span>
          ))}
        </p>
      )}
      <FirstChanges taken={taken} />
      {report.notes.length > 0 ? (
        <>
          <h3>{say("notes")}</h3>
          <ul>
            {report.notes.map((note, at) => (
              <li key={at}>{told.note(note)}</li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

/** Which elements they are, where there is a model that they change. */
function FirstChanges({ taken }: { readonly taken: ImportTaken }): ReactNode {
  const say = useText("exchange");
  const words = useFieldWords();
  const graph = useStore((state) => state.graph);
  const { firstOperations = [], added, changed, gone } = taken;
  const more = added + changed + gone - firstOperations.length;
  if (firstOperations.length === 0) return null;
  return (
    <section aria-label={say("changes")}>
      <Lines lines={operationLines(firstOperations, graph, words)} />
      {more > 0 ? <p className="note">{say("moreChanges", { count: more })}</p> : null}
    </section>
  );
}
