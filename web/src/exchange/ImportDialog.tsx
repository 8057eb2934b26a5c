/** Brings a file in: dropped or chosen, read without changing anything, looked at, and then imported or proposed. */

import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTold } from "../locales/told";
import { useAsk } from "../people/useAsk";
import type { FormatList, ImportTaken } from "../protocol";
import { openReview } from "../review/tray";
import { may } from "../state/people";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type Corrections, importPath } from "./importing";
import { Tables } from "./Tables";
import "./exchange.css";

export default function ImportDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("exchange");
  const { rest, project } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const mayBuild = may(
    useStore((state) => state.connection.access),
    "build",
  );
  const isEmpty = useStore((state) => state.graph.nodes.size === 0);
  const [file, setFile] = useState<File>();
  const [taken, setTaken] = useState<ImportTaken>();
  const [corrections, setCorrections] = useState<Corrections>(new Map());
  const look = async (chosen: File, corrected: Corrections): Promise<void> => {
    setFile(chosen);
    setCorrections(corrected);
    setTaken(await ask(rest.upload<ImportTaken>(importPath(project, chosen.name, corrected, true), chosen)));
  };
  const bringIn = async (): Promise<void> => {
    if (!file) return;
    const done = await ask(rest.upload<ImportTaken>(importPath(project, file.name, corrections, false), file));
    if (!done) return;
    close();
    if (done.proposalId) openReview(done.proposalId);
    else toasts.done(say("done", { name: file.name, revision: done.revision ?? 0 }));
  };
  return (
    <Dialog title={say("import")} close={close} wide>
      <Chooser isAllowed={mayBuild && !isBusy} take={(chosen) => void look(chosen, new Map())} />
      {isBusy && file ? <p role="status">{say("reading", { name: file.name })}</p> : null}
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
      {file && taken && !error ? (
        <>
          <Differences name={file.name} taken={taken} />
          {taken.report.tables?.length ? (
            <Tables
              tables={taken.report.tables}
              correct={(place, said) => void look(file, new Map([...corrections, [place, said]]))}
            />
          ) : null}
          <div className="row">
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
    </Dialog>
  );
}

interface ChooserProperties {
  readonly isAllowed: boolean;
  readonly take: (file: File) => void;
}

/** Where a file is dropped, and what can be read. */
function Chooser({ isAllowed, take }: ChooserProperties): ReactNode {
  const say = useText("exchange");
  const { rest } = useWorkbench();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [list, setList] = useState("");
  const { ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<FormatList>("/api/formats")).then((answer) =>
      setList((answer?.formats ?? []).flatMap((each) => (each.isRead && !each.needs ? [each.title] : [])).join(", ")),
    );
  }, [ask, rest]);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && isAllowed) take(dropped);
  };
  return (
    <div
      className="exchange-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button type="button" data-first disabled={!isAllowed} onClick={() => input.current?.click()}>
        {say("choose")}
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={say("choose")}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) take(chosen);
          event.target.value = "";
        }}
      />
      <p className="note">{say("drop")}</p>
      {list === "" ? null : <p className="note">{say("formats", { list })}</p>}
    </div>
  );
}

/** What the file holds, what of it would change the model, and what does not survive. */
function Differences({ name, taken }: { readonly name: string; readonly taken: ImportTaken }): ReactNode {
  const say = useText("exchange");
  const told = useTold();
  const { report, added, changed, gone } = taken;
  const counts = { added, changed, gone };
  return (
    <section aria-label={say("notes")}>
      <p role="status">
        <bdi>{say("found", { name, format: report.format, nodes: report.nodes, edges: report.edges })}</bdi>
      </p>
      {taken.outcome === "unchanged" ? (
        <p>{say("unchanged")}</p>
      ) : (
        <p className="row">
          {(["added", "changed", "gone"] as const).map((each) => (
            <span key={each} className="badge">
              {say(each, { count: counts[each] })}
            </span>
          ))}
        </p>
      )}
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
