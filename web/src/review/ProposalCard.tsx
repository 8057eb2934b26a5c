/** A proposal in the chat: what it would change and the decision; the tray is where it is looked at change by change. */

import { type ReactNode, useMemo } from "react";
import type { Proposal } from "../protocol";
import { byOperation } from "../state/proposals";
import { useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { Decision } from "./Decision";
import { Lines } from "./Lines";
import { operationLines } from "./lines";
import { openReview } from "./tray";
import { useFieldWords } from "./useFieldWords";
import { useGoing } from "./useGoing";
import { useReview } from "./useReview";

export function ProposalCard({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const say = useText("review");
  const { store } = useWorkbench();
  const words = useFieldWords();
  const review = useReview(proposal);
  const isOpen = proposal.state === "open";
  const { dropped } = review.chosen;
  const going = useGoing(proposal);
  const lines = useMemo(
    () => operationLines(proposal.operations, going.graph ?? store.get().graph, words),
    [proposal, going, store, words],
  );
  const problems = useMemo(() => byOperation(proposal.problems), [proposal]);
  const title = say("proposed", { count: going.count(proposal.operations.map(({ id }) => id)) });
  return (
    <section className="card proposal" data-state={proposal.state} aria-label={title}>
      <h3>
        {title}{" "}
        <span className="badge" data-state={proposal.state}>
          {say(proposal.state)}
        </span>
        <span className="by">
          <bdi>{say("by", { name: proposal.author.name })}</bdi>
        </span>
      </h3>
      {proposal.reason ? (
        <p className="reason">
          <bdi>{proposal.reason}</bdi>
        </p>
      ) : null}
      <Lines
        lines={lines}
        ghost={isOpen}
        dropped={isOpen ? dropped : undefined}
        problems={isOpen ? problems : undefined}
      />
      <p>
        <button type="button" className="link" onClick={() => openReview(proposal.proposalId)}>
          {say(isOpen ? "openInTray" : "details")}
        </button>
      </p>
      {isOpen && proposal.findings.length > 0 ? (
        <p className="note">{say("introduces", { count: proposal.findings.length })}</p>
      ) : null}
      <Decision proposal={proposal} review={review} />
    </section>
  );
}
