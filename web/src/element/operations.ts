/** The operations behind the fields of the inspector. Pure. */

import { valueText } from "../canvases/table/columns";
import type { Edge, Node, Operation } from "../protocol";
import type { Value } from "./editors";

/** Sets one field of a node; nothing, where it holds that already. */
export function setting(node: Node, key: string, value: Value, id: string): readonly Operation[] {
  if (key === "name" || key === "descr") {
    const text = valueText(value);
    return node[key] === text ? [] : [{ op: "node.update", id, ref: node.nodeId, set: { [key]: text } }];
  }
  const change = attributeChange(node.attributes, key, value);
  return change === undefined ? [] : [{ op: "node.update", id, ref: node.nodeId, ...change }];
}

/** Sets one attribute of an edge; nothing, where it holds that already. */
export function settingOfEdge(edge: Edge, key: string, value: Value, id: string): readonly Operation[] {
  const change = attributeChange(edge.attributes, key, value);
  return change === undefined ? [] : [{ op: "edge.update", id, ref: edge.edgeId, ...change }];
}

/** The same ends joined by another relation: an edge keeps its kind for life, so another one takes its place. */
export function replacing(edge: Edge, edgeType: string, newId: () => string): readonly Operation[] {
  return [
    { op: "edge.delete", id: newId(), ref: edge.edgeId },
    { op: "edge.create", id: newId(), edgeType, source: edge.source, target: edge.target },
  ];
}

type AttributeChange =
  | { readonly set: { readonly attributes: Readonly<Record<string, unknown>> } }
  | { readonly set: Readonly<Record<string, never>>; readonly unset: readonly string[] };

function attributeChange(
  attributes: Readonly<Record<string, unknown>> | undefined,
  key: string,
  value: Value,
): AttributeChange | undefined {
  const before = attributes?.[key];
  // A list without words is none.
  if (value === null || (Array.isArray(value) && value.length === 0))
    return before === undefined || before === null ? undefined : { set: {}, unset: [key] };
  return valueText(before) === valueText(value) ? undefined : { set: { attributes: { [key]: value } } };
}
