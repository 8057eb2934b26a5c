/** The decision record: what was decided and why, who holds against it, what is open, and what it would change. */

import { type ReactNode, useMemo } from "react";
import { useTold } from "../locales/told";
import { Markdown } from "../markdown/Markdown";
import type { Proposal, Run } from "../protocol";
import { openReview } from "../review/tray";
import { may } from "../state/people";
import { isOpen } from "../state/runs";
import { money } from "../ui/figures";
import { NodeChip } from "../ui/NodeChip";
import { useLanguage, useText } from "../ui/text";
import { showCanvases } from "../ui/usePanes";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { isOfPerson } from "./board";
import {
  type Argument,
  type DecisionRecord,
  type Discussion,
  type OpenPoint,
  type Spent,
  type Sum,
  total,
} from "./record";
import { discussionPath } from "./useDiscussion";

interface Properties {
  readonly run: Run;
  readonly discussion: Discussion;
  readonly showTurn: (messageId: string) => void;
}

export function Decision({ run, discussion, showTurn }: Properties): ReactNode {
  const say = useText("discussion");
  const { project, store } = useWorkbench();
  const { record } = discussion;
  const proposals = useStore((state) => state.proposals.proposals);
  const proposal = useMemo(
    () => [...proposals.values()].find((each) => each.runId === run.runId),
    [proposals, run.runId],
  );
  const file = discussionPath(project, run.runId);
  const showInDiagram = (): void => {
    store.select(record.nodeIds);
    showCanvases("graph");
  };
  return (
    <article className="decision-record" aria-label={say("decisionRecord")}>
      <header className="decision-head">
        <h3>
          <bdi>{record.question}</bdi>
        </h3>
        <p className="row take-away" role="group" aria-label={say("takeAway")}>
          <a href={`${file}?format=markdown`} download="decision.md">
            Markdown
          </a>
          <a href={file} download="decision.json">
            JSON
          </a>
        </p>
      </header>
      <div className="card decided">
        <h4>
          {isOpen(run) ? say("soFar") : say(`reason.${record.reason}`)}{" "}
          <span className="note">{say(`by.${record.decidedBy}`)}</span>
        </h4>
        <Markdown text={record.decision} />
        <Outcome run={run} record={record} proposal={proposal} />
      </div>
      <section>
        <h4>{say("elements")}</h4>
        {record.nodeIds.length > 0 ? (
          <p className="chips">
            {record.nodeIds.map((nodeId) => (
              <NodeChip key={nodeId} nodeId={nodeId} />
            ))}
            <button type="button" className="link" onClick={showInDiagram}>
              {say("showInDiagram")}
            </button>
          </p>
        ) : (
          <p className="note">{say("noElements")}</p>
        )}
      </section>
      <section>
        <h4>{say("minority")}</h4>
        {record.minority ? <Markdown text={record.minority} /> : <Points points={record.minorityVotes} />}
        {!record.minority && record.minorityVotes.length === 0 ? <p className="note">{say("noMinority")}</p> : null}
      </section>
      <section>
        <h4>{say("openPoints")}</h4>
        <Points points={record.openPoints} />
        {record.openPoints.length === 0 ? <p className="note">{say("noOpenPoints")}</p> : null}
      </section>
      <section>
        <h4>{say("arguments")}</h4>
        <div className="arguments">
          {record.arguments.map((each) => (
            <div key={each.persona}>
              <h5>
                <bdi>{each.persona}</bdi>
              </h5>
              {each.arguments.length === 0 ? <p className="note">{say("noArguments")}</p> : null}
              <ul>
                {each.arguments.map((argument) => (
                  <ArgumentLine key={argument.claimId} argument={argument} showTurn={showTurn} />
                ))}
              </ul>
            </div>
          ))}
        </div>
        {record.noVotes > 0 ? <p className="note bad">{say("noVotes", { count: record.noVotes })}</p> : null}
      </section>
      <Costs spent={record.spent} />
    </article>
  );
}

