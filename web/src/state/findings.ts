/** Rules that the graph breaks. Pure. */

import type { Finding, Severity } from "../protocol";

export type Findings = ReadonlyMap<string, Finding>;

export const NO_FINDINGS: Findings = new Map();

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Whether only a later phase of the project asks for it, so that it is no fault yet. */
export function isLater(finding: Finding, phase: number): boolean {
  return finding.phase > phase;
}

/** What counts in the phase of the project, the worst first; then what comes with later phases. As `graph/findings.py`. */
export function sorted(state: Findings, phase: number): readonly Finding[] {
  const later = (finding: Finding): number => (isLater(finding, phase) ? finding.phase : 0);
  return [...state.values()].sort(
    (one, two) =>
      later(one) - later(two) || RANK[one.severity] - RANK[two.severity] || one.ruleId.localeCompare(two.ruleId),
  );
}

/** How many count now. */
export function countNow(state: Findings, phase: number): number {
  return [...state.values()].filter((finding) => !isLater(finding, phase)).length;
}

/** Findings that count now, by each node or edge they are about: what only a later phase asks for marks nothing. */
export function marksOf(about: "nodeIds" | "edgeIds") {
  return (state: Findings, phase: number): ReadonlyMap<string, readonly Finding[]> => {
    const found = new Map<string, Finding[]>();
    for (const finding of state.values()) {
      if (isLater(finding, phase)) continue;
      for (const id of finding[about]) {
        const known = found.get(id);
        if (known) known.push(finding);
        else found.set(id, [finding]);
      }
    }
    return found;
  };
}
