/** A state document out of its lines: what a diagram is made of before the texts, the whole when nothing is missing. Pure. */

import type { Edge, EdgeEnds, EdgeRest, Finding, Node, NodeNames, NodeTexts, State, StateLine } from "../protocol";
import type { Outline } from "./state";

export class Gathered {
  private head: State | undefined;
  private readonly names: NodeNames[] = [];
  private readonly ends: EdgeEnds[] = [];
  private readonly texts: NodeTexts[] = [];
  private readonly rest: EdgeRest[] = [];
  private readonly findings: Finding[] = [];
  private isWhole = false;

  take({ head, nodes, edges, texts, rest, findings, mark }: StateLine): void {
    if (head) this.head = head;
    if (nodes) this.names.push(nodes);
    if (edges) this.ends.push(edges);
    if (texts) this.texts.push(texts);
    if (rest) this.rest.push(rest);
    if (findings) for (const finding of findings) this.findings.push(finding);
    if (mark === "whole") this.isWhole = true;
  }

  outline(): Outline {
    const ids = this.names.flatMap(({ nodeIds }) => nodeIds);
    const nodes = this.names.flatMap((names) => nodesOf(names));
    const edges = this.ends.flatMap((ends, line) => edgesOf(ids, ends, undefined, line));
    return {
      nodes: new Map(nodes.map((node) => [node.nodeId, node])),
      edges: new Map(edges.map((edge) => [edge.edgeId, edge])),
      layouts: this.head?.layouts ?? {},
    };
  }

  /** Undefined while something is missing. */
  document(): State | undefined {
    const { head, names, ends, texts, rest, findings } = this;
    if (!head || !this.isWhole || names.length !== texts.length || ends.length !== rest.length) return undefined;
    const ids = names.flatMap(({ nodeIds }) => nodeIds);
    const nodes = names.flatMap((named, line) => nodesOf(named, texts[line]));
    const edges = ends.flatMap((ended, line) => edgesOf(ids, ended, rest[line], line));
    return { ...head, graph: { nodes, edges }, findings };
  }
}

function nodesOf({ nodeIds, semanticIds, nodeTypes, names }: NodeNames, texts?: NodeTexts): readonly Node[] {
  return nodeIds.map((nodeId, at) => {
    const name = names[at] ?? "";
    const told = semanticIds[at] ?? "";
    return {
      nodeId,
      semanticId: told.startsWith("=") ? told.slice(1) : name + told,
      nodeType: nodeTypes[at] ?? "",
      name,
      descr: texts?.descrs[at] ?? "",
      attributes: texts?.attributes[at] ?? NOTHING,
      createdRevision: texts?.createdRevisions[at] ?? 0,
      revision: texts?.revisions[at] ?? 0,
    };
  });
}

function edgesOf(
  ids: readonly string[],
  { edgeTypes, sources, targets }: EdgeEnds,
  rest: EdgeRest | undefined,
  line: number,
): readonly Edge[] {
  return edgeTypes.map((edgeType, at) => ({
    edgeId: rest?.edgeIds[at] ?? `outline:${line}.${at}`,
    edgeType,
    source: ids[sources[at] ?? -1] ?? "",
    target: ids[targets[at] ?? -1] ?? "",
    attributes: rest?.attributes[at] ?? NOTHING,
    revision: rest?.revisions[at] ?? 0,
  }));
}

const NOTHING = {};
