/** Why a view shows less than one expects: what it is about and the model does not have yet. Pure. */

import type { Elements } from "../adjacency";
import type { Scene } from "./scene";

export interface Lacking {
  /** Node types of the view of which there is no node. */
  readonly types: readonly string[];
  /** Relations of the view by which nothing is joined, shown or not. */
  readonly relations: readonly string[];
}

/** Undefined while something is joined or nested: then the picture speaks for itself. */
export function lacking({ view, boxes, lines }: Scene, elements: Elements): Lacking | undefined {
  if (lines.length > 0 || [...boxes.values()].some((box) => box.parent !== undefined)) return undefined;
  const nesting = view.containers.map(([relation]) => relation);
  const wanted = [...new Set([...(view.relations ?? []), ...nesting])];
  const types = absent(
    view.nodeTypes ?? [],
    [...elements.nodes.values()].map((node) => node.nodeType),
  );
  const relations = absent(
    wanted,
    [...elements.edges.values()].map((edge) => edge.edgeType),
  );
  return types.length + relations.length === 0 ? undefined : { types, relations };
}

function absent(wanted: readonly string[], there: readonly string[]): readonly string[] {
  const known = new Set(there);
  return wanted.filter((name) => !known.has(name));
}
