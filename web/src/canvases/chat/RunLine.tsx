/** How an answer comes about: above it the step it is at, below it what it took. A click opens the process. */

import type { ReactNode } from "react";
import type { Message, Run, Step } from "../../protocol";
import { useStepTitles } from "../../runs/kinds";
import { isOpen } from "../../state/runs";
import { useProcess } from "../../ui/process";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { SentContext } from "./SentContext";

interface Properties {
  readonly runId: string;
  readonly messageStatus: Message["status"];
}

/** The step it is at; nothing once it is done. */
export function RunLine({ runId, messageStatus }: Properties): ReactNode {
  const say = useText("chat");
  const titles = useStepTitles();
  const open = useProcess();
  const run = useStore((state) => state.runs.runs.get(runId));
  const steps = useStore((state) => state.runs.trees.get(runId)?.steps);
  if (!isRunning(run, messageStatus)) return null;
  const all = [...(steps?.values() ?? [])];
  const newest = all.findLast((step) => step.status === "running") ?? all.at(-1);
  const isWaiting = run?.status === "waiting";
  return (
    <p className="run-line" aria-live="off">
      <button
        type="button"
        className="chip step"
        data-status={isWaiting ? "waiting" : "running"}
        title={isWaiting ? say("openProcess") : newest?.label}
        onClick={() => open(runId)}
      >
        {isWaiting ? say("waitsForYou") : newest === undefined ? say("thinking") : titles.step(newest)}
      </button>
    </p>
  );
}

/** What it took, and what the language model was sent; nothing before it is done. */
export function RunSummary({ runId, messageStatus }: Properties): ReactNode {
  const say = useText("chat");
  const open = useProcess();
  const run = useStore((state) => state.runs.runs.get(runId));
  const steps = useStore((state) => state.runs.trees.get(runId)?.steps);
  if (isRunning(run, messageStatus)) return null;
  const label = say("openProcess");
  if (run === undefined)
    return (
      <button type="button" className="link" onClick={() => open(runId)}>
        {label}
      </button>
    );
  const tokens = run.totals.inputTokens + run.totals.outputTokens;
  const seconds = run.endedAt
    ? Math.round((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 100) / 10
    : spent([...(steps?.values() ?? [])]);
  return (
    <>
      <button type="button" className="link" title={label} onClick={() => open(runId)}>
        {say(tokens > 0 ? "summary" : "summaryUnaided", { count: run.totals.steps, seconds, tokens })}
      </button>
      <SentContext run={run} />
    </>
  );
}

function isRunning(run: Run | undefined, messageStatus: Message["status"]): boolean {
  return run ? isOpen(run) : messageStatus === "streaming";
}

/** Seconds from the first start to the last end, for a run whose end was not told with a time. */
function spent(steps: readonly Step[]): number {
  const times = steps
    .flatMap((step) => [step.startedAt, step.endedAt ?? step.startedAt])
    .map((time) => Date.parse(time));
  return times.length > 0 ? Math.round((Math.max(...times) - Math.min(...times)) / 100) / 10 : 0;
}