/** The way from the decision to the model: its proposal, or asking for one. */
function Outcome({
  run,
  record,
  proposal,
}: {
  readonly run: Run;
  readonly record: DecisionRecord;
  readonly proposal: Proposal | undefined;
}): ReactNode {
  const say = useText("discussion");
  const told = useTold();
  const send = useSend();
  const mayBuild = useStore((state) => may(state.connection.access, "build"));
  if (isOpen(run)) return null;
  const ask = (): void => {
    const text = say("asProposalText", { decision: record.decision });
    void send({
      type: "message.send",
      text,
      workflow: "build",
      ...(run.threadId !== undefined && { threadId: run.threadId }),
    });
  };
  return (
    <div className="outcome">
      {record.dropped.length > 0 ? (
        <details>
          <summary className="note">{say("dropped", { count: record.dropped.length })}</summary>
          <ul>
            {record.dropped.map((each) => (
              <li key={each.operationId} className="note">
                <bdi>{told.message(each.problem)}</bdi>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <p className="row">
        {proposal ? (
          <>
            <button type="button" className="primary" onClick={() => openReview(proposal.proposalId)}>
              {say("openProposal")}
            </button>
            <span className="note">{say("proposed", { count: proposal.operations.length })}</span>
          </>
        ) : record.changes.length > 0 ? (
          <span className="note">{say("proposed", { count: record.changes.length })}</span>
        ) : (
          <>
            <span className="note">{say("noChanges")}</span>
            {mayBuild && record.reason !== "failed" ? (
              <button type="button" onClick={ask}>
                {say("asProposal")}
              </button>
            ) : null}
          </>
        )}
      </p>
    </div>
  );
}

function ArgumentLine({
  argument,
  showTurn,
}: {
  readonly argument: Argument;
  readonly showTurn: (messageId: string) => void;
}): ReactNode {
  const say = useText("discussion");
  return (
    <li data-settled={argument.isSettled}>
      <Markdown text={argument.text} />
      <p className="note">
        <span className={argument.isSettled ? "good" : "warn"}>
          {say(argument.isSettled ? "settled" : "unsettled")}
        </span>{" "}
        ·{" "}
        <button
          type="button"
          className="link"
          aria-label={say("goToTurn", { label: argument.turn })}
          onClick={() => showTurn(argument.messageId)}
        >
          {say("fromTurn", { label: argument.turn })}
        </button>
        {argument.votes
          .filter((vote) => !argument.isSettled || isOfPerson(vote))
          .map((vote) => (
            <span key={vote.personId ?? vote.persona}>
              {" "}
              · <bdi>{vote.persona}</bdi> {say(`stance.${vote.stance}`)}
              {isOfPerson(vote) && vote.reason !== "" ? (
                <>
                  : <bdi>{vote.reason}</bdi>
                </>
              ) : null}
              {vote.isLate ? ` (${say("late")})` : null}
            </span>
          ))}
      </p>
    </li>
  );
}

function Points({ points }: { readonly points: readonly OpenPoint[] }): ReactNode {
  const say = useText("discussion");
  return (
    <ul className="points">
      {points.map((point) => (
        <li key={point.claimId}>
          <Markdown text={point.text} />
          {point.because.map((vote) => (
            <p key={vote.personId ?? vote.persona} className="note">
              <bdi>{vote.persona}</bdi> {say(`stance.${vote.stance}`)}
              {vote.reason === "" ? null : (
                <>
                  : <bdi>{vote.reason}</bdi>
                </>
              )}
            </p>
          ))}
          {point.answer ? (
            <p>
              <span className="note">{say("answered")}</span> <bdi>{point.answer}</bdi>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Costs({ spent }: { readonly spent: readonly Spent[] }): ReactNode {
  const say = useText("discussion");
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const row = (name: string, models: readonly string[], sum: Sum): ReactNode => (
    <>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>
        <bdi>{models.join(", ")}</bdi>
      </td>
      <td className="number">{number.format(sum.tokens)}</td>
      <td className="number">
        {money(sum, language)}
        {sum.estimated ? <span className="note"> {say("estimated")}</span> : null}
      </td>
    </>
  );
  return (
    <section>
      <h4>{say("spent")}</h4>
      <div className="votes-scroll" tabIndex={0} role="region" aria-label={say("spent")}>
        <table className="costs">
          <thead>
            <tr>
              {(["persona", "model", "tokens", "cost"] as const).map((each) => (
                <th key={each} scope="col">
                  {say(each)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spent.map((each) => (
              <tr key={each.persona}>{row(each.persona, each.models, total([each]))}</tr>
            ))}
          </tbody>
          <tfoot>
            <tr>{row(say("together"), [], total(spent))}</tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
