/** What the page asks the server about baselines, and what it answers. */

import type { Baseline, Change } from "../protocol";
import { projectPath } from "../session/rest";
import type { State } from "../state/state";
import { derived } from "../state/store";

interface Tally {
  readonly added: number;
  readonly modified: number;
  readonly deleted: number;
  readonly unchanged: number;
}

export interface Comparison {
  readonly base: number;
  readonly revision: number;
  readonly nodes: Tally;
  readonly edges: Tally;
  readonly changes: readonly Change[];
  readonly isCut: boolean;
}

export const FATES = ["added", "modified", "deleted", "unchanged"] as const satisfies readonly (keyof Tally)[];

/** More than a person reads; the tallies count all. */
const MAX_CHANGES = 500;

export function baselinePath(project: string, name: string): string {
  return `${projectPath(project)}/baselines/${encodeURIComponent(name)}`;
}

/** Without a revision up to now. */
export function comparisonPath(project: string, base: string, revision?: number): string {
  const until = revision === undefined ? "" : `&revision=${revision}`;
  return `${projectPath(project)}/comparison?base=${encodeURIComponent(base)}${until}&limit=${MAX_CHANGES}`;
}

/** The newest revision first. */
export const selectBaselines = derived(
  (state: State) => state.baselines,
  (baselines): readonly Baseline[] =>
    [...baselines.values()].sort((one, two) => two.revision - one.revision || one.name.localeCompare(two.name)),
);

/** The names of a revision. */
export function namesOf(baselines: readonly Baseline[], revision: number | undefined): readonly string[] {
  return baselines.filter((each) => each.revision === revision).map((each) => each.name);
}

/** What people call a revision as a name that can follow an @ in a sentence: without blanks. */
export function baselineName(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, "-");
}
