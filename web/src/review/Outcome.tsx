/** Who decided what about a proposal, and when. */

import type { ReactNode } from "react";
import type { Proposal } from "../protocol";
import { moment } from "../ui/moment";
import { useLanguage, useText } from "../ui/text";

export function Outcome({ proposal }: { readonly proposal: Proposal }): ReactNode {
  const say = useText("review");
  const language = useLanguage();
  const outcome = proposal.decided;
  const all = proposal.operations.length;
  const name = outcome?.person.name ?? say("somebody");
  const sentence = (): string => {
    switch (proposal.state) {
      case "accepted":
        return say("didAccept", { name, count: all });
      case "partlyAccepted":
        return say("didAcceptPart", { name, count: outcome?.operationIds.length ?? 0, all });
      case "rejected":
        return say("didReject", { name });
      case "withdrawn":
        return say("didWithdraw", { name: proposal.author.name });
      default:
        return say("nobodyDecided");
    }
  };
  return (
    <div className="outcome" role="status">
      <p>
        <span className="badge" data-state={proposal.state}>
          {say(proposal.state)}
        </span>{" "}
        <bdi>{sentence()}</bdi>{" "}
        {outcome?.at ? (
          <time className="note" dateTime={outcome.at}>
            {moment(outcome.at, language)}
          </time>
        ) : null}
      </p>
      {outcome?.feedback ? (
        <blockquote>
          <bdi>{outcome.feedback}</bdi>
        </blockquote>
      ) : null}
    </div>
  );
}
