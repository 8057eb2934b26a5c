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
  /** What composes a node, and what it is composed of; a node without any has no entry. */
  readonly wholes: ReadonlyMap<string, readonly string[]>;
  readonly parts: ReadonlyMap<string, readonly string[]>;
  /** Level in the compose hierarchy, 1 for the roots; the nearest root counts. */
  readonly depths: ReadonlyMap<string, number>;
  /** Node ids, each after the nodes that compose it; what a compose cycle holds comes last. */
  readonly topDown: readonly string[];
  /** Those of level 1, in the same order. */
  readonly roots: readonly string[];
  /** How many levels the hierarchy has. */
  readonly levels: number;
}

const NONE: readonly Edge[] = [];
const NOBODY: readonly string[] = [];
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

/** The nodes that compose a node. */
export function wholesOf(of: Adjacency, nodeId: string): readonly string[] {
  return of.wholes.get(nodeId) ?? NOBODY;
}

/** The nodes that a node composes. */
export function partsOf(of: Adjacency, nodeId: string): readonly string[] {
  return of.parts.get(nodeId) ?? NOBODY;
}

function ofType(edges: readonly Edge[], edgeType: RelationName | undefined): readonly Edge[] {
  return edgeType === undefined ? edges : edges.filter((edge) => edge.edgeType === edgeType);
}

function build({ nodes, edges }: Elements): Adjacency {
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  const wholes = new Map<string, string[]>();
  const parts = new Map<string, string[]>();
  for (const edge of edges.values()) {
    append(out, edge.source, edge);
    append(into, edge.target, edge);
    if (edge.edgeType !== "compose") continue;
    append(wholes, edge.target, edge.source);
    append(parts, edge.source, edge.target);
  }
  return { outgoing: out, incoming: into, wholes, parts, ...composeLevels(nodes, wholes, parts) };
}

function composeLevels(
  nodes: ReadonlyMap<string, Node>,
  wholes: Adjacency["wholes"],
  parts: Adjacency["parts"],
): Pick<Adjacency, "depths" | "topDown" | "roots" | "levels"> {
  const depths = new Map<string, number>();
  const topDown: string[] = [];
  const reach = (id: string, depth: number): void => {
    depths.set(id, depth);
    topDown.push(id);
  };
  for (const id of nodes.keys()) if (!wholes.has(id)) reach(id, 1);
  const roots = topDown.slice();
  // What is added to a list meanwhile is walked through too: level by level.
  for (const id of topDown) {
    const below = parts.get(id);
    if (below === undefined) continue;
    const depth = (depths.get(id) ?? 0) + 1;
    for (const part of below) if (!depths.has(part) && nodes.has(part)) reach(part, depth);
  }
  const levels = depths.get(topDown.at(-1) ?? "") ?? 1;
  // What an imported compose cycle holds has no root above it and stands for itself.
  if (depths.size < nodes.size)
    for (const id of nodes.keys()) {
      if (depths.has(id)) continue;
      reach(id, 1);
      roots.push(id);
    }
  return { depths, topDown, roots, levels };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
