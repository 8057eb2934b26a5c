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

/** Findings by the node they are about. */
export function byNode(state: Findings): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of state.values()) {
    for (const nodeId of finding.nodeIds) {
      const known = found.get(nodeId);
      if (known) known.push(finding);
      else found.set(nodeId, [finding]);
    }
  }
  return found;
}
