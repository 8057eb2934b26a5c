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
import type { RecordChange } from "./fold";
import { grown, NO_TREE, type Tree, treeOf } from "./trees";

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
  const ended = new Map([...state.runs].filter(([, run]) => !isOpen(run)));
  const goesOn = new Set(document.runs.map((run) => run.runId));
  // Of a run that ended meanwhile only the server knows the rest: it is read again where it is shown.
  const trees = new Map([...state.trees].filter(([runId]) => ended.has(runId) || goesOn.has(runId)));
  const waits = new Map<string, readonly Wait[]>();
  for (const { runId, ...wait } of document.waits) waits.set(runId, [...(waits.get(runId) ?? []), wait]);
  const before = { ...state, runs: ended, trees, waits, progress: new Map() };
  return withSteps(withRuns(before, document.runs), document.steps);
}

/** Runs as they now stand. */
function withRuns(state: Runs, read: readonly Run[]): Runs {
  return { ...state, runs: new Map([...state.runs, ...read.map((run) => [run.runId, run] as const)]) };
}

/** Waits that began, of the run that is their group, and waits that ended. */
export function waitsChanged(state: Runs, changes: readonly RecordChange<"wait">[]): Runs {
  const waits = new Map(state.waits);
  for (const { id, group, record } of changes) {
    for (const [runId, open] of waits) {
      const kept = open.filter((wait) => wait.stepId !== id);
      if (kept.length > 0) waits.set(runId, kept);
      else waits.delete(runId);
    }
    if (record && group) waits.set(group, [...(waits.get(group) ?? []), record]);
  }
  return { ...state, waits };
}

/** How far its steps were is of no more interest. */
export function progressOver(state: Runs, runId: string): Runs {
  const steps = state.trees.get(runId)?.steps;
  return { ...state, progress: new Map([...state.progress].filter(([stepId]) => !steps?.has(stepId))) };
}

export function stepFinished(state: Runs, { stepId }: EventOf<"step.finished">): Runs {
  if (!state.progress.has(stepId)) return state;
  const progress = new Map(state.progress);
  progress.delete(stepId);
  return { ...state, progress };
}

/** Steps of any runs; each tree grows once, however many there are. */
export function withSteps(state: Runs, steps: readonly Step[]): Runs {
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

/** Runs as read through REST; one that is known already is newer, for events told of it. */
export function runsRead(state: Runs, read: readonly Run[]): Runs {
  return withRuns(
    state,
    read.filter((run) => !state.runs.has(run.runId)),
  );
}

/** A whole run as read through REST; of it, too, what events have told is newer. */
export function runRead(state: Runs, run: Run, steps: readonly Step[]): Runs {
  const told = state.trees.get(run.runId)?.steps.values() ?? [];
  // In the order they began: a step that is told of again keeps its place.
  const whole = treeOf(new Map([...steps, ...told].map((step) => [step.stepId, step])).values());
  return { ...runsRead(state, [run]), trees: new Map(state.trees).set(run.runId, whole) };
}

const ENDED: ReadonlySet<Run["status"]> = new Set(ENDED_RUN);

/** Is the run still going on or waiting for somebody? */
export function isOpen(run: Run): boolean {
  return !ENDED.has(run.status);
}

/** Runs, the newest first. */
export function newestRuns(state: Runs): readonly Run[] {
  return [...state.runs.values()].sort((one, two) => two.startedAt.localeCompare(one.startedAt));
}
