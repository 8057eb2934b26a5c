/** How a model has developed over its newest revisions: elements, score, rules kept and problems, oldest first. Pure. */

import type { Overview } from "../protocol";
import type { Size } from "./growth";

export const MEASURED = ["elements", "score", "kept", "problems"] as const;
export type Measured = (typeof MEASURED)[number];

export interface Point {
  readonly revision: number;
  /** Nothing where it is not known, or not applicable. */
  readonly values: Readonly<Partial<Record<Measured, number>>>;
}

/** At most so many of these revisions, as evenly apart as can be, with the first and the last of them. */
export function sampled(revisions: readonly number[], most: number): readonly number[] {
  const sorted = [...new Set(revisions)].sort((one, two) => one - two);
  if (sorted.length <= most) return sorted;
  const step = (sorted.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => sorted[Math.round(index * step)] ?? 0);
}

/** What is known of each revision; `judged` are those that were asked for. */
export function trend(sizes: readonly Size[], judged: readonly Overview[]): readonly Point[] {
  const elements = new Map(sizes.map(({ revision, nodes }) => [revision, nodes]));
  return [...judged]
    .sort((one, two) => one.revision - two.revision)
    .map(({ revision, problems, scores, rules }) => {
      const subjects = rules.reduce((sum, rule) => sum + rule.subjects, 0);
      const broken = rules.reduce((sum, rule) => sum + Math.min(rule.broken, rule.subjects), 0);
      const size = elements.get(revision);
      const values = {
        ...(size !== undefined && { elements: size }),
        ...(typeof scores.total === "number" && { score: scores.total }),
        ...(subjects > 0 && { kept: (subjects - broken) / subjects }),
        problems,
      };
      return { revision, values };
    });
}
