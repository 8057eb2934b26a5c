/** Parts of a model as a text that the clipboard carries, and that text as the operations that make them anew elsewhere. Pure. */

import { LIMITS, type Operation } from "../../protocol";
import type { Graph } from "../../state/graph";
import { CONFIRMED } from "../../state/suspects";

/** By this a text is known as one of ours. */
const KIND = "graphwright/parts";
/** Ids that other tools gave an element are its own, and not its copy's. */
const FOREIGN = "foreign.";

/** The text, or why there is none. */
type Carried = { readonly text: string } | { readonly why: "noParts" | "tooManyParts" };

interface Parts {
  readonly nodes: readonly CarriedNode[];
  readonly edges: readonly CarriedEdge[];
}

interface CarriedNode {
  readonly id: string;
  readonly nodeType: string;
  readonly name: string;
  readonly descr: string;
  readonly attributes: Attributes;
}

interface CarriedEdge {
  readonly edgeType: string;
  readonly source: string;
  readonly target: string;
  readonly attributes: Attributes;
}

type Attributes = Readonly<Record<string, unknown>>;

/** The nodes with all that they are composed of, and the relations among these. */
export function partsText(graph: Graph, ids: Iterable<string>): Carried {
  const taken = new Set([...ids].filter((id) => graph.nodes.has(id)));
  // A set is walked through to its end, also by what is added meanwhile.
  for (const id of taken) {
    for (const edgeId of graph.outgoing.get(id) ?? []) {
      const edge = graph.edges.get(edgeId);
      if (edge?.edgeType === "compose") taken.add(edge.target);
    }
  }
  // What is only proposed is nowhere yet.
  if (taken.size === 0) return { why: "noParts" };
  const nodes = [...taken].flatMap((id) => {
    const { nodeType, name, descr, attributes } = graph.nodes.get(id) ?? {};
    return nodeType === undefined ? [] : [{ id, nodeType, name, descr, attributes: carried(attributes) }];
  });
  const edges = [...graph.edges.values()]
    .filter(({ source, target }) => taken.has(source) && taken.has(target))
    .map(({ edgeType, source, target, attributes }) => ({ edgeType, source, target, attributes: carried(attributes) }));
  return isTooMuch(nodes, edges) ? { why: "tooManyParts" } : { text: JSON.stringify({ kind: KIND, nodes, edges }) };
}

/** What makes the parts of such a text anew; nothing for any other text. The nodes are made in the order in which they were taken. */
export function makingParts(text: string, newId: () => string): readonly Operation[] | undefined {
  const parts = read(text);
  if (parts === undefined) return undefined;
  const named = new Map(parts.nodes.map(({ id }) => [id, `pasted-${newId()}`]));
  return [
    ...parts.nodes.map(({ id, nodeType, name, descr, attributes }): Operation => {
      const tempId = named.get(id) ?? id;
      return { op: "node.create", id: newId(), tempId, nodeType, name, descr, attributes };
    }),
    ...parts.edges.map(({ edgeType, source, target, attributes }): Operation => {
      const ends = { source: named.get(source) ?? source, target: named.get(target) ?? target };
      return { op: "edge.create", id: newId(), edgeType, ...ends, attributes };
    }),
  ];
}

function carried(attributes: Attributes = {}): Attributes {
  const kept = Object.entries(attributes).filter(([key]) => !key.startsWith(FOREIGN) && key !== CONFIRMED);
  return Object.fromEntries(kept);
}

function read(text: string): Parts | undefined {
  // Most texts are none of ours, and need not be read to their end.
  if (!text.startsWith(`{"kind":"${KIND}"`)) return undefined;
  try {
    const { nodes, edges } = JSON.parse(text) as Parts;
    const isWhole =
      Array.isArray(nodes) &&
      Array.isArray(edges) &&
      !isTooMuch(nodes, edges) &&
      nodes.every(isNode) &&
      edges.every(isEdge);
    return isWhole ? { nodes, edges } : undefined;
  } catch {
    return undefined;
  }
}

/** More is no one change, but an import, with its own look before. */
function isTooMuch(nodes: readonly unknown[], edges: readonly unknown[]): boolean {
  return nodes.length + edges.length > LIMITS.operations;
}

function isNode(given: Partial<CarriedNode> | null): boolean {
  const texts = [given?.id, given?.nodeType, given?.name, given?.descr];
  return texts.every((each) => typeof each === "string") && isRecord(given?.attributes);
}

function isEdge(given: Partial<CarriedEdge> | null): boolean {
  const texts = [given?.edgeType, given?.source, given?.target];
  return texts.every((each) => typeof each === "string") && isRecord(given?.attributes);
}

function isRecord(given: unknown): boolean {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
