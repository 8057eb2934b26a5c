/** Taking a node from one parent to another: which may hold it, and the operations that do it. Pure; the server decides. */

import { adjacency, type Elements, incoming, outgoing } from "../canvases/adjacency";
import type { Ontology } from "../canvases/ontology";
import type { Node, Operation } from "../protocol";

/** Whether one may hold the other: the profile says so, and it would not stand in itself. */
export function mayHold(elements: Elements, ontology: Ontology, holder: Node, held: Node): boolean {
  const pairs = ontology.relation.get("compose")?.pairs ?? [];
  if (!pairs.some(([from, to]) => from === holder.nodeType && to === held.nodeType)) return false;
  const around = adjacency(elements);
  if (incoming(around, held.nodeId, "compose").some(({ source }) => source === holder.nodeId)) return false;
  const below = new Set([held.nodeId]);
  for (const id of below) for (const { target } of outgoing(around, id, "compose")) below.add(target);
  return !below.has(holder.nodeId);
}

/** Out of one parent and into another; without a parent to go to, only out. */
export function transferring(
  elements: Elements,
  node: Node,
  from: string | undefined,
  into: string | undefined,
  newId: () => string,
): readonly Operation[] {
  const left = incoming(adjacency(elements), node.nodeId, "compose").filter(({ source }) => source === from);
  const out = left.map(({ edgeId }): Operation => ({ op: "edge.delete", id: newId(), ref: edgeId }));
  if (into === undefined) return out;
  return [...out, { op: "edge.create", id: newId(), edgeType: "compose", source: into, target: node.nodeId }];
}
