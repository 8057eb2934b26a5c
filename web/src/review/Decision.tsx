/** What happens to a proposal: accept what is chosen, or reject all of it, with a word to the assistant; or what happened. */

import { type ReactNode, useId } from "react";
import { useTold } from "../locales/told";
import type { Proposal } from "../protocol";
import { keyLabel } from "../ui/keyboard";
import { useText } from "../ui/text";
import { Outcome } from "./Outcome";
import { look, rejectIn, sayIn, useDraftsIn } from "./tray";
import { useGoing } from "./useGoing";
import type { Review } from "./useReview";

/** As long as the server takes it. */
const FEEDBACK = 2_000;

export function Decision({ proposal, review }: { readonly proposal: Proposal; readonly review: Review }): ReactNode {
  const say = useText("review");
  const hint = useId();
  const written = useDraftsIn(proposal.proposalId);
  const going = useGoing(proposal);
  if (proposal.state !== "open") return <Outcome proposal={proposal} />;
  const edits = Object.keys(written).length;
  const { choice, chosen, mayDecide, isOwn, wanted, mayDecideNow, isBusy } = review;
  const all = going.count(proposal.operations.map(({ id }) => id));
  const some = going.count(chosen.accepted);
  const rejecting = say(choice.feedback.trim() && proposal.runId ? "rejectAsk" : "reject");
  const accepting = some === all ? say("acceptAll", { count: all }) : say("acceptSome", { count: some, all });
  return (
    <div className="decision" role="group" aria-label={say("decision")}>
      <Notices proposal={proposal} review={review} />
      <textarea
        rows={2}
        maxLength={FEEDBACK}
        value={choice.feedback}
        placeholder={say("feedback")}
        aria-label={say("feedback")}
        disabled={!mayDecide}
        onChange={(event) => sayIn(proposal, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          if (mayDecideNow) void review.decide(wanted);
        }}
      />
      <button
        type="button"
        className="primary"
        disabled={!mayDecideNow}
        aria-describedby={hint}
        title={keyLabel("Mod+Enter")}
        onClick={() => void review.decide(wanted)}
      >
        {wanted === "accept" ? accepting : rejecting}
      </button>
      {wanted === "accept" ? (
        <button type="button" disabled={!mayDecide || isBusy} onClick={() => void review.decide("reject")}>
          {rejecting}
        </button>
      ) : null}
      {review.mayWithdraw ? (
        <button type="button" disabled={isBusy} onClick={() => void review.withdraw()}>
          {say("withdraw")}
        </button>
      ) : null}
      <p className="note" id={hint} role="status">
        {isOwn
          ? say("fourEyes")
          : mayDecide
            ? chosen.dropped.size > choice.rejected.length
              ? say("alsoDrops", { count: chosen.dropped.size - choice.rejected.length })
              : say("nothingYet")
            : say("mayNotDecide")}
        {edits > 0 && mayDecide ? ` ${say("withEdits", { count: edits })}` : null}
      </p>
    </div>
  );
}

/** What stands in the way of accepting it as it is, each with the way out. */
function Notices({ proposal, review }: { readonly proposal: Proposal; readonly review: Review }): ReactNode {
  const say = useText("review");
  const told = useTold();
  const { news, stale, obstacles, holding, mayDecide, isBusy } = review;
  const all = proposal.operations.length;
  const faulty = obstacles.flatMap(({ operationId }) => operationId ?? []);
  return (
    <>
      {news.length === 0 ? null : (
        <div className="notice" role="status">
          <p>{say("newVersion", { number: proposal.version, count: news.length })}</p>
          <button type="button" onClick={() => look(proposal)}>
            {say("goOn", { number: proposal.version })}
          </button>
        </div>
      )}
      {stale.size > 0 && news.length === 0 ? (
        <div className="notice" role="status">
          <p>{say("stale", { count: stale.size })}</p>
          <button type="button" disabled={!mayDecide || isBusy} onClick={() => void review.renew()}>
            {say("renew")}
          </button>
        </div>
      ) : null}
      {obstacles.length > 0 ? (
        <div className="notice" data-kind="bad">
          <p>
            {holding.length > 0
              ? say("holds", { holding: holding.length, all, count: all - holding.length })
              : say("problems")}{" "}
            {obstacles
              .filter((each) => each.operationId === undefined)
              .map(told.message)
              .join(" ")}
          </p>
          {holding.length > 0 ? (
            <button
              type="button"
              className="primary"
              disabled={!review.mayTakeHolding}
              title="H"
              onClick={() => void review.takeHolding()}
            >
              {say("takeHolding", { count: holding.length })}
            </button>
          ) : null}
          {faulty.length > 0 ? (
            <button type="button" disabled={!mayDecide} onClick={() => rejectIn(proposal, faulty)}>
              {say("leaveOut", { count: faulty.length })}
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
