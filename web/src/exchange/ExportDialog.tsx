/** Takes the model or a part of it out: what is left out on the way is told, and then the file is saved. */

import { type ReactNode, useState } from "react";
import { selectBaselines } from "../baselines/baselines";
import { download } from "../canvases/graph/saveFile";
import { viewsFor } from "../canvases/graph/views";
import { useTold } from "../locales/told";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type ScopeName, selected } from "./scopes";
import { useExporting } from "./useExporting";
import { useFormats } from "./useFormats";
import "./exchange.css";

const FIRST = "json";

interface ExportProperties {
  readonly close: () => void;
  /** What is taken out where nobody chooses something else. */
  readonly first?: "all" | "view" | "selection";
}

export default function ExportDialog({ close, first = "all" }: ExportProperties): ReactNode {
  const say = useText("exchange");
  const told = useTold();
  const { store } = useWorkbench();
  const listing = useFormats();
  const [format, setFormat] = useState(FIRST);
  const [scope, setScope] = useState<ScopeName>(() => (first === "view" ? store.get().canvas.view : first));
  const [revision, setRevision] = useState("");
  const { file, isBusy, isStopped, progress, stop, again, ...writing } = useExporting(format, scope, revision);
  const error = listing.error ?? writing.error;
  return (
    <Dialog title={say("export")} close={close}>
      <div className="exchange">
        <div className="exchange-fields">
          <Scopes scope={scope} choose={setScope} />
          <Moments revision={revision} choose={setRevision} />
          <label>
            {say("format")}{" "}
            <select data-first value={format} onChange={(event) => setFormat(event.target.value)}>
              {listing.formats
                .filter((each) => each.isWritten)
                .map((each) => (
                  <option key={each.name} value={each.name} disabled={each.needs !== undefined}>
                    {each.title}
                    {each.needs === undefined ? "" : ` (${say("missing", { extra: each.needs })})`}
                  </option>
                ))}
            </select>
          </label>
        </div>
        {isStopped ? (
          <div className="row">
            <p role="status" className="grow">
              {say("stopped")}
            </p>
            <button type="button" onClick={again}>
              {say("again")}
            </button>
          </div>
        ) : null}
        <ErrorNotice error={error} />
        {isBusy ? (
          <div className="row">
            <p role="status" className="grow">
              {say(`export.${progress?.stage ?? "writing"}`, {
                done: progress?.done ?? 0,
                total: progress?.total ?? 0,
              })}
            </p>
            <button type="button" onClick={stop}>
              {say("stop")}
            </button>
          </div>
        ) : null}
        {file ? (
          <>
            {file.losses.length === 0 ? <p>{say("lossless")}</p> : <h3>{say("losses")}</h3>}
            {file.losses.length === 0 ? null : (
              <ul>
                {file.losses.map((note, at) => (
                  <li key={at}>{told.note(note)}</li>
                ))}
              </ul>
            )}
            <div className="dialog-buttons">
              <button
                type="button"
                className="primary"
                onClick={() => {
                  download(file.content, file.name);
                  close();
                }}
              >
                {say("save", { name: file.name })}
              </button>
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Scopes({
  scope,
  choose,
}: {
  readonly scope: ScopeName;
  readonly choose: (name: ScopeName) => void;
}): ReactNode {
  const say = useText("exchange");
  const sayGraph = useText("graph");
  const { ontology } = useWorkbench();
  const count = useStore((state) => selected(state).length);
  return (
    <label>
      {say("scope")}{" "}
      <select value={scope} onChange={(event) => choose(event.target.value)}>
        <option value="all">{say("scope.all")}</option>
        <option value="selection" disabled={count === 0}>
          {say("scope.selection", { count })}
        </option>
        <optgroup label={say("scope.view")}>
          {viewsFor(ontology)
            .filter(({ id }) => id !== "model")
            .map(({ id }) => (
              <option key={id} value={id}>
                {sayGraph(`view.${id}`)}
              </option>
            ))}
        </optgroup>
      </select>
    </label>
  );
}

/** Now or a baseline; not offered where there is none. */
function Moments({
  revision,
  choose,
}: {
  readonly revision: string;
  readonly choose: (name: string) => void;
}): ReactNode {
  const say = useText("exchange");
  const baselines = useStore(selectBaselines);
  if (baselines.length === 0) return null;
  return (
    <label>
      {say("moment")}{" "}
      <select value={revision} onChange={(event) => choose(event.target.value)}>
        <option value="">{say("moment.now")}</option>
        {baselines.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
