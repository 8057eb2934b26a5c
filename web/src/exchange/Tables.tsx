/** What the sheets and columns of a file were taken for, to be corrected, above the first rows and the wrong cells. */

import type { ReactNode } from "react";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { type Column, drawn, MEANINGS, said, type Table } from "./importing";

interface Properties {
  readonly tables: readonly Table[];
  readonly correct: (place: string, said: string) => void;
  /** Have such tables read by what they look like again. */
  readonly forget: (mapping: string) => void;
}

export function Tables({ tables, correct, forget }: Properties): ReactNode {
  const say = useText("exchange");
  return (
    <section className="exchange-tables" aria-label={say("tables")}>
      <h3>{say("tables")}</h3>
      {tables.map((table) => (
        <Sheet key={table.sheet} table={table} correct={correct} forget={forget} />
      ))}
    </section>
  );
}

function Sheet({ table, correct, forget }: Omit<Properties, "tables"> & { readonly table: Table }): ReactNode {
  const say = useText("exchange");
  const { ontology } = useWorkbench();
  const language = useLanguage();
  const { sheet, nodeType, relation, remembered } = table;
  return (
    <fieldset>
      <div className="row">
        <strong>
          <bdi>{sheet}</bdi>
        </strong>
        <select
          aria-label={say("typeOf", { sheet })}
          value={relation ? `-> ${relation}` : nodeType || "-"}
          onChange={(event) => correct(sheet, event.target.value)}
        >
          {ontology.nodeTypes.map((each) => (
            <option key={each.name} value={each.name}>
              {phraseIn(each.title, language) ?? each.name}
            </option>
          ))}
          {relation ? <option value={`-> ${relation}`}>{say("matrixOf", { relation })}</option> : null}
          <option value="-">{say("leftOut")}</option>
        </select>
        <span className="note">{say("rows", { count: table.rows })}</span>
        {table.isGuessed ? <span className="note warn">{say("guessed")}</span> : null}
        {table.problemCount ? <span className="note warn">{say("cells", { count: table.problemCount })}</span> : null}
        {remembered ? (
          <>
            <span className="note grow">{say("remembered")}</span>
            <button type="button" className="quiet" onClick={() => forget(remembered)}>
              {say("forget")}
            </button>
          </>
        ) : null}
      </div>
      {nodeType === "" ? null : <Preview table={table} correct={correct} />}
    </fieldset>
  );
}

/** The columns with their meanings, and the rows that show whether these are right. */
function Preview({ table, correct }: { readonly table: Table; readonly correct: Properties["correct"] }): ReactNode {
  const say = useText("exchange");
  const { sheet, columns, preview = [], problems = [], problemCount = 0 } = table;
  const more = problemCount - drawn(table);
  return (
    <div className="exchange-preview">
      <table>
        <thead>
          <tr>
            <th scope="col">{say("row")}</th>
            {columns.map((column) => (
              <th key={column.at} scope="col">
                <bdi>{column.header}</bdi>
                <Meaning sheet={sheet} column={column} correct={correct} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.map((row) => (
            <tr key={row.number}>
              <th scope="row">{row.number}</th>
              {row.cells.map((value, at) => (
                <Cell
                  key={columns[at]?.at}
                  value={value}
                  wrong={problems.filter((each) => each.row === row.number && each.at === at)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="note">{say("moreCells", { count: more })}</p> : null}
    </div>
  );
}

function Meaning({
  sheet,
  column,
  correct,
}: {
  readonly sheet: string;
  readonly column: Column;
  readonly correct: Properties["correct"];
}): ReactNode {
  const say = useText("exchange");
  return (
    <select
      aria-label={say("meaningOf", { column: column.header, sheet })}
      value={column.meaning}
      onChange={(event) => correct(`${sheet}.${column.header}`, said(column, event.target.value))}
    >
      {MEANINGS.map((each) => (
        <option key={each} value={each}>
          {say(`meaning.${each}`)}
          {each === "relation" && column.relation ? ` ${column.isFromCell ? "←" : "→"} ${column.relation}` : ""}
        </option>
      ))}
    </select>
  );
}

/** A cell, and beside its value what is wrong with it. */
function Cell({ value, wrong }: { readonly value: string; readonly wrong: NonNullable<Table["problems"]> }): ReactNode {
  const told = useTold();
  if (wrong.length === 0) {
    return (
      <td>
        <bdi>{value}</bdi>
      </td>
    );
  }
  return (
    <td data-wrong={wrong.some((each) => each.isRefused) ? "refused" : "told"}>
      <bdi>{value}</bdi>
      {wrong.map(({ problem }, at) => (
        <span key={at} className="note">
          {told.note(problem)}
        </span>
      ))}
    </td>
  );
}
