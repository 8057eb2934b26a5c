/** How many elements the model had after each of the newest commits, counted back from what it has now. Pure. */

import type { CommitOnWire } from "../protocol";

export interface Size {
  readonly revision: number;
  readonly nodes: number;
}

/** Oldest first. A commit too large for the wire says nothing of its changes: what is before it is not known. */
export function growth(
  commits: readonly Pick<CommitOnWire, "revision" | "changes">[],
  nodesNow: number,
): readonly Size[] {
  const sizes: Size[] = [];
  let nodes = nodesNow;
  for (const { revision, changes } of commits) {
    sizes.push({ revision, nodes });
    if (changes === null) return sizes.reverse();
    for (const { element, before, after } of changes) {
      if (element === "node") nodes += (after === null ? 1 : 0) - (before === null ? 1 : 0);
    }
  }
  const oldest = commits.at(-1);
  if (oldest !== undefined) sizes.push({ revision: oldest.revision - 1, nodes });
  return sizes.reverse();
}
