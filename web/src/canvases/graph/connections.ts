/** The ways two nodes can be joined, and the operations that do it. Pure; the server still decides. */

import type { Node, Operation } from "../../protocol";
import { isType, type Ontology, type Relation, relationsBetween } from "../ontology";

/** A relation of the profile, or a new FLOW between two that pass something on. */
export type Way = { readonly kind: "relation"; readonly relation: Relation } | { readonly kind: "flow" };

export function waysToJoin(ontology: Ontology, source: Node, target: Node): readonly Way[] {
  if (source.nodeId === target.nodeId) return [];
  const relations = relationsBetween(ontology, source.nodeType, target.nodeType).map(
    (relation): Way => ({ kind: "relation", relation }),
  );
  return passesOn(ontology, source.nodeType, target.nodeType) ? [{ kind: "flow" }, ...relations] : relations;
}

export function wayId(way: Way): string {
  return way.kind === "flow" ? "flow" : way.relation.name;
}

/** Where a link leaves and enters, in a workflow. */
export interface Ends {
  readonly sourceHandle?: string;
  readonly targetHandle?: string;
}

/** Whether a relation says at which handles it ends. */
export function hasHandles(way: Way): boolean {
  return way.kind === "relation" && way.relation.attributes?.some(({ name }) => name === "sourceHandle") === true;
}

/** One edge, or a flow with the two edges that join it. */
export function joining(
  way: Way,
  source: Node,
  target: Node,
  flowName: string,
  newId: () => string,
  ends: Ends = {},
): readonly Operation[] {
  if (way.kind === "relation") {
    const attributes = hasHandles(way) && Object.keys(ends).length > 0 ? { attributes: { ...ends } } : {};
    return [
      {
        op: "edge.create",
        id: newId(),
        edgeType: way.relation.name,
        source: source.nodeId,
        target: target.nodeId,
        ...attributes,
      },
    ];
  }
  const flow = newId();
  const tempId = `new-${flow}`;
  return [
    { op: "node.create", id: flow, nodeType: "FLOW", name: flowName, descr: "", tempId },
    { op: "edge.create", id: newId(), edgeType: "io", source: source.nodeId, target: tempId },
    { op: "edge.create", id: newId(), edgeType: "io", source: tempId, target: target.nodeId },
  ];
}

function passesOn(ontology: Ontology, source: string, target: string): boolean {
  const pairs = ontology.relation.get("io")?.pairs ?? [];
  const joins = (from: string, to: string): boolean => pairs.some(([one, two]) => one === from && two === to);
  return !isType(source, "FLOW") && !isType(target, "FLOW") && joins(source, "FLOW") && joins("FLOW", target);
}
