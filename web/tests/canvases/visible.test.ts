import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { adjacency, type Elements } from "../../src/canvases/adjacency";
import { type Folding, unfolded } from "../../src/canvases/graph/rollup";
import { passesFilters, type ShownFilters, shownFilters, showsEdge } from "../../src/canvases/graph/visible";
import type { Edge, Filters, Node } from "../../src/protocol";

interface Cases {
  readonly graph: { readonly nodes: readonly Node[]; readonly edges: readonly Edge[] };
  readonly cases: readonly {
    readonly filters: Filters;
    readonly nodes: readonly string[];
    readonly edges: readonly string[];
  }[];
}

// Written and checked by tests/context/test_visibility_cases.py.
const file = new URL("../../../tests/context/visibility_cases.json", import.meta.url);
const all: readonly Cases[] = JSON.parse(readFileSync(file, "utf8"));

function elementsOf({ nodes, edges }: Cases["graph"]): Elements {
  return {
    nodes: new Map(nodes.map((each) => [each.nodeId, each])),
    edges: new Map(edges.map((each) => [each.edgeId, each])),
  };
}

function unhidden(elements: Elements, folding: Folding): ReadonlySet<string> {
  const graph = adjacency(elements);
  return unfolded(graph, { nodes: graph.roots, groups: new Set() }, folding).nodes;
}

function visibleNodes(elements: Elements, filters: ShownFilters): readonly Node[] {
  const folding = { level: filters.rollupLevel, expanded: new Set<string>(), collapsed: new Set<string>() };
  const open = unhidden(elements, folding);
  return [...elements.nodes.values()].filter((node) => open.has(node.nodeId) && passesFilters(node, filters));
}

function visibleEdges(elements: Elements, filters: ShownFilters): readonly Edge[] {
  const ends = new Set(visibleNodes(elements, filters).map((node) => node.nodeId));
  return [...elements.edges.values()].filter(
    (edge) => ends.has(edge.source) && ends.has(edge.target) && showsEdge(edge, filters),
  );
}

describe("the browser shows what Python calls visible", () => {
  for (const { graph, cases } of all) {
    test.each(cases)(`${graph.nodes[0]?.semanticId} with $filters`, ({ filters, nodes, edges }) => {
      const elements = elementsOf(graph);
      const shown = shownFilters(filters);
      expect({
        nodes: visibleNodes(elements, shown)
          .map((each) => each.nodeId)
          .sort(),
        edges: visibleEdges(elements, shown)
          .map((each) => each.edgeId)
          .sort(),
      }).toEqual({ nodes, edges });
    });

    test.each(cases)(`folding agrees on ${graph.nodes[0]?.semanticId} with $filters`, ({ filters }) => {
      const elements = elementsOf(graph);
      const { depths } = adjacency(elements);
      const level = filters.rollupLevel;
      const folding = { level, expanded: new Set<string>(), collapsed: new Set<string>() };
      const byDepth = [...elements.nodes.keys()].filter((id) => level === undefined || (depths.get(id) ?? 1) <= level);
      expect([...unhidden(elements, folding)].sort()).toEqual(byDepth.sort());
    });
  }
});
