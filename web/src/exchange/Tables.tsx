/** What the sheets and columns of a file were taken for, to be corrected. */

import type { ReactNode } from "react";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { MEANINGS, said, type Table } from "./importing";

interface Properties {
  readonly tables: readonly Table[];
  readonly correct: (place: string, said: string) => void;
}

export function Tables({ tables, correct }: Properties): ReactNode {
  const say = useText("exchange");
  return (
    <section className="exchange-tables" aria-label={say("tables")}>
      <h3>{say("tables")}</h3>
      {tables.map((table) => (
        <Sheet key={table.sheet} table={table} correct={correct} />
      ))}
    </section>
  );
}

function Sheet({ table, correct }: { readonly table: Table; readonly correct: Properties["correct"] }): ReactNode {
  const say = useText("exchange");
  const { ontology } = useWorkbench();
  const { sheet, columns, nodeType } = table;
  return (
    <fieldset>
      <div className="row">
        <strong>
          <bdi>{sheet}</bdi>
        </strong>
        <select
          aria-label={say("typeOf", { sheet })}
          value={nodeType || "-"}
          onChange={(event) => correct(sheet, event.target.value)}
        >
          {ontology.nodeTypes.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
          <option value="-">{say("leftOut")}</option>
        </select>
        <span className="note">{say("rows", { count: table.rows })}</span>
        {table.isGuessed ? <span className="note warn">{say("guessed")}</span> : null}
      </div>
      {nodeType === "" ? null : (
        <ul>
          {columns.map((column) => (
            <li key={column.at} className="row">
              <bdi className="grow">{column.header}</bdi>
              <select
                aria-label={say("meaningOf", { column: column.header, sheet })}
                value={column.meaning}
                onChange={(event) => correct(`${sheet}.${column.header}`, said(column, event.target.value))}
              >
                {MEANINGS.map((each) => (
                  <option key={each} value={each}>
                    {say(`meaning.${each}`)}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
