/** What is read of a discussion besides its messages: its record as it grows, and ballots too large for their step. */

import { useEffect, useMemo, useState } from "react";
import type { Message, Run, Step } from "../protocol";
import { useWholeRun } from "../runs/useWholeRun";
import { projectPath, stepPath } from "../session/rest";
import { newestRuns } from "../state/runs";
import { messagesOf } from "../state/threads";
import { NO_TREE } from "../state/trees";
import { useHistory } from "../ui/useHistory";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";
import type { Ballot, Discussion } from "./record";
import { type Held, heldOf } from "./rounds";

const NO_MESSAGES: readonly Message[] = [];
/** Several steps end together; the record is read once for them. */
const TOGETHER_MS = 250;

/** Discussions of this project, the newest first. */
export function useDiscussions(): readonly Run[] {
  const runs = useStore((state) => state.runs);
  return useMemo(() => newestRuns(runs).filter((run) => run.workflow === "discuss"), [runs]);
}

/** Everything that was said and voted, live. */
export function useHeld(run: Run): Held {
  useWholeRun(run.runId);
  useHistory(run.threadId);
  const { steps } = useStore((state) => state.runs.trees.get(run.runId)) ?? NO_TREE;
  const threads = useStore((state) => state.threads);
  const messages = useMemo(
    () => (run.threadId === undefined ? NO_MESSAGES : messagesOf(threads, run.threadId)),
    [threads, run.threadId],
  );
  return useMemo(() => heldOf(run.runId, messages, steps.values()), [run.runId, messages, steps]);
}

/** The record, read again whenever a turn, a vote or a round has ended, and whenever a person has voted. */
export function useDiscussion(run: Run): Discussion | undefined {
  const { rest, project } = useWorkbench();
  const [read, setRead] = useState<Discussion>();
  const ended = useStore((state) => {
    const steps = [...(state.runs.trees.get(run.runId)?.steps.values() ?? [])];
    return steps.filter(
      (step) => step.endedAt !== undefined && (step.kind === "turn" || step.kind === "vote" || step.kind === "round"),
    ).length;
  });
  const voted = useStore(
    (state) => state.discussions.get(run.runId)?.filter(({ action }) => action === "vote").length ?? 0,
  );
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      const path = discussionPath(project, run.runId);
      void shown(rest.get<Discussion>(path)).then((answer) => {
        if (isWanted && answer) setRead(answer);
      });
    }, TOGETHER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [rest, project, run.runId, run.status, ended, voted]);
  return read?.runId === run.runId ? read : undefined;
}

/** The ballots of these steps, as far as they are in. */
export function useBallots(votes: readonly Step[]): readonly Ballot[] {
  const { rest, project } = useWorkbench();
  const [whole, setWhole] = useState<ReadonlyMap<string, Ballot>>(new Map());
  const large = votes.filter((vote) => vote.resultRef !== undefined && !whole.has(vote.stepId));
  const wanted = large.map((vote) => `${vote.runId} ${vote.stepId}`).join();
  useEffect(() => {
    for (const name of wanted ? wanted.split(",") : []) {
      const [runId = "", stepId = ""] = name.split(" ");
      void shown(rest.get<Step>(stepPath(project, runId, stepId))).then((step) => {
        if (step) setWhole((known) => new Map(known).set(stepId, step.result as Ballot));
      });
    }
  }, [wanted, rest, project]);
  return votes.flatMap((vote) => whole.get(vote.stepId) ?? ballotOf(vote) ?? []);
}

export function discussionPath(project: string, runId: string): string {
  return `${projectPath(project)}/discussions/${encodeURIComponent(runId)}`;
}

function ballotOf({ status, result, resultRef }: Step): Ballot | undefined {
  return status === "completed" && resultRef === undefined ? (result as Ballot) : undefined;
}
