/** Which findings the drawer lists, the worst first, and the choices it offers. Pure. */

import type { Finding, Severity } from "../protocol";
import type { Findings } from "../state/findings";
import { sorted } from "../state/findings";

export interface Choice {
  /** Empty: every severity. */
  readonly severities: ReadonlySet<Severity>;
  readonly ruleId: string | undefined;
  /** Only findings about one of these; undefined: about anything. */
  readonly about: ReadonlySet<string> | undefined;
}

export const EVERYTHING: Choice = { severities: new Set(), ruleId: undefined, about: undefined };

export function chosen(findings: Findings, { severities, ruleId, about }: Choice): readonly Finding[] {
  return sorted(findings).filter(
    (finding) =>
      (severities.size === 0 || severities.has(finding.severity)) &&
      (ruleId === undefined || finding.ruleId === ruleId) &&
      (about === undefined || [...finding.nodeIds, ...finding.edgeIds].some((id) => about.has(id))),
  );
}

/** The rules that are broken, by name, with how often. */
export function rulesOf(findings: Findings): readonly (readonly [ruleId: string, count: number])[] {
  return counted([...findings.values()].map((finding) => finding.ruleId)).sort((a, b) => a[0].localeCompare(b[0]));
}

export function severitiesOf(findings: Findings): ReadonlyMap<Severity, number> {
  return new Map(counted([...findings.values()].map((finding) => finding.severity)));
}

function counted<T>(words: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}
