/**
 * The profile of a project as `GET .../ontology` serves it, and what the canvases look up in it.
 *
 * The server decides what is legal; this only offers the right choices first.
 */

import type { Phrase } from "../locales/phrase";
import type { NodeTypeName, RelationName } from "../protocol";

export interface Attribute {
  readonly name: string;
  readonly type?: "text" | "number" | "boolean" | "choice" | "json";
  readonly options?: readonly string[];
  readonly default?: unknown;
  readonly required?: boolean;
  readonly meaning?: string;
}

/** A place on a node where edges end. */
export interface Handle {
  readonly id: string;
  readonly side: "in" | "out";
  readonly label?: string;
}

export interface NodeType {
  readonly name: string;
  readonly abbreviation: string;
  readonly order: number;
  readonly title: Phrase;
  readonly meaning: Phrase;
  readonly attributes?: readonly Attribute[];
  readonly handles?: readonly Handle[];
  readonly fill: string;
  readonly stroke: string;
  readonly symbol: string;
}

export interface Relation {
  readonly name: string;
  readonly short: string;
  readonly title: Phrase;
  readonly meaning: Phrase;
  readonly nesting?: boolean;
  readonly attributes?: readonly Attribute[];
  readonly pairs: readonly (readonly [string, string])[];
}

/** The review that ends a phase. */
interface Gate {
  readonly phase: number;
  readonly title: Phrase;
}

/** The parts of a profile that the canvases use. */
export interface Profile {
  readonly name?: string;
  readonly nodeTypes: readonly NodeType[];
  readonly relations: readonly Relation[];
  readonly gates?: readonly Gate[];
}

export interface Ontology {
  /** In the order of tables and prompts. */
  readonly nodeTypes: readonly NodeType[];
  readonly relations: readonly Relation[];
  readonly nodeType: ReadonlyMap<string, NodeType>;
  readonly relation: ReadonlyMap<string, Relation>;
  readonly gates: readonly Gate[];
}

export function readOntology(profile: Profile): Ontology {
  const nodeTypes = [...profile.nodeTypes].sort((a, b) => a.order - b.order);
  return {
    nodeTypes,
    relations: profile.relations,
    nodeType: new Map(nodeTypes.map((each) => [each.name, each])),
    relation: new Map(profile.relations.map((each) => [each.name, each])),
    gates: profile.gates ?? [],
  };
}

/** Two capitals that stand for a type, also for one the profile does not know. */
export function abbreviation(ontology: Ontology, nodeType: string): string {
  return ontology.nodeType.get(nodeType)?.abbreviation ?? nodeType.slice(0, 2).toUpperCase();
}

export function attributesOf(ontology: Ontology, nodeType: string): readonly Attribute[] {
  return ontology.nodeType.get(nodeType)?.attributes ?? [];
}

/** The relations that may join two types, those made for this very pair first. */
export function relationsBetween(ontology: Ontology, source: string, target: string): readonly Relation[] {
  const meant = ontology.relations.filter((relation) => listsPair(relation, source, target));
  const open = ontology.relations.filter((relation) => !meant.includes(relation) && listsPair(relation, "*", "*"));
  return [...meant, ...open];
}

/** The types a new child of this type may have. */
export function childTypes(ontology: Ontology, nodeType: string): readonly string[] {
  const pairs = ontology.relation.get("compose")?.pairs ?? [];
  return pairs.filter(([source]) => source === nodeType).map(([, target]) => target);
}

function listsPair(relation: Relation, source: string, target: string): boolean {
  return relation.pairs.some(([from, to]) => from === source && to === target);
}

/** Whether a type that came over the wire is this one, spelled as the profile does. */
export function isType(nodeType: string | undefined, wanted: NodeTypeName): boolean {
  return nodeType === wanted;
}

/** Whether a type or relation that came over the wire is among these. */
export function isAmong(names: readonly string[], name: string | undefined): boolean {
  return name !== undefined && names.includes(name);
}

export function isRelation(edgeType: string, wanted: RelationName): boolean {
  return edgeType === wanted;
}
