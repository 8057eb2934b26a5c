/** Where a step lies in the time of its run. Pure. */

import type { Run, Step } from "../protocol";
import { isOpen } from "../state/runs";
import type { Tree } from "../state/trees";

export interface Span {
  /** Milliseconds since the beginning of time, as everywhere in browsers. */
  readonly from: number;
  readonly to: number;
}

/** From its start to the last end; `now` stands for the end of a run that goes on. */
export function spanOf(run: Run, tree: Tree, now: number): Span {
  const from = Date.parse(run.startedAt);
  const to = Math.max(tree.lastEnd, run.endedAt ? Date.parse(run.endedAt) : isOpen(run) ? now : 0);
  return { from, to: Math.max(to, from + 1) };
}

/** Start and width of a step's bar, in hundredths of the span. A bar is never too thin to be seen. */
export function barOf(step: Step, span: Span, now: number): { readonly left: number; readonly width: number } {
  const length = span.to - span.from;
  const from = Date.parse(step.startedAt);
  const to = step.endedAt ? Date.parse(step.endedAt) : Math.max(now, from);
  const left = clamp(((from - span.from) / length) * 100, 0, 99);
  return { left, width: clamp(((to - from) / length) * 100, 0.5, 100 - left) };
}

/** `340 ms`, `2.1 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
