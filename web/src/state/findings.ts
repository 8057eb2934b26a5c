/** Rules that the graph breaks: told with each commit and by the sweeps over the whole graph. Pure. */

import type { CommitOnWire, Finding, Severity } from "../protocol";

export type Findings = ReadonlyMap<string, Finding>;

export const NO_FINDINGS: Findings = new Map();

export function findingsChanged(
  state: Findings,
  change: { readonly introduced: readonly Finding[]; readonly resolved: readonly string[] },
): Findings {
  if (change.introduced.length === 0 && change.resolved.length === 0) return state;
  const next = new Map(state);
  for (const findingId of change.resolved) next.delete(findingId);
  for (const finding of change.introduced) next.set(finding.findingId, finding);
  return next;
}

/** The whole list as read at a revision, and what the commits since then say of it. */
export function findingsRead(
  read: { readonly revision: number; readonly findings: readonly Finding[] },
  commits: readonly CommitOnWire[],
): Findings {
  const later = commits.filter((commit) => commit.revision > read.revision).reverse();
  const found: Findings = new Map(read.findings.map((finding) => [finding.findingId, finding]));
  return later.reduce((findings, commit) => findingsChanged(findings, commit.findings), found);
}

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
