/** What a row is traced to, as columns of their own: by which relation, in which direction. Pure. */

import type { NodeTypeName, RelationName } from "../../protocol";
import type { Ontology } from "../ontology";
import type { Chip } from "./rows";

export interface Trace {
  /** What the column is called, as a key of the table's words. */
  readonly name: "satisfiedBy" | "verifiedBy" | "satisfies" | "allocatedTo";
  readonly of: NodeTypeName;
  readonly relation: RelationName;
  readonly direction: Chip["direction"];
}

const TRACES: readonly Trace[] = [
  { name: "satisfiedBy", of: "REQ", relation: "satisfy", direction: "in" },
  { name: "verifiedBy", of: "REQ", relation: "verify", direction: "out" },
  { name: "satisfies", of: "FUNC", relation: "satisfy", direction: "out" },
  { name: "allocatedTo", of: "FUNC", relation: "allocate", direction: "in" },
];

/** Those of a type, as far as the profile knows their relations. */
export function tracesOf(ontology: Ontology, nodeType: string): readonly Trace[] {
  return TRACES.filter(({ of, relation }) => of === nodeType && ontology.relation.has(relation));
}

/** The relations of a row that a trace means: between elements of one type they refine instead. */
export function tracedTo(chips: readonly Chip[], { of, relation, direction }: Trace): readonly Chip[] {
  return chips.filter(
    (chip) => chip.relation === relation && chip.direction === direction && chip.other.nodeType !== of,
  );
}
