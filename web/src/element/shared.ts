/** What several selected nodes have in common: what can be set for all of them at once. Pure. */

import { type Attribute, attributesOf, type Ontology } from "../canvases/ontology";
import { valueText } from "../canvases/table/columns";
import type { Node } from "../protocol";

export interface SharedAttribute {
  readonly attribute: Attribute;
  /** What all of them hold; undefined: not the same. */
  readonly value: unknown;
  readonly isMixed: boolean;
}

/** The attributes that the types of all these nodes have. */
export function sharedAttributes(ontology: Ontology, nodes: readonly Node[]): readonly SharedAttribute[] {
  const [first, ...others] = [...new Set(nodes.map(({ nodeType }) => nodeType))];
  if (first === undefined) return [];
  const known = (nodeType: string, wanted: Attribute): boolean =>
    attributesOf(ontology, nodeType).some(({ name, type }) => name === wanted.name && type === wanted.type);
  return attributesOf(ontology, first)
    .filter((attribute) => others.every((nodeType) => known(nodeType, attribute)))
    .map((attribute) => {
      const texts = new Set(nodes.map(({ attributes }) => valueText(attributes[attribute.name])));
      return { attribute, value: nodes[0]?.attributes[attribute.name], isMixed: texts.size > 1 };
    });
}

/** How many there are of each type, the most first. */
export function countsByType(nodes: Iterable<Node>): readonly (readonly [nodeType: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { nodeType } of nodes) counts.set(nodeType, (counts.get(nodeType) ?? 0) + 1);
  return [...counts].sort(([, one], [, two]) => two - one);
}
