/** What model calls used up in this project: by person, day, language model or question, each adding up to the same. */

import { type ReactNode, useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { Cost, Costs } from "../protocol";
import { projectPath } from "../session/rest";
import { Dialog } from "../ui/Dialog";
import { ErrorNotice } from "../ui/ErrorText";
import { money } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { Quotas } from "./Quotas";
import "./costs.css";

const WAYS = ["people", "days", "models", "runs"] as const;
type Way = (typeof WAYS)[number];

/** Runs that are added up: as many as the server gives at once. */
const RUNS = 500;

export default function CostsDialog({ close }: { readonly close: () => void }): ReactNode {
  const say = useText("costs");
  const { rest, project } = useWorkbench();
  const [costs, setCosts] = useState<Costs | null>(null);
  const [way, setWay] = useState<Way>("people");
  const { error, ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<Costs>(`${projectPath(project)}/costs?limit=${RUNS}`)).then(
      (answer) => answer && setCosts(answer),
    );
  }, [ask, rest, project]);
  return (
    <Dialog title={say("costs")} close={close} wide>
      <ErrorNotice error={error} />
      {costs === null && !error ? <p className="note">{say("loading")}</p> : null}
      <Quotas />
      {costs?.total.calls === 0 ? <p>{say("none")}</p> : null}
      {costs && costs.total.calls > 0 ? (
        <>
          <div className="row wrap" role="group" aria-label={say("by")}>
            {WAYS.map((each) => (
              <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
                {say(`by.${each}`)}
              </button>
            ))}
          </div>
          <CostTable title={say(`by.${way}`)} rows={costs[way].filter((row) => row.calls > 0)} total={costs.total} />
          <p className="note">
            {say("newest", { count: costs.runs.length })} {way === "days" ? say("utc") : ""}{" "}
            {costs.total.estimated ? say("estimated") : ""}
          </p>
        </>
      ) : null}
    </Dialog>
  );
}

function CostTable({
  title,
  rows,
  total,
}: {
  readonly title: string;
  readonly rows: readonly Cost[];
  readonly total: Cost;
}): ReactNode {
  const say = useText("costs");
  return (
    <div className="costs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{say("calls")}</th>
            <th scope="col">{say("tokensIn")}</th>
            <th scope="col">{say("tokensOut")}</th>
            <th scope="col">{say("cost")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.of} name={row.label ?? row.of} cost={row} />
          ))}
        </tbody>
        <tfoot>
          <Row name={say("total")} cost={total} />
        </tfoot>
      </table>
    </div>
  );
}

function Row({ name, cost }: { readonly name: string; readonly cost: Cost }): ReactNode {
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const about = cost.estimated ? "≈ " : "";
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>{number.format(cost.calls)}</td>
      <td>
        {about}
        {number.format(cost.inputTokens)}
      </td>
      <td>
        {about}
        {number.format(cost.outputTokens)}
      </td>
      <td>
        {about}
        {money(cost, language)}
      </td>
    </tr>
  );
}
