/** Attributes that only machines read: what an element remembers of the file and tool it came from. */

const PREFIX = "foreign.";
/** What of it tells a person where an element is from. */
const ORIGIN: readonly string[] = ["foreign.id", "foreign.source"];
/** Holds the ids of those it took the place of, as `graph/foreign.py` has it. */
const FORMER_IDS = "foreign.former";

export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes that people read, in their order. */
export function readByPeople(attributes: Attributes): readonly (readonly [string, unknown])[] {
  return Object.entries(attributes).filter(([key]) => !key.startsWith(PREFIX));
}

/** The same, and where the element is from. */
export function withOrigin(attributes: Attributes): readonly (readonly [string, unknown])[] {
  return [...readByPeople(attributes), ...Object.entries(attributes).filter(([key]) => ORIGIN.includes(key))];
}

/** The ids of the elements whose place it took. */
export function formerIds(attributes: Attributes): readonly string[] {
  const former = attributes[FORMER_IDS];
  return Array.isArray(former) ? former.map(String) : [];
}
