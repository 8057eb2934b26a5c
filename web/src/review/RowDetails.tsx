/** The right side of the tray: all there is to know about the row that is looked at. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { Proposal } from "../protocol";
import { moment } from "../ui/moment";
import { openProcess } from "../ui/process";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { ChangeDetails } from "./ChangeDetails";
import { Findings } from "./Findings";
import type { TrayRow } from "./rows";
import { useGoing } from "./useGoing";
import type { Review } from "./useReview";

interface Properties {
  readonly row: TrayRow;
  readonly review: Review;
  readonly isEditing: boolean;
  readonly edit: (isEditing: boolean) => void;
  /** Look at another row, by its key. */
  readonly go: (key: string) => void;
}

export function RowDetails(properties: Properties): ReactNode {
  const { row } = properties;
  if (row.kind === "batch" && row.reason !== undefined)
    return <GroupDetails reason={row.reason} count={row.ids.length} />;
  if (row.kind !== "change") return <ProposalDetails proposal={row.proposal} />;
  const operation = row.proposal.operations.find((each) => each.id === row.line.key);
  return operation ? (
    <ChangeDetails {...properties} line={row.line} proposal={row.proposal} operation={operation} />
  ) : null;
}

/** Why some changes are proposed, which are decided as one. */
function GroupDetails({ reason, count }: { readonly reason: string; readonly count: number }): ReactNode {
  const say = useText("review");
  return (
    <div className="tray-about">
      <h3>{say("proposed", { count })}</h3>
      <dl className="fields">
        <dt>{say("reason")}</dt>
        <dd>
          <bdi>{reason}</bdi>
        </dd>
      </dl>
    </div>
  );
}

function ProposalDetails({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const say = useText("review");
  const told = useTold();
  const language = useLanguage();
  const revision = useStore((state) => state.graph.revision);
  const question = useStore((state) =>
    proposal.runId === undefined ? undefined : state.runs.runs.get(proposal.runId)?.question,
  );
  const going = useGoing(proposal);
  const { runId } = proposal;
  return (
    <div className="tray-about">
      <h3>{say("proposed", { count: going.count(proposal.operations.map(({ id }) => id)) })}</h3>
      <dl className="fields">
        <dt>{say("author")}</dt>
        <dd>
          <bdi>{proposal.author.name}</bdi> · {say(proposal.origin)}
        </dd>
        {proposal.reason ? (
          <>
            <dt>{say("reason")}</dt>
            <dd>
              <bdi>{proposal.reason}</bdi>
            </dd>
          </>
        ) : null}
        {runId ? (
          <>
            <dt>{say("request")}</dt>
            <dd>
              <button type="button" className="link" onClick={() => openProcess(runId)}>
                <bdi>{question ?? say("openRun")}</bdi>
              </button>
            </dd>
          </>
        ) : null}
        <dt>{say("madeOn")}</dt>
        <dd>
          {say("revision", { revision: proposal.baseRevision })}
          {proposal.baseRevision < revision ? ` (${say("nowAt", { revision })})` : ""} ·{" "}
          {say("version", { number: proposal.version })}
        </dd>
        {proposal.expiresAt && proposal.state === "open" ? (
          <>
            <dt>{say("expires")}</dt>
            <dd>
              <time dateTime={proposal.expiresAt}>{moment(proposal.expiresAt, language)}</time>
            </dd>
          </>
        ) : null}
      </dl>
      {proposal.problems.length > 0 ? (
        <section className="bad">
          <h4>{say("problems")}</h4>
          <ul>
            {proposal.problems.map((problem, index) => (
              <li key={index}>
                <bdi>{told.message(problem)}</bdi>{" "}
                <span className="detail">
                  <bdi>{told.hint(problem)}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Findings findings={proposal.findings} />
    </div>
  );
}
