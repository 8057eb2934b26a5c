/** How an answer comes about, in one line: the step it is at while it runs, what it took when it is done. A click opens the process. */

import type { ReactNode } from "react";
import type { Message, Step } from "../../protocol";
import { useStepTitles } from "../../runs/kinds";
import { isOpen } from "../../state/runs";
import { useProcess } from "../../ui/process";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { SentContext } from "./SentContext";

export function RunLine({
  runId,
  messageStatus,
}: {
  readonly runId: string;
  readonly messageStatus: Message["status"];
}): ReactNode {
  const say = useText("chat");
  const titles = useStepTitles();
  const open = useProcess();
  const run = useStore((state) => state.runs.runs.get(runId));
  const steps = useStore((state) => state.runs.trees.get(runId)?.steps);
  const running = run ? isOpen(run) : messageStatus === "streaming";
  const label = `${say("openProcess")}`;
  if (!running) {
    if (!run)
      return (
        <p className="run-line">
          <button type="button" className="link" onClick={() => open(runId)}>
            {label}
          </button>
        </p>
      );
    const tokens = run.totals.inputTokens + run.totals.outputTokens;
    const seconds = run.endedAt
      ? Math.round((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 100) / 10
      : spent([...(steps?.values() ?? [])]);
    return (
      <p className="run-line">
        <button type="button" className="link" title={label} onClick={() => open(runId)}>
          {say("summary", { count: run.totals.steps, seconds, tokens })}
        </button>
        <SentContext run={run} />
      </p>
    );
  }
  const all = [...(steps?.values() ?? [])];
  const newest = all.findLast((step) => step.status === "running") ?? all.at(-1);
  const isWaiting = run?.status === "waiting";
  return (
    <p className="run-line" aria-live="off">
      <button
        type="button"
        className="chip step"
        data-status={isWaiting ? "waiting" : "running"}
        title={isWaiting ? label : newest?.label}
        onClick={() => open(runId)}
      >
        {isWaiting ? say("waitsForYou") : newest === undefined ? say("thinking") : titles.step(newest)}
      </button>
    </p>
  );
}

/** Seconds from the first start to the last end, for a run whose end was not told with a time. */
function spent(steps: readonly Step[]): number {
  const times = steps
    .flatMap((step) => [step.startedAt, step.endedAt ?? step.startedAt])
    .map((time) => Date.parse(time));
  return times.length > 0 ? Math.round((Math.max(...times) - Math.min(...times)) / 100) / 10 : 0;
}
