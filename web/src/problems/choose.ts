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

/** What stands in a line: a finding, or so many of one rule that one line stands for all of them. */
export interface FindingRow {
  readonly key: string;
  readonly findings: readonly Finding[];
  /** Undefined: it is one finding. */
  readonly isOpen?: boolean;
}

/** More findings of one rule than this are gathered in one line. */
export const GATHERED = 10;

/** The findings line by line; those of one rule that are many folded into one, unless somebody opened it. */
export function gathered(
  findings: readonly Finding[],
  opened: ReadonlySet<string>,
  phase: number,
  most = GATHERED,
): readonly FindingRow[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = [finding.ruleId, finding.severity, isLater(finding, phase) ? "later" : "now"].join(" ");
    const alike = kinds.get(key);
    if (alike === undefined) kinds.set(key, [finding]);
    else alike.push(finding);
  }
  return [...kinds].flatMap(([key, alike]) => {
    const rows = alike.map((finding) => ({ key: finding.findingId, findings: [finding] }));
    if (alike.length <= most) return rows;
    const isOpen = opened.has(key);
    return [{ key, findings: alike, isOpen }, ...(isOpen ? rows : [])];
  });
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
