/** Attributes that only machines read: what an element remembers of the file and tool it came from. */

import { KNOWN_ID_KEYS, MADE_ID_PART, type Node, SAID_ID } from "../protocol";

const PREFIX = "foreign.";
const SOURCE = "foreign.source";
const OURS = /\.[A-Z]{2,3}\.\d+$/;
/** Holds the ids of those it took the place of, as `graph/foreign.py` has it. */
const FORMER_IDS = "foreign.former";

export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes that people read, in their order. */
export function readByPeople(attributes: Attributes): readonly (readonly [string, unknown])[] {
  return Object.entries(attributes).filter(([key]) => !isReadByMachines(key));
}

/** The other attributes: no form shows them, and what a form saves keeps them. */
export function readByMachines(attributes: Attributes = {}): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => isReadByMachines(key)));
}

export function isReadByMachines(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** The id by which people know an element in the tool that it came from, `ZEP-2`; as `graph/foreign.py` has it. */
export function knownId(attributes: Attributes): string | undefined {
  if (!(KNOWN_ID_KEYS[0] in attributes)) return undefined;
  return KNOWN_ID_KEYS.map((key) => attributes[key]).find(
    (value): value is string => typeof value === "string" && isSaid(value),
  );
}

function isSaid(id: string): boolean {
  return SAID_ID.test(id) && !MADE_ID_PART.test(id);
}

/** May people give this id to an element: `HT-1`, but not what has the form of our own, `Heat.RQ.001`? */
export function mayBeGiven(id: string): boolean {
  return isSaid(id) && !OURS.test(id);
}

/** The attributes by which an element is known by an id. */
export function knownAs(id: string): Attributes {
  return { [KNOWN_ID_KEYS[0]]: id };
}

type Named = Pick<Node, "name" | "attributes">;

/** The known id as it stands before a name; not before one that begins with it already. */
export function idBefore({ name, attributes }: Named): string | undefined {
  const known = knownId(attributes);
  return known === undefined || name.toLowerCase().startsWith(known.toLowerCase()) ? undefined : known;
}

export function nameWithId(node: Named): string {
  return [idBefore(node), node.name].filter((part) => part !== undefined).join(" ");
}

/** All ids by which somebody may name it, the one that people know first. */
export function allIds({ semanticId, attributes }: Node): string {
  return [knownId(attributes), semanticId].filter((id) => id !== undefined).join(" · ");
}

/** The file that an element came in with. */
export function cameFrom(attributes: Attributes): string | undefined {
  const source = attributes[SOURCE];
  return typeof source === "string" ? source : undefined;
}

/** What a node is looked for by: its name, and all ids that people know it by. */
export function lookedUpBy({ name, semanticId, attributes }: Node): string {
  const known = knownId(attributes);
  return known === undefined ? `${name} ${semanticId}` : `${name} ${semanticId} ${known}`;
}

/** The ids of the elements whose place it took. */
export function formerIds(attributes: Attributes): readonly string[] {
  const former = attributes[FORMER_IDS];
  return Array.isArray(former) ? former.map(String) : [];
}
