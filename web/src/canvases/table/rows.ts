/** The rows of the tables: nodes of a type, their relations as chips, and the relations as a table of their own. Pure. */

import type { Edge, Finding, Node, Severity } from "../../protocol";
import { adjacency, type Elements, incoming, outgoing } from "../adjacency";
import type { Ontology } from "../ontology";

/** A table is open for a node type, or for all relations. */
export type Tab = { readonly kind: "type"; readonly nodeType: string } | { readonly kind: "relations" };

/** A relation at a row: which one, in which direction, to whom. */
export interface Chip {
  readonly edgeId: string;
  readonly relation: string;
  /** `out`: from this row's node to the other. */
  readonly direction: "out" | "in";
  readonly other: Node;
}

export interface RelationRow {
  readonly edge: Edge;
  readonly source: Node;
  readonly target: Node;
}

/** The types that have a tab, with their numbers: those of the profile, then any that the graph has besides. */
export function typeCounts(elements: Elements, ontology: Ontology): ReadonlyMap<string, number> {
  const counts = new Map(ontology.nodeTypes.map((type) => [type.name, 0]));
  for (const { nodeType } of elements.nodes.values()) counts.set(nodeType, (counts.get(nodeType) ?? 0) + 1);
  return counts;
}

/** By semantic id's counter, so that a new row stands last. */
export function rowsOf(elements: Elements, nodeType: string): readonly Node[] {
  return [...elements.nodes.values()]
    .filter((node) => node.nodeType === nodeType)
    .sort((a, b) => number(a) - number(b));
}

export function relationRows(elements: Elements): readonly RelationRow[] {
  return [...elements.edges.values()].flatMap((edge) => {
    const [source, target] = [elements.nodes.get(edge.source), elements.nodes.get(edge.target)];
    return source === undefined || target === undefined ? [] : [{ edge, source, target }];
  });
}

/** What a node is joined to: outgoing first, in the order of the profile's relations. */
export function chipsOf(elements: Elements, ontology: Ontology, nodeId: string): readonly Chip[] {
  const graph = adjacency(elements);
  const rank = new Map(ontology.relations.map((relation, index) => [relation.name, index]));
  const chip = (edge: Edge, direction: Chip["direction"]): readonly Chip[] => {
    const other = elements.nodes.get(direction === "out" ? edge.target : edge.source);
    return other === undefined ? [] : [{ edgeId: edge.edgeId, relation: edge.edgeType, direction, other }];
  };
  const chips = [
    ...outgoing(graph, nodeId).flatMap((edge) => chip(edge, "out")),
    ...incoming(graph, nodeId).flatMap((edge) => chip(edge, "in")),
  ];
  return chips.sort((a, b) => (rank.get(a.relation) ?? 99) - (rank.get(b.relation) ?? 99));
}

const RANK: readonly Severity[] = ["error", "warning", "info"];

/** The worst severity among findings. */
export function worst(findings: readonly Finding[]): Severity | undefined {
  return RANK.find((severity) => findings.some((finding) => finding.severity === severity));
}

function number(node: Node): number {
  return Number(/\.(\d+)$/.exec(node.semanticId)?.[1] ?? 0);
}
