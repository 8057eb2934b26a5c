/** What a commit did to the model, counted for one short line. Pure. */

import type { Change, CommitOnWire } from "../../protocol";

export interface Counted {
  /** Elements that came; `relations` likewise. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
  readonly relations: number;
  /** Elements that are there now and were not, or not so, before. */
  readonly nodes: readonly string[];
}

export function counted(changes: readonly Change[]): Counted {
  const nodes = changes.flatMap((change) => (change.element === "node" ? change : []));
  const standing = nodes.flatMap(({ after }) => (after === null ? [] : after.nodeId));
  return {
    added: nodes.filter(({ before }) => before === null).length,
    changed: nodes.filter(({ before, after }) => before !== null && after !== null).length,
    deleted: nodes.filter(({ after }) => after === null).length,
    relations: changes.filter(({ element, before }) => element === "edge" && before === null).length,
    nodes: [...new Set(standing)],
  };
}

/** The newest of an answer's commits that holds and came while somebody looked: what was there at first is no news. */
export function newest(
  commits: readonly CommitOnWire[],
  since: number,
  gone: ReadonlySet<string>,
): CommitOnWire | undefined {
  return commits.find(
    ({ commitId, revision, changes }) => revision > since && !gone.has(commitId) && (changes ?? []).length > 0,
  );
}
