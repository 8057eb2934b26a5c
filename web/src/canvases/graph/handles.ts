/**
 * What a node of a workflow is, and where its links end: what `graph/kinds.py` answers for the tools, as the canvas draws
 * it. A node's own handles come before those of its kind; no handles at all means anywhere.
 */

import type { Node } from "../../protocol";
import { type Adjacency, type Elements, outgoing } from "../adjacency";
import type { Handle, Ontology } from "../ontology";
import type { Port } from "./sceneTypes";

/** A box with more could not be read; the server keeps as many. */
const MAX_HANDLES = 64;

/** The node that describes what another is (`typed`). */
export function kindOf(elements: Elements, graph: Adjacency, nodeId: string): Node | undefined {
  const [edge] = outgoing(graph, nodeId, "typed");
  return edge && elements.nodes.get(edge.target);
}

export function handlePorts(elements: Elements, graph: Adjacency, ontology: Ontology, node: Node): readonly Port[] {
  const kind = kindOf(elements, graph, node.nodeId);
  const own = read(node.attributes.handles);
  const handles =
    own.length > 0
      ? own
      : kind === undefined
        ? (ontology.nodeType.get(node.nodeType)?.handles ?? [])
        : read(kind.attributes.handles);
  return handles.map(({ id, side, label }) => ({ id, name: label ?? "", side }));
}

/** The attribute is JSON that people and language models write: what cannot be read counts as none. */
function read(text: unknown): readonly Handle[] {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return Array.isArray(value) ? value.filter(isHandle).slice(0, MAX_HANDLES) : [];
  } catch {
    return [];
  }
}

function isHandle(value: unknown): value is Handle {
  if (typeof value !== "object" || value === null) return false;
  const { id, side, label } = value as Partial<Record<keyof Handle, unknown>>;
  return (
    typeof id === "string" && (side === "in" || side === "out") && (label === undefined || typeof label === "string")
  );
}
