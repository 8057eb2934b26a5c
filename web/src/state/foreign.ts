/** Attributes that only machines read: what an element remembers of the file and tool it came from. */

const PREFIX = "foreign.";
/** What of it tells a person where an element is from. */
const ORIGIN: readonly string[] = ["foreign.id", "foreign.source"];

export type Attributes = Readonly<Record<string, unknown>>;

/** The attributes that people read, in their order. */
export function readByPeople(attributes: Attributes): readonly (readonly [string, unknown])[] {
  return Object.entries(attributes).filter(([key]) => !key.startsWith(PREFIX));
}

/** The same, and where the element is from. */
export function withOrigin(attributes: Attributes): readonly (readonly [string, unknown])[] {
  return [...readByPeople(attributes), ...Object.entries(attributes).filter(([key]) => ORIGIN.includes(key))];
}
