/** Every proposal that waits, by keyboard too: j and k go through them, a accepts, d rejects. */

import { useState, type KeyboardEvent, type ReactNode } from "react";
import { waiting } from "../state/proposals";
import { may } from "../state/people";
import { derived } from "../state/store";
import { isTextField } from "../ui/keyboard";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import { ProposalCard } from "./ProposalCard";
import { words } from "./words";

const selectWaiting = derived((state) => state.proposals, waiting);

export function ReviewDrawer(): ReactNode {
  const say = useText(words);
  const send = useSend();
  const proposals = useStore(selectWaiting);
  const mayDecide = useStore((state) => may(state.connection.access, "decide"));
  const [at, setAt] = useState(0);
  const index = Math.min(at, Math.max(0, proposals.length - 1));
  const current = proposals[index];
  const onKey = (event: KeyboardEvent): void => {
    if (isTextField(event.target) || !current || event.ctrlKey || event.metaKey || event.altKey) return;
    const { proposalId, digest } = current;
    if (event.key === "j" || event.key === "]") setAt(Math.min(proposals.length - 1, index + 1));
    else if (event.key === "k" || event.key === "[") setAt(Math.max(0, index - 1));
    else if (event.key === "a" && mayDecide && current.problems.length === 0) void send({ type: "proposal.decide", proposalId, digest, decision: "accept" });
    else if (event.key === "d" && mayDecide) void send({ type: "proposal.decide", proposalId, digest, decision: "reject" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (proposals.length === 0) return <p className="note pad">{say("none")}</p>;
  return (
    <div className="review pad" tabIndex={0} role="group" aria-label={say("review")} onKeyDown={onKey}>
      {proposals.map((proposal) => <ProposalCard key={proposal.proposalId} proposal={proposal} isCurrent={proposal === current} />)}
    </div>
  );
}
