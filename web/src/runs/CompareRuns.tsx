/** Two runs of one question side by side: where they part, what each step became, and what both cost. */

import { type ReactNode, useEffect, useState } from "react";
import type { Run, RunComparison, StepPair } from "../protocol";
import { projectPath } from "../session/rest";
import { money } from "../ui/figures";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";
import { shown, useWorkbench } from "../ui/workbench";
import { difference } from "./difference";
import { StepIcon } from "./icons";
import { useStepLabel, useStepTitles } from "./kinds";
import { duration } from "./times";

interface Properties {
  readonly run: Run;
  readonly others: readonly Run[];
  readonly choose: (stepId: string) => void;
  readonly close: () => void;
}

export function CompareRuns({ run, others, choose, close }: Properties): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  const { rest, project } = useWorkbench();
  const [otherId, setOtherId] = useState(others[0]?.runId);
  const [found, setFound] = useState<{ readonly key: string; readonly comparison: RunComparison }>();
  const [onlyDifferent, setOnlyDifferent] = useState(true);
  const other = others.find((each) => each.runId === otherId);
  const key = `${run.runId} ${otherId ?? ""} ${run.status} ${other?.status ?? ""}`;
  useEffect(() => {
    if (otherId === undefined) return;
    let isWanted = true;
    const path = `${projectPath(project)}/runs/${encodeURIComponent(run.runId)}/compare/${encodeURIComponent(otherId)}`;
    void shown(rest.get<RunComparison>(path)).then((comparison) => {
      if (comparison && isWanted) setFound({ key, comparison });
    });
    return () => {
      isWanted = false;
    };
  }, [rest, project, run.runId, otherId, key]);
  const comparison = found?.key === key ? found.comparison : undefined;
  const time = (each: Run): string => moment(each.startedAt, language);
  const pairs = comparison?.pairs.filter((pair) => !onlyDifferent || pair.difference !== "same") ?? [];
  return (
    <section className="compare" aria-label={say("compare")}>
      <header className="pane-bar">
        <h3>{say("compare")}</h3>
        <span className="note">
          {say("thisRun")}: {time(run)}
        </span>
        <label>
          {say("with")}{" "}
          <select value={otherId} onChange={(event) => setOtherId(event.target.value)}>
            {others.map((each) => (
              <option key={each.runId} value={each.runId}>
                {time(each)}, {say(each.status)}
              </option>
            ))}
          </select>
        </label>
        <label className="check">
          <input type="checkbox" checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)} />
          {say("onlyDifferent")}
        </label>
        <span className="grow" />
        <button type="button" onClick={close}>
          {say("closeCompare")}
        </button>
      </header>
      {comparison ? (
        <div className="compare-body">
          <table className="result-table compare-sums">
            <thead>
              <tr>
                <td />
                <th scope="col">{say("thisRun")}</th>
                <th scope="col">{say("otherRun")}</th>
              </tr>
            </thead>
            <tbody>
              <Sums name={say("time")} values={comparison.durationMs} show={duration} />
              <Sums
                name={say("tokens")}
                values={comparison.tokens}
                show={(value) => new Intl.NumberFormat(language).format(value)}
              />
              {comparison.costMicros.some(Boolean) ? (
                <Sums
                  name={say("cost")}
                  values={comparison.costMicros}
                  show={(value) => money({ costMicros: Number(value), currency: comparison.currency }, language)}
                />
              ) : null}
            </tbody>
          </table>
          <table className="result-table compare-steps">
            <thead>
              <tr>
                <th scope="col">{say("step")}</th>
                <th scope="col">{say("thisRun")}</th>
                <th scope="col">{say("otherRun")}</th>
                <th scope="col">{say("differs")}</th>
              </tr>
            </thead>
            <tbody>
              {pairs.map((pair) => (
                <PairRow key={pair.key} pair={pair} isParting={pair.key === comparison.partedAt} choose={choose} />
              ))}
            </tbody>
          </table>
          {pairs.length === 0 ? <p className="note">{say("noDifference")}</p> : null}
          <Answers run={run} other={other} />
        </div>
      ) : (
        <p className="note pad">…</p>
      )}
    </section>
  );
}

function Sums({
  name,
  values,
  show,
}: {
  readonly name: string;
  readonly values: readonly unknown[];
  readonly show: (value: number) => string;
}): ReactNode {
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => (
        <td key={index} className="number">
          {show(Number(value))}
        </td>
      ))}
    </tr>
  );
}

function PairRow({
  pair,
  isParting,
  choose,
}: {
  readonly pair: StepPair;
  readonly isParting: boolean;
  readonly choose: (stepId: string) => void;
}): ReactNode {
  const say = useText("runs");
  const stepLabel = useStepLabel();
  const titles = useStepTitles();
  const side = (which: StepPair["here"]): ReactNode => {
    if (!which) return <span className="note">{say("notHere")}</span>;
    return (
      <>
        <span className="badge" data-status={which.status}>
          {say(which.status)}
        </span>{" "}
        {which.verdict ? (
          <span className="verdict" data-verdict={which.verdict}>
            {say(`verdict.${which.verdict}`)}
          </span>
        ) : null}{" "}
        <span className="note">{which.durationMs === undefined ? "" : duration(which.durationMs)}</span>
      </>
    );
  };
  const { here } = pair;
  const name = (
    <>
      <StepIcon kind={pair.kind} /> {titles.kind(pair.kind)}
      {pair.label && pair.label !== pair.kind ? (
        <span className="detail">
          {" "}
          <bdi>{stepLabel(pair.label).slice(0, 60)}</bdi>
        </span>
      ) : null}
    </>
  );
  return (
    <tr data-difference={pair.difference}>
      <th scope="row" style={{ paddingInlineStart: 6 + Math.min(pair.depth, 8) * 12 }}>
        {here ? (
          <button type="button" className="link" onClick={() => choose(here.stepId)}>
            {name}
          </button>
        ) : (
          name
        )}
        {isParting ? (
          <span className="badge" data-status="waiting">
            {say("partedHere")}
          </span>
        ) : null}
      </th>
      <td>{side(pair.here)}</td>
      <td>{side(pair.there)}</td>
      <td className="note">
        {pair.difference === "changed"
          ? (pair.fields ?? []).slice(0, 4).join(", ")
          : say(`difference.${pair.difference}`)}
      </td>
    </tr>
  );
}

/** What both runs say in the end, word by word. */
function Answers({ run, other }: { readonly run: Run; readonly other: Run | undefined }): ReactNode {
  const say = useText("runs");
  const [one, two] = [answerOf(run), other ? answerOf(other) : undefined];
  if (one === undefined || two === undefined) return null;
  return (
    <>
      <h4>{say("answers")}</h4>
      <p className="note">
        <del>{say("otherRun")}</del> <ins>{say("thisRun")}</ins>
      </p>
      <p className="text-difference" dir="auto">
        {difference(two, one).map((each, index) =>
          each.in === "both" ? (
            each.text
          ) : each.in === "first" ? (
            <del key={index}>{each.text}</del>
          ) : (
            <ins key={index}>{each.text}</ins>
          ),
        )}
      </p>
    </>
  );
}

function answerOf(run: Run): string | undefined {
  const answer = (run.result as { readonly answer?: unknown } | undefined)?.answer;
  return typeof answer === "string" ? answer : undefined;
}
