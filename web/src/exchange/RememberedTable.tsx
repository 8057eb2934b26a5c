/** One table that is remembered: what people said of it, said anew column by column, or forgotten. */

import type { ReactNode } from "react";
import { phraseIn } from "../locales/phrase";
import type { MappingList } from "../protocol";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { corrected, MEANINGS, meant, said } from "./importing";

export type Remembered = MappingList["mappings"][number];

interface Properties {
  readonly table: Remembered;
  readonly isAllowed: boolean;
  readonly say: (table: Remembered, corrections: Remembered["corrections"]) => void;
  readonly forget: () => void;
}

/** In place of a header: what the rows are. */
const ROWS = "";
/** No correction: the column is read by its looks. */
const LOOKS = "";

export function RememberedTable({ table, isAllowed, say: put, forget }: Properties): ReactNode {
  const say = useText("exchange");
  const { ontology } = useWorkbench();
  const language = useLanguage();
  const { sheet, file, person, headers, corrections } = table;
  const correct = (header: string, word: string): void => put(table, corrected(corrections, header, word));
  return (
    <li>
      <div className="row">
        <span className="grow">
          <strong>
            <bdi>{sheet}</bdi>
          </strong>{" "}
          <bdi>
            {Object.entries(corrections)
              .map(([header, meaning]) => (header === ROWS ? meaning : `${header} = ${meaning}`))
              .join(", ") || say("looks")}
          </bdi>{" "}
          <span className="note">
            <bdi>{say("saidBy", { person: person.name, file })}</bdi>
          </span>
        </span>
        <button
          type="button"
          className="quiet"
          disabled={!isAllowed}
          aria-label={say("forgetTable", { sheet })}
          onClick={forget}
        >
          {say("forget")}
        </button>
      </div>
      {isAllowed ? (
        <details>
          <summary>{say("correctTable", { sheet })}</summary>
          <div className="exchange-fields">
            <label>
              {say("rowsAre")}
              <select
                aria-label={say("typeOf", { sheet })}
                value={corrections[ROWS] ?? LOOKS}
                onChange={(event) => correct(ROWS, event.target.value)}
              >
                <option value={LOOKS}>{say("looks")}</option>
                {ontology.nodeTypes.map((each) => (
                  <option key={each.name} value={each.name}>
                    {phraseIn(each.title, language) ?? each.name}
                  </option>
                ))}
                <option value="-">{say("leftOut")}</option>
              </select>
            </label>
            {headers.map((header) => {
              const { meaning, ...told } = meant(corrections[header]);
              return (
                <label key={header}>
                  <bdi>{header}</bdi>
                  <select
                    aria-label={say("meaningOf", { column: header, sheet })}
                    value={meaning}
                    onChange={({ target }) => correct(header, target.value && said({ header, ...told }, target.value))}
                  >
                    <option value={LOOKS}>{say("looks")}</option>
                    {MEANINGS.map((each) => (
                      <option key={each} value={each}>
                        {say(`meaning.${each}`)}
                      </option>
                    ))}
                  </select>
                </label>
              );
            })}
          </div>
        </details>
      ) : null}
    </li>
  );
}
