/**
 * The graph as this page knows it: nodes, edges, and who is joined to whom. Pure; every commit makes a new value and
 * shares what did not change.
 */

import type { Change, Edge, Node } from "../protocol";

export interface Graph {
  readonly revision: number;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly edges: ReadonlyMap<string, Edge>;
  /** Edge ids by the node they start at. */
  readonly outgoing: ReadonlyMap<string, ReadonlySet<string>>;
  /** Edge ids by the node they lead to. */
  readonly incoming: ReadonlyMap<string, ReadonlySet<string>>;
}

export const EMPTY_GRAPH: Graph = {
  revision: 0,
  nodes: new Map(),
  edges: new Map(),
  outgoing: new Map(),
  incoming: new Map(),
};

/** A graph from the lists of a state document. Which edges are at a node is found when that is asked for first: to draw nobody asks. */
export function graphOf(revision: number, nodes: readonly Node[], edges: readonly Edge[]): Graph {
  let known: Joined | undefined;
  const joined = (): Joined => {
    known ??= joinedBy(edges);
    return known;
  };
  return {
    revision,
    nodes: new Map(nodes.map((node) => [node.nodeId, node])),
    edges: new Map(edges.map((edge) => [edge.edgeId, edge])),
    get outgoing() {
      return joined().outgoing;
    },
    get incoming() {
      return joined().incoming;
    },
  };
}

type Joined = Pick<Graph, "outgoing" | "incoming">;

function joinedBy(edges: readonly Edge[]): Joined {
  const outgoing = new Map<string, Set<string>>();
  const incoming = new Map<string, Set<string>>();
  for (const edge of edges) {
    put(outgoing, edge.source, edge.edgeId);
    put(incoming, edge.target, edge.edgeId);
  }
  return { outgoing, incoming };
}

/** The graph after a commit: an element with an `after` is put, one without is removed. */
export function applyChanges(graph: Graph, changes: readonly Change[], revision: number): Graph {
  const nodes = new Map(graph.nodes);
  const edges = new Map(graph.edges);
  const outgoing = new Adjacency(graph.outgoing);
  const incoming = new Adjacency(graph.incoming);
  for (const change of changes) {
    if (change.element === "node") {
      if (change.after) nodes.set(change.after.nodeId, change.after);
      else if (change.before) nodes.delete(change.before.nodeId);
      continue;
    }
    const { before, after } = change;
    if (before) {
      if (!after) edges.delete(before.edgeId);
      outgoing.remove(before.source, before.edgeId);
      incoming.remove(before.target, before.edgeId);
    }
    if (after) {
      edges.set(after.edgeId, after);
      outgoing.add(after.source, after.edgeId);
      incoming.add(after.target, after.edgeId);
    }
  }
  return { revision, nodes, edges, outgoing: outgoing.all, incoming: incoming.all };
}

/** The edges at a node, those that start there first. */
export function edgesOf(graph: Graph, nodeId: string): readonly Edge[] {
  const ids = [...(graph.outgoing.get(nodeId) ?? []), ...(graph.incoming.get(nodeId) ?? [])];
  return [...new Set(ids)].flatMap((id) => graph.edges.get(id) ?? []);
}

/** The node with this semantic id. */
export function bySemanticId(graph: Graph, semanticId: string): Node | undefined {
  for (const node of graph.nodes.values()) if (node.semanticId === semanticId) return node;
  return undefined;
}

/** Copies the set of a node only when that node's edges change. */
class Adjacency {
  readonly all: Map<string, ReadonlySet<string>>;
  private readonly copied = new Map<string, Set<string>>();

  constructor(before: ReadonlyMap<string, ReadonlySet<string>>) {
    this.all = new Map(before);
  }

  add(nodeId: string, edgeId: string): void {
    this.own(nodeId).add(edgeId);
  }

  remove(nodeId: string, edgeId: string): void {
    const ids = this.own(nodeId);
    ids.delete(edgeId);
    if (ids.size > 0) return;
    this.all.delete(nodeId);
    this.copied.delete(nodeId);
  }

  private own(nodeId: string): Set<string> {
    let ids = this.copied.get(nodeId);
    if (!ids) {
      ids = new Set(this.all.get(nodeId));
      this.copied.set(nodeId, ids);
      this.all.set(nodeId, ids);
    }
    return ids;
  }
}

function put(sets: Map<string, Set<string>>, key: string, value: string): void {
  const found = sets.get(key);
  if (found) found.add(value);
  else sets.set(key, new Set([value]));
}
