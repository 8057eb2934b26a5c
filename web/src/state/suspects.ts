/**
 * Which relations are suspect: one of their ends has changed since somebody last saw to the relation.
 *
 * Seen to: when it was made or changed, or confirmed. A confirmation is an attribute of the relation, which holds the
 * revision that was looked at; so it goes through the door of all changes, is in the journal, and is undone. Pure.
 */

import type { Edge, Node, Operation } from "../protocol";

/** The attribute that a confirmation sets. */
export const CONFIRMED = "confirmed";

interface Elements {
  readonly nodes: ReadonlyMap<string, Node>;
}

/** The ends that have changed since; none: the relation is not suspect. */
export function changedEnds({ nodes }: Elements, edge: Edge): readonly Node[] {
  const seen = seenAt(edge);
  return [edge.source, edge.target].flatMap((id) => {
    const node = nodes.get(id);
    return node !== undefined && node.revision > seen ? [node] : [];
  });
}

/** The updates that confirm relations as they stand at a revision. */
export function confirming(edges: readonly Edge[], revision: number, newId: () => string): readonly Operation[] {
  return edges.map((edge) => ({
    op: "edge.update",
    id: newId(),
    ref: edge.edgeId,
    set: { attributes: { [CONFIRMED]: revision } },
  }));
}

function seenAt({ revision, attributes }: Edge): number {
  const confirmed = attributes[CONFIRMED];
  return typeof confirmed === "number" ? confirmed : revision;
}
