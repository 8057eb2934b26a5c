/** Which findings the drawer lists, the worst first, and the choices it offers. Pure. */

import type { Finding, Severity } from "../protocol";
import type { Findings } from "../state/findings";
import { isLater, sorted } from "../state/findings";

export interface Choice {
  /** Empty: every severity. */
  readonly severities: ReadonlySet<Severity>;
  readonly ruleId: string | undefined;
  /** Only what counts now, or only what later phases ask for; undefined: both. */
  readonly when?: "now" | "later" | undefined;
  /** Only findings about one of these; undefined: about anything. */
  readonly about: ReadonlySet<string> | undefined;
}

export const EVERYTHING: Choice = { severities: new Set(), ruleId: undefined, about: undefined };

export function chosen(
  findings: Findings,
  { severities, ruleId, when, about }: Choice,
  phase: number,
): readonly Finding[] {
  return sorted(findings, phase).filter(
    (finding) =>
      (when === undefined || isLater(finding, phase) === (when === "later")) &&
      (severities.size === 0 || severities.has(finding.severity)) &&
      (ruleId === undefined || finding.ruleId === ruleId) &&
      (about === undefined || [...finding.nodeIds, ...finding.edgeIds].some((id) => about.has(id))),
  );
}

/** The rules that are broken, by name, with how often; and the one that is chosen, broken or not any more. */
export function rulesOf(
  findings: Findings,
  chosen: string | undefined,
): readonly (readonly [ruleId: string, count: number])[] {
  const broken = counted([...findings.values()].map((finding) => finding.ruleId));
  const isKept = chosen !== undefined && !broken.some(([ruleId]) => ruleId === chosen);
  return [...broken, ...(isKept ? [[chosen, 0] as const] : [])].sort((a, b) => a[0].localeCompare(b[0]));
}

/** What counts now by severity, and how much comes with later phases. */
export function countsOf(findings: Findings, phase: number): ReadonlyMap<Severity | "later", number> {
  return new Map(
    counted([...findings.values()].map((finding) => (isLater(finding, phase) ? "later" : finding.severity))),
  );
}

function counted<T>(words: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts];
}
