/** A proposal: what it would change, what is wrong with it, and the decision, whole. */

import { useMemo, useState, type ReactNode } from "react";
import type { Proposal } from "../protocol";
import { may } from "../state/people";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";
import { Lines } from "./Lines";
import { operationLines } from "./lines";
import { words } from "./words";

export function ProposalCard({ proposal, isCurrent = false }: { readonly proposal: Proposal; readonly isCurrent?: boolean }): ReactNode {
  const say = useText(words);
  const { store } = useWorkbench();
  const lines = useMemo(() => operationLines(proposal.operations, store.get().graph), [proposal, store]);
  const title = say("proposed", { count: proposal.operations.length });
  return (
    <section className="card proposal" data-state={proposal.state} data-current={isCurrent} aria-label={title}>
      <h3>
        {title} <span className="badge" data-state={proposal.state}>{say(proposal.state)}</span>
        <span className="by"><bdi>{say("by", { name: proposal.author.name })}</bdi></span>
      </h3>
      {proposal.reason ? <p className="reason"><bdi>{proposal.reason}</bdi></p> : null}
      <Lines lines={lines} ghost={proposal.state === "open"} />
      {proposal.problems.length > 0 ? (
        <div className="problems bad">
          <p>{say("problems")}</p>
          <ul>{proposal.problems.map((problem, index) => <li key={index}><bdi>{problem.message}</bdi> <span className="detail"><bdi>{problem.hint}</bdi></span></li>)}</ul>
        </div>
      ) : null}
      {proposal.findings.length > 0 ? <p className="note">{say("introduces", { count: proposal.findings.length })}</p> : null}
      {proposal.state === "open" ? <Decision proposal={proposal} /> : null}
    </section>
  );
}

function Decision({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const say = useText(words);
  const send = useSend();
  const mayDecide = useStore((state) => may(state.connection.access, "decide"));
  const [feedback, setFeedback] = useState("");
  const [isBusy, setBusy] = useState(false);
  const decide = async (decision: "accept" | "reject"): Promise<void> => {
    setBusy(true);
    const why = decision === "reject" && feedback.trim() ? { feedback: feedback.trim() } : {};
    await send({ type: "proposal.decide", proposalId: proposal.proposalId, digest: proposal.digest, decision, ...why });
    setBusy(false);
  };
  const hasProblems = proposal.problems.length > 0;
  return (
    <div className="decision">
      <p className="note">{mayDecide ? say("nothingYet") : say("mayNotDecide")}</p>
      <button type="button" className="primary" disabled={!mayDecide || isBusy || hasProblems} onClick={() => void decide("accept")}>{say("accept")}</button>
      <button type="button" disabled={!mayDecide || isBusy} onClick={() => void decide("reject")}>{say("reject")}</button>
      <input type="text" value={feedback} placeholder={say("feedback")} aria-label={say("feedback")} disabled={!mayDecide} onChange={(event) => setFeedback(event.target.value)} />
    </div>
  );
}
