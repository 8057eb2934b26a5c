/** A state document in lines, as the server sends it (`server/state_lines.py`), so many elements to a line. */

import type { State, StateLine } from "../src/protocol";

export function inLines(document: State, slice = 700): string {
  const { graph, findings, ...rest } = document;
  const places = new Map(graph.nodes.map(({ nodeId }, place) => [nodeId, place]));
  const place = (id = ""): number => (id === "" ? 0 : (places.get(id) ?? -1));
  const lines: StateLine[] = [
    { head: { ...rest, graph: { nodes: [], edges: [] }, findings: [] } },
    ...slices(graph.nodes, slice).map((nodes) => ({
      nodes: {
        nodeIds: { plain: nodes.map(({ nodeId }) => nodeId) },
        semanticIds: nodes.map(({ name, semanticId }) =>
          semanticId.startsWith(`${name}.`) ? semanticId.slice(name.length) : `=${semanticId}`,
        ),
        nodeTypes: nodes.map(({ nodeType }) => nodeType),
        names: nodes.map(({ name }) => name),
      },
    })),
    ...slices(graph.edges, slice).map((edges) => ({
      edges: {
        edgeTypes: edges.map(({ edgeType }) => edgeType),
        sources: edges.map(({ source }, at) => place(source) - place(edges[at - 1]?.source)),
        targets: edges.map(({ source, target }) => place(target) - place(source)),
      },
    })),
    { mark: "outlined" },
    ...slices(graph.nodes, slice).map((nodes) => ({
      texts: {
        descrs: nodes.map(({ descr }) => descr),
        attributes: nodes.map(({ attributes }) => attributes),
        createdRevisions: nodes.map(({ createdRevision }) => createdRevision),
        revisions: nodes.map(({ revision }) => revision),
      },
    })),
    ...slices(graph.edges, slice).map((edges) => ({
      rest: {
        edgeIds: { plain: edges.map(({ edgeId }) => edgeId) },
        attributes: edges.map(({ attributes }) => attributes),
        revisions: edges.map(({ revision }) => revision),
      },
    })),
    ...slices(findings, slice).map((some) => ({ findings: some })),
    { mark: "whole" },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function slices<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
