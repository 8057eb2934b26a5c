/**
 * Who is joined to whom in one state of the graph: built once per state, shared by tables and graph.
 */

import type { Edge, Node, RelationName } from "../protocol";

/** Nodes and edges by id; a new object for every state (state/graph.ts), which is what the memory below relies on. */
export interface Elements {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly edges: ReadonlyMap<string, Edge>;
}

export interface Adjacency {
  readonly outgoing: ReadonlyMap<string, readonly Edge[]>;
  readonly incoming: ReadonlyMap<string, readonly Edge[]>;
  /** Level in the compose hierarchy, 1 for the roots; the nearest root counts. */
  readonly depths: ReadonlyMap<string, number>;
  /** Node ids, each after the nodes that compose it; what a compose cycle holds comes last. */
  readonly topDown: readonly string[];
}

const NONE: readonly Edge[] = [];
const remembered = new WeakMap<ReadonlyMap<string, Edge>, { nodes: ReadonlyMap<string, Node>; made: Adjacency }>();

export function adjacency(elements: Elements): Adjacency {
  const known = remembered.get(elements.edges);
  if (known?.nodes === elements.nodes) return known.made;
  const made = build(elements);
  remembered.set(elements.edges, { nodes: elements.nodes, made });
  return made;
}

export function outgoing(of: Adjacency, nodeId: string, edgeType?: RelationName): readonly Edge[] {
  return ofType(of.outgoing.get(nodeId) ?? NONE, edgeType);
}

export function incoming(of: Adjacency, nodeId: string, edgeType?: RelationName): readonly Edge[] {
  return ofType(of.incoming.get(nodeId) ?? NONE, edgeType);
}

function ofType(edges: readonly Edge[], edgeType: RelationName | undefined): readonly Edge[] {
  return edgeType === undefined ? edges : edges.filter((edge) => edge.edgeType === edgeType);
}

function build({ nodes, edges }: Elements): Adjacency {
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  for (const edge of edges.values()) {
    append(out, edge.source, edge);
    append(into, edge.target, edge);
  }
  return { outgoing: out, incoming: into, ...composeLevels(nodes, out, into) };
}

function composeLevels(
  nodes: ReadonlyMap<string, Node>,
  out: ReadonlyMap<string, readonly Edge[]>,
  into: ReadonlyMap<string, readonly Edge[]>,
): Pick<Adjacency, "depths" | "topDown"> {
  const depths = new Map<string, number>();
  let level = [...nodes.keys()].filter((id) => ofType(into.get(id) ?? NONE, "compose").length === 0);
  for (let depth = 1; level.length > 0; depth += 1) {
    for (const id of level) depths.set(id, depth);
    const below = new Set(level.flatMap((id) => ofType(out.get(id) ?? NONE, "compose").map((edge) => edge.target)));
    level = [...below].filter((id) => nodes.has(id) && !depths.has(id));
  }
  // What an imported compose cycle holds has no root above it and stands for itself.
  for (const id of nodes.keys()) if (!depths.has(id)) depths.set(id, 1);
  return { depths, topDown: [...depths.keys()] };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
