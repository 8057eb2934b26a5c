/** The relations that a node may have, in both directions, and the nodes that may be at the other end. Pure; the server decides. */

import type { Ontology, Relation } from "../canvases/ontology";
import type { Edge, Node } from "../protocol";
import type { Graph } from "../state/graph";
import { edgesOf } from "../state/graph";

export interface Direction {
  readonly relation: Relation;
  /** `out`: from this node to the other. */
  readonly way: "out" | "in";
}

interface Related extends Direction {
  readonly edges: readonly { readonly edge: Edge; readonly other: Node }[];
}

/** What may be added at a node of this type, in the order of the profile. */
export function directionsOf({ relations }: Ontology, nodeType: string): readonly Direction[] {
  return relations.flatMap((relation) =>
    (["out", "in"] as const)
      .filter((way) => relation.pairs.some(([from, to]) => isMeant(way === "out" ? from : to, nodeType)))
      .map((way) => ({ relation, way })),
  );
}

/** The nodes that may be at the other end and are not there yet, by name. */
export function legalEnds(graph: Graph, node: Node, { relation, way }: Direction): readonly Node[] {
  const taken = new Set(
    edgesOf(graph, node.nodeId)
      .filter((edge) => edge.edgeType === relation.name && (way === "out" ? edge.source : edge.target) === node.nodeId)
      .map((edge) => (way === "out" ? edge.target : edge.source)),
  );
  const types = relation.pairs
    .filter(([from, to]) => isMeant(way === "out" ? from : to, node.nodeType))
    .map(([from, to]) => (way === "out" ? to : from));
  return [...graph.nodes.values()]
    .filter(
      ({ nodeId, nodeType }) =>
        nodeId !== node.nodeId && !taken.has(nodeId) && types.some((each) => isMeant(each, nodeType)),
    )
    .sort((one, two) => one.name.localeCompare(two.name));
}

/** The relations that a node has, by relation and direction; what the profile does not know comes last. */
export function relatedTo(graph: Graph, ontology: Ontology, nodeId: string): readonly Related[] {
  const groups = new Map<string, { relation: Relation; way: "out" | "in"; edges: { edge: Edge; other: Node }[] }>();
  for (const edge of edgesOf(graph, nodeId)) {
    const way = edge.source === nodeId ? "out" : "in";
    const other = graph.nodes.get(way === "out" ? edge.target : edge.source);
    if (other === undefined) continue;
    const relation = ontology.relation.get(edge.edgeType) ?? unknown(edge.edgeType);
    const key = `${edge.edgeType} ${way}`;
    const group = groups.get(key) ?? { relation, way, edges: [] };
    group.edges.push({ edge, other });
    groups.set(key, group);
  }
  const rank = new Map(ontology.relations.map(({ name }, index) => [name, index]));
  const place = ({ relation, way }: Direction): number =>
    2 * (rank.get(relation.name) ?? ontology.relations.length) + (way === "out" ? 0 : 1);
  return [...groups.values()].sort((one, two) => place(one) - place(two));
}

function isMeant(type: string, nodeType: string): boolean {
  return type === "*" || type === nodeType;
}

function unknown(name: string): Relation {
  return { name, short: name, title: { en: name }, meaning: { en: "" }, pairs: [] };
}
