/** What an operation does to each field that people read: before and after, as text they can compare. Pure. */

import type { Proposal } from "../protocol";
import { difference } from "../runs/difference";
import { isSameValue } from "../state/choice";
import { readByPeople } from "../state/foreign";

type Proposed = Proposal["operations"][number];
type Fields = Readonly<Record<string, unknown>>;

interface FieldChange {
  /** `name`, `descr`, `source`, `target`, or the name of an attribute. */
  readonly field: string;
  /** Absent: there was no such thing. */
  readonly before?: string;
  /** Absent: there will be no such thing. */
  readonly after?: string;
}

/** A piece of one side of a comparison, and whether the other side lacks it. */
export interface Piece {
  readonly text: string;
  readonly isOnlyHere: boolean;
}

/** Both sides in pieces, so that only the words that differ are marked; whole where they have no word in common. */
export function pieces(before: string, after: string): readonly [readonly Piece[], readonly Piece[]] {
  // The last word is the same one as before a blank.
  const stretches = difference(`${before} `, `${after} `);
  if (!stretches.some((each) => each.in === "both" && /[\p{L}\p{N}]/u.test(each.text)))
    return [[{ text: before, isOnlyHere: true }], [{ text: after, isOnlyHere: true }]];
  const side = (other: "first" | "second"): readonly Piece[] =>
    stretches.filter((each) => each.in !== other).map((each) => ({ text: each.text, isOnlyHere: each.in !== "both" }));
  return [side("second"), side("first")];
}

export function fieldChanges(
  operation: Proposed,
  textOf: (field: string, value: unknown) => string,
): readonly FieldChange[] {
  const before = operation.before === null ? {} : contentOf(operation.before);
  return [...new Set([...Object.keys(before), ...Object.keys(afterOf(operation, before))])].flatMap((field) => {
    const [old, now] = [before[field], afterOf(operation, before)[field]];
    if (isNothing(old) && isNothing(now)) return [];
    if (operation.op !== "node.delete" && operation.op !== "edge.delete" && isSameValue(old, now)) return [];
    return [
      {
        field,
        ...(!isNothing(old) && { before: textOf(field, old) }),
        ...(!isNothing(now) && { after: textOf(field, now) }),
      },
    ];
  });
}

/** Fields in one row where they say the same sentence: a requirement often has it as description and as text. */
export function together(
  changes: readonly FieldChange[],
): readonly (FieldChange & { readonly fields: readonly string[] })[] {
  const rows: (FieldChange & { readonly fields: string[] })[] = [];
  for (const change of changes) {
    const twin = rows.find(({ before, after }) => before === change.before && after === change.after);
    // One word may be the same by chance.
    if (twin && /\S\s\S/.test(change.after ?? change.before ?? "")) twin.fields.push(change.field);
    else rows.push({ ...change, fields: [change.field] });
  }
  return rows;
}

function contentOf(element: NonNullable<Proposed["before"]>): Fields {
  if ("nodeId" in element) return { name: element.name, descr: element.descr, ...read(element.attributes) };
  return read(element.attributes);
}

function afterOf(operation: Proposed, before: Fields): Fields {
  switch (operation.op) {
    case "node.create":
      return { name: operation.name, descr: operation.descr, ...read(operation.attributes) };
    case "edge.create":
      return read(operation.attributes);
    case "node.delete":
    case "edge.delete":
      return {};
    case "node.update":
    case "edge.update": {
      const { attributes, ...fields } = operation.set as { readonly attributes?: Fields };
      const unset = new Set(operation.unset);
      return Object.fromEntries(
        Object.entries({ ...before, ...fields, ...read(attributes) }).filter(([field]) => !unset.has(field)),
      );
    }
  }
}

function read(attributes: Fields = {}): Fields {
  return Object.fromEntries(readByPeople(attributes));
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
