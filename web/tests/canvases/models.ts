/** Small graphs for the tests of the canvases, in a form one can read: `graph("sy1 compose uc1", "fn1 io fl1")`. */

import type { Elements } from "../../src/canvases/adjacency";
import type { Folding } from "../../src/canvases/graph/rollup";
import type { ShownFilters } from "../../src/canvases/graph/visible";
import { readOntology } from "../../src/canvases/ontology";
import { type Edge, NODE_TYPES, type Node, RELATIONS } from "../../src/protocol";

export const ONTOLOGY = readOntology({ nodeTypes: NODE_TYPES, relations: RELATIONS });

const TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  ONTOLOGY.nodeTypes.map((type) => [type.abbreviation.toLowerCase(), type.name]),
);

export const NO_FILTERS: ShownFilters = { nodeTypes: [], relationTypes: [], showFlows: true, rollupLevel: undefined };

export const UNFOLDED: Folding = { level: undefined, expanded: new Set(), collapsed: new Set() };

/** A node whose id says its type: `fn12`. */
export function node(nodeId: string, more: Partial<Node> = {}): Node {
  const nodeType = TYPES[nodeId.slice(0, 2)] ?? "FUNC";
  const semanticId = `${nodeId.toUpperCase()}.${nodeId.slice(0, 2).toUpperCase()}.001`;
  return {
    nodeId,
    semanticId,
    nodeType,
    name: nodeId.toUpperCase(),
    descr: "",
    attributes: {},
    createdRevision: 1,
    revision: 1,
    ...more,
  };
}

export function edge(source: string, edgeType: string, target: string): Edge {
  return { edgeId: `${source}-${edgeType}-${target}`, edgeType, source, target, attributes: {}, revision: 1 };
}

/** Each part is `a relation b`, or a lone node id. */
export function graph(...parts: readonly string[]): Elements {
  const nodes = new Map<string, Node>();
  const edges = new Map<string, Edge>();
  for (const part of parts) {
    const [source = "", edgeType, target] = part.split(" ");
    for (const id of [source, target]) if (id !== undefined && !nodes.has(id)) nodes.set(id, node(id));
    if (edgeType === undefined || target === undefined) continue;
    const made = edge(source, edgeType, target);
    edges.set(made.edgeId, made);
  }
  return { nodes, edges };
}

/** A shop: a system with a use case, its chain, two actors, three functions, two flows, requirements, a test, modules. */
export const SHOP = graph(
  "sy1 compose uc1",
  "uc1 compose fc1",
  "fc1 compose ac1",
  "fc1 compose ac2",
  "fc1 compose fn1",
  "fc1 compose fn2",
  "fc1 compose fl1",
  "fc1 compose fl2",
  "sy1 compose fn3",
  "fn3 compose fn1",
  "fn3 compose fn2",
  "ac1 io fl1",
  "fl1 io fn1",
  "fn1 io fl2",
  "fl2 io fn2",
  "fn2 io fl3",
  "fl3 io ac2",
  "fn1 satisfy rq1",
  "uc1 satisfy rq2",
  "rq1 verify ts1",
  "sy1 compose md1",
  "md1 allocate fn1",
  "md1 allocate fn2",
);

/** A generated model of a size; the same for the same figures. */
export function generated(functions: number, flowsEach: number): Elements {
  const parts: string[] = [];
  for (let index = 1; index <= functions; index += 1) {
    parts.push(index <= 9 ? `sy1 compose fn${index}` : `fn${Math.ceil(index / 8)} compose fn${index}`);
    for (let nth = 0; nth < flowsEach; nth += 1) {
      const flow = `fl${(index - 1) * flowsEach + nth + 1}`;
      parts.push(`fn${index} io ${flow}`, `${flow} io fn${((index * 7 + nth * 13) % functions) + 1}`);
    }
  }
  return graph(...parts);
}
