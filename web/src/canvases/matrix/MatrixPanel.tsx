/** The matrix with its tools: what is against what, which part of it is shown, how much is covered, and files of it. */

import { type ReactNode, useMemo, useState } from "react";
import type { Node } from "../../protocol";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { download } from "../graph/saveFile";
import { Choice } from "./Choice";
import { Foot } from "./Foot";
import { MatrixGrid, type Place } from "./MatrixGrid";
import { covered, edgesAt, type Matrix, matrixOf, perCent, type Show, shownOf } from "./matrix";
import { csvOf, sheetOf, xlsxOf } from "./sheet";
import { useChoice } from "./useChoice";
import { useLinks } from "./useLinks";
import { useTypeTitle } from "./useTypeTitle";
import "./matrix.css";

/** The cell that is looked at, by the nodes it is about: others may add rows above it. */
interface Looked {
  readonly row: string;
  readonly column: string;
}

const SHOWS: readonly Show[] = ["all", "rows", "columns", "suspect"];

interface PanelProperties {
  /** Selects a row and a column on every canvas. */
  readonly onSelect: (nodes: readonly string[]) => void;
}

export default function MatrixPanel({ onSelect }: PanelProperties): ReactNode {
  const say = useText("matrix");
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const [choice, choose] = useChoice(graph);
  const [show, setShow] = useState<Show>("all");
  const [text, setText] = useState("");
  const [looked, setLooked] = useState<Looked>();
  const matrix = useMemo(() => matrixOf(graph, ontology, choice), [graph, ontology, choice]);
  const shown = useMemo(() => shownOf(matrix, show, text), [matrix, show, text]);
  const at = useMemo(() => placeOf(shown, looked), [shown, looked]);
  const { toggle, confirm, reason } = useLinks(matrix);
  const title = useTypeTitle();
  const showAll = (): void => {
    setShow("all");
    setText("");
  };
  const name = `${title(choice.rows)} × ${title(choice.columns)}`;
  const [row, column] = [shown.rows[at.row], shown.columns[at.column]];
  return (
    <div className="matrix">
      <div className="table-tools" role="toolbar" aria-label={say("tools")}>
        <Choice choice={choice} choose={choose} />
        <select
          aria-label={say("show")}
          value={show}
          onChange={(event) => setShow(SHOWS.find((each) => each === event.target.value) ?? "all")}
        >
          {SHOWS.map((each) => (
            <option key={each} value={each}>
              {say(`show.${each}`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label={say("search")}
          placeholder={say("search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Coverage matrix={matrix} />
        <SaveAs name={name} matrix={matrix} shown={shown} />
      </div>
      {shown.rows.length === 0 || shown.columns.length === 0 ? (
        <Nothing matrix={matrix} clear={showAll} title={title} />
      ) : (
        <MatrixGrid
          {...{ matrix, at }}
          {...shown}
          label={name}
          onPlace={(place) => {
            const [from, to] = [shown.rows[place.row]?.nodeId, shown.columns[place.column]?.nodeId];
            if (from === undefined || to === undefined) return;
            setLooked({ row: from, column: to });
            onSelect([from, to]);
          }}
          onToggle={(from, to) => void toggle(from, to)}
          onConfirm={(from, to) => void confirm(edgesAt(matrix, from, to))}
        />
      )}
      <Foot {...{ matrix, row, column, reason }} confirm={(edges) => void confirm(edges)} />
    </div>
  );
}

/** Nowhere, where one of the nodes is not shown any more: no key may then change another cell. */
function placeOf({ rows, columns }: Pick<Matrix, "rows" | "columns">, looked: Looked | undefined): Place {
  if (looked === undefined) return { row: 0, column: 0 };
  const row = rows.findIndex(({ nodeId }) => nodeId === looked.row);
  const column = columns.findIndex(({ nodeId }) => nodeId === looked.column);
  return row < 0 || column < 0 ? { row: -1, column: -1 } : { row, column };
}

function Coverage({ matrix }: { readonly matrix: Matrix }): ReactNode {
  const say = useText("matrix");
  const part = (nodes: readonly Node[], counts: ReadonlyMap<string, number>): string =>
    nodes.length === 0 ? "–" : `${perCent(covered(nodes, counts), nodes.length)} %`;
  return (
    <span className="note" role="status">
      {say("coverage", {
        rows: `${covered(matrix.rows, matrix.rowCounts)}/${matrix.rows.length} (${part(matrix.rows, matrix.rowCounts)})`,
        columns: `${covered(matrix.columns, matrix.columnCounts)}/${matrix.columns.length} (${part(matrix.columns, matrix.columnCounts)})`,
      })}
    </span>
  );
}

interface Saved {
  readonly name: string;
  readonly matrix: Matrix;
  readonly shown: Pick<Matrix, "rows" | "columns">;
}

function SaveAs({ name, matrix, shown }: Saved): ReactNode {
  const say = useText("matrix");
  const save = (kind: "xlsx" | "csv"): void => {
    const sheet = sheetOf(matrix, shown);
    const blob =
      kind === "csv"
        ? new Blob([csvOf(sheet)], { type: "text/csv" })
        : new Blob([xlsxOf(sheet)], {
            type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          });
    download(blob, `${name}.${kind}`);
  };
  return (
    <span role="group" aria-label={say("save")}>
      <button type="button" className="quiet" onClick={() => save("xlsx")}>
        XLSX
      </button>
      <button type="button" className="quiet" onClick={() => save("csv")}>
        CSV
      </button>
    </span>
  );
}

interface NothingProperties {
  readonly matrix: Matrix;
  readonly clear: () => void;
  readonly title: (type: string) => string;
}

/** Why there is no cell, and what to do about it. */
function Nothing({ matrix, clear, title }: NothingProperties): ReactNode {
  const say = useText("matrix");
  const { rows, columns, choice } = matrix;
  const missing = rows.length === 0 ? choice.rows : columns.length === 0 ? choice.columns : undefined;
  return (
    <div className="table-empty">
      {missing === undefined ? (
        <>
          <p>{say("allCovered")}</p>
          <button type="button" onClick={clear}>
            {say("showAll")}
          </button>
        </>
      ) : (
        <p>{say("missing", { type: title(missing) })}</p>
      )}
    </div>
  );
}
