/** Runs and their step trees, as they happen. Pure. */

import {
  ENDED_RUN,
  type EventOf,
  type Run,
  type State as StateDocument,
  type Step,
  type StepProgressed,
  type Wait,
} from "../protocol";
import { grown, NO_TREE, type Tree } from "./trees";

export interface Runs {
  readonly runs: ReadonlyMap<string, Run>;
  /** The steps of each run. */
  readonly trees: ReadonlyMap<string, Tree>;
  /** How far a running step is. */
  readonly progress: ReadonlyMap<string, Progress>;
  /** What a run waits for. */
  readonly waits: ReadonlyMap<string, readonly Wait[]>;
}

export type Progress = Pick<StepProgressed, "done" | "total" | "note">;

export const NO_RUNS: Runs = {
  runs: new Map(),
  trees: new Map(),
  progress: new Map(),
  waits: new Map(),
};

/** After a fresh state document, which knows every run that has not ended. */
export function fromDocument(state: Runs, document: StateDocument): Runs {
  const ended = [...state.runs].filter(([, run]) => !isOpen(run));
  const waits = new Map<string, readonly Wait[]>();
  for (const { runId, ...wait } of document.waits) waits.set(runId, [...(waits.get(runId) ?? []), wait]);
  const begun = document.runs.reduce(runStarted, { ...state, runs: new Map(ended), waits, progress: new Map() });
  return stepsRead(begun, document.steps);
}

export function runStarted(state: Runs, event: EventOf<"run.started"> | Run): Runs {
  const { type, sequence, request, forkedFrom, ...run } = event as EventOf<"run.started">;
  return { ...state, runs: new Map(state.runs).set(run.runId, run) };
}

export function runWaiting(state: Runs, event: EventOf<"run.waiting">): Runs {
  return { ...moved(state, event.runId, "waiting"), waits: new Map(state.waits).set(event.runId, event.waits) };
}

export function runResumed(state: Runs, event: EventOf<"run.resumed">): Runs {
  return moved(state, event.runId, "running");
}

export function runFinished(state: Runs, event: EventOf<"run.finished">): Runs {
  const run = state.runs.get(event.runId);
  const waits = new Map(state.waits);
  waits.delete(event.runId);
  if (!run) return { ...state, waits };
  const ended: Run = {
    ...run,
    status: event.status,
    totals: event.totals,
    ...(event.outcome && { outcome: event.outcome }),
    ...(event.result !== undefined && { result: event.result }),
    ...(event.endedAt !== undefined && { endedAt: event.endedAt }),
  };
  const progress = new Map(state.progress);
  for (const stepId of state.progress.keys())
    if (state.trees.get(event.runId)?.steps.has(stepId)) progress.delete(stepId);
  return { ...state, waits, progress, runs: new Map(state.runs).set(run.runId, ended) };
}

export function stepChanged(state: Runs, event: EventOf<"step.started"> | EventOf<"step.finished">): Runs {
  const { type, sequence, path, depth, ...step } = event;
  const next = stepsRead(state, [step]);
  if (step.endedAt === undefined || !state.progress.has(step.stepId)) return next;
  const progress = new Map(state.progress);
  progress.delete(step.stepId);
  return { ...next, progress };
}

/** Steps of any runs; each tree grows once, however many there are. */
function stepsRead(state: Runs, steps: readonly Step[]): Runs {
  const byRun = new Map<string, Step[]>();
  for (const step of steps) {
    const others = byRun.get(step.runId);
    if (others) others.push(step);
    else byRun.set(step.runId, [step]);
  }
  const trees = new Map(state.trees);
  for (const [runId, changed] of byRun) trees.set(runId, grown(trees.get(runId) ?? NO_TREE, changed));
  return { ...state, trees };
}

export function stepProgressed(state: Runs, event: EventOf<"step.progressed">): Runs {
  if (state.trees.get(event.runId)?.steps.get(event.stepId)?.endedAt !== undefined) return state;
  const { done, total, note } = event;
  return { ...state, progress: new Map(state.progress).set(event.stepId, { done, total, ...(note && { note }) }) };
}

export function formAnswered(state: Runs, event: EventOf<"form.answered">): Runs {
  return withoutWait(state, (wait) => wait.stepId === event.stepId);
}

export function proposalNoLongerAwaited(state: Runs, proposalId: string): Runs {
  return withoutWait(state, (wait) => wait.proposalId === proposalId);
}

/** A whole run as read through REST. */
export function runRead(state: Runs, run: Run, steps: readonly Step[]): Runs {
  return stepsRead(runStarted(state, run), steps);
}

/** Is the run still going on or waiting for somebody? */
const ENDED: ReadonlySet<Run["status"]> = new Set(ENDED_RUN);

export function isOpen(run: Run): boolean {
  return !ENDED.has(run.status);
}

/** Runs, the newest first. */
export function newestRuns(state: Runs): readonly Run[] {
  return [...state.runs.values()].sort((one, two) => two.startedAt.localeCompare(one.startedAt));
}

function moved(state: Runs, runId: string, status: Run["status"]): Runs {
  const run = state.runs.get(runId);
  return run ? { ...state, runs: new Map(state.runs).set(runId, { ...run, status }) } : state;
}

function withoutWait(state: Runs, ends: (wait: Wait) => boolean): Runs {
  const waits = new Map<string, readonly Wait[]>();
  for (const [runId, open] of state.waits) {
    const kept = open.filter((wait) => !ends(wait));
    if (kept.length > 0) waits.set(runId, kept);
  }
  return { ...state, waits };
}
