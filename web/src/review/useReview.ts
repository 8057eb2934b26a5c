/** One proposal under review: what I have chosen of it, what follows from that, and how to send it. */

import { useEffect, useMemo, useState } from "react";
import type { Problem, Proposal } from "../protocol";
import { type Choice, type Chosen, holdingOf, isAskedFor, newsSince } from "../state/choice";
import { may } from "../state/people";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import { begin, chosenOf, forget, useChoice } from "./tray";
import { useDrafts } from "./useDrafts";

export interface Review {
  readonly choice: Choice;
  readonly chosen: Chosen;
  /** Operations that are new or different since I chose. */
  readonly news: readonly string[];
  /** Operations whose element has changed since they were proposed. */
  readonly stale: ReadonlySet<string>;
  /** What stands in the way of accepting what is chosen. */
  readonly obstacles: readonly Problem[];
  readonly mayDecide: boolean;
  /** I wrote some of it, and this project wants four eyes. */
  readonly isOwn: boolean;
  readonly mayAccept: boolean;
  /** What the decision would be as it is chosen now: with nothing left to accept, it is to reject. */
  readonly wanted: "accept" | "reject";
  readonly mayDecideNow: boolean;
  /** Operations that can be accepted at once while others have problems; empty: nothing has, or nothing can. */
  readonly holding: readonly string[];
  readonly mayTakeHolding: boolean;
  /** Accept what holds; the rest goes on as a proposal of its own. */
  readonly takeHolding: () => Promise<void>;
  readonly isBusy: boolean;
  /** I made it, and may not decide it. */
  readonly mayWithdraw: boolean;
  readonly withdraw: () => Promise<void>;
  readonly decide: (decision: "accept" | "reject") => Promise<void>;
  /** Have it made anew on the model as it is now. */
  readonly renew: () => Promise<void>;
}

export function useReview(proposal: Proposal): Review {
  const withDrafts = useDrafts(proposal);
  const send = useSend();
  const { proposalId, digest } = proposal;
  const isOpen = proposal.state === "open";
  const choice = useChoice(proposal);
  const chosen = chosenOf(proposal, choice);
  useEffect(() => begin(proposal), [proposal]);
  const isOwn = useStore(
    (state) => state.project?.fourEyes === true && isWrittenBy(proposal, state.connection.me?.personId),
  );
  const mayDecide = useStore((state) => may(state.connection.access, "decide")) && !isOwn;
  const isMine = useStore((state) => state.connection.me?.personId === proposal.author.personId);
  const [isBusy, busy] = useAwaited(proposalId);
  const news = useMemo(() => newsSince(choice, proposal), [choice, proposal]);
  const stale = useMemo(() => new Set(isOpen ? proposal.stale : []), [proposal, isOpen]);
  const obstacles = proposal.problems.filter(
    (each) => !isAskedFor(each) && (each.operationId === undefined || !chosen.dropped.has(each.operationId)),
  );
  const mayAccept =
    isOpen && mayDecide && !isBusy && news.length === 0 && obstacles.length === 0 && chosen.accepted.length > 0;
  const wanted = chosen.accepted.length > 0 ? "accept" : "reject";
  const mayDecideNow = wanted === "accept" ? mayAccept : isOpen && mayDecide && !isBusy && news.length === 0;
  const holding = useMemo(() => holdingOf(proposal, chosen), [proposal, chosen]);
  const mayTakeHolding = holding.length > 0 && mayDecide && !isBusy && news.length === 0;
  const decide = async (decision: "accept" | "reject", part: readonly string[] | undefined): Promise<void> => {
    const feedback = choice.feedback.trim();
    const decided = async (): Promise<unknown> => {
      const current = decision === "accept" ? await withDrafts() : proposal;
      if (current === undefined) return undefined;
      return await send({
        ...{ type: "proposal.decide" as const, proposalId, digest: current.digest, decision },
        ...(part && { operationIds: [...part] }),
        ...(feedback && { feedback }),
      });
    };
    if (await busy(decided())) forget(proposalId);
  };
  return {
    ...{
      choice,
      chosen,
      news,
      stale,
      obstacles,
      mayDecide,
      isOwn,
      mayAccept,
      wanted,
      mayDecideNow,
      holding,
      mayTakeHolding,
      isBusy,
      mayWithdraw: isOpen && isMine && !mayDecide,
    },
    withdraw: async () => {
      await busy(send({ type: "proposal.withdraw", proposalId }));
    },
    takeHolding: async () => {
      await decide("accept", holding);
    },
    decide: async (decision) => {
      const isPart = decision === "accept" && chosen.dropped.size > 0;
      await decide(decision, isPart ? chosen.accepted : undefined);
    },
    renew: async () => {
      await busy(send({ type: "proposal.amend", proposalId, digest, edits: {} }));
    },
  };
}

/** Whether an answer about this proposal is awaited: whoever goes on to the next one does not wait for that of the one before. */
function useAwaited(proposalId: string): readonly [boolean, <T>(work: Promise<T>) => Promise<T>] {
  const [awaited, setAwaited] = useState<string>();
  const busy = async <T>(work: Promise<T>): Promise<T> => {
    setAwaited(proposalId);
    const answer = await work;
    setAwaited((now) => (now === proposalId ? undefined : now));
    return answer;
  };
  return [awaited === proposalId, busy];
}

function isWrittenBy({ author, operations }: Proposal, personId: string | undefined): boolean {
  return [author, ...operations.map((operation) => operation.editedBy)].some(
    (each) => each !== undefined && each.personId === personId,
  );
}
