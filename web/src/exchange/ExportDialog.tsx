/** Takes the model out: a format is chosen, what it cannot hold is told, and then the file is saved. */

import { type ReactNode, useEffect, useState } from "react";
import { download } from "../canvases/graph/saveFile";
import { useTold } from "../locales/told";
import { useAsk } from "../people/useAsk";
import type { FormatList } from "../protocol";
import { projectPath, type ServedFile } from "../session/rest";
import { Dialog } from "../ui/Dialog";
import { ErrorText } from "../ui/ErrorText";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import "./exchange.css";

const FIRST = "json";

export default function ExportDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("exchange");
  const told = useTold();
  const { rest, project } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const [formats, setFormats] = useState<FormatList["formats"]>([]);
  const [format, setFormat] = useState(FIRST);
  const [file, setFile] = useState<ServedFile>();
  useEffect(() => {
    void ask(rest.get<FormatList>("/api/formats")).then((answer) => answer && setFormats(answer.formats));
  }, [ask, rest]);
  useEffect(() => {
    let isWanted = true;
    setFile(undefined);
    void ask(rest.file(`${projectPath(project)}/exports/${encodeURIComponent(format)}`)).then(
      (answer) => isWanted && setFile(answer),
    );
    return () => {
      isWanted = false;
    };
  }, [ask, rest, project, format]);
  return (
    <Dialog title={say("export")} close={close}>
      <label>
        {say("format")}{" "}
        <select data-first value={format} onChange={(event) => setFormat(event.target.value)}>
          {formats
            .filter((each) => each.isWritten)
            .map((each) => (
              <option key={each.name} value={each.name} disabled={each.needs !== undefined}>
                {each.title}
                {each.needs === undefined ? "" : ` (${say("missing", { extra: each.needs })})`}
              </option>
            ))}
        </select>
      </label>
      {error ? (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      ) : null}
      {isBusy ? <p role="status">{say("working")}</p> : null}
      {file ? (
        <>
          {file.losses.length === 0 ? <p>{say("lossless")}</p> : <h3>{say("losses")}</h3>}
          <ul>
            {file.losses.map((note, at) => (
              <li key={at}>{told.note(note)}</li>
            ))}
          </ul>
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
        </>
      ) : null}
    </Dialog>
  );
}
