/** Rules that the graph breaks. Pure. */

import type { Finding, Severity } from "../protocol";

export type Findings = ReadonlyMap<string, Finding>;

export const NO_FINDINGS: Findings = new Map();

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The worst first. */
export function sorted(state: Findings): readonly Finding[] {
  return [...state.values()].sort(
    (one, two) => RANK[one.severity] - RANK[two.severity] || one.ruleId.localeCompare(two.ruleId),
  );
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
