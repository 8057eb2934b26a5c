/** What an operation does to each field: before and after, as text a person can compare. Pure. */

import type { Proposal } from "../protocol";
import { isSameValue } from "../state/choice";

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

export function fieldChanges(operation: Proposed): readonly FieldChange[] {
  const before = operation.before === null ? {} : contentOf(operation.before);
  return [...new Set([...Object.keys(before), ...Object.keys(afterOf(operation, before))])].flatMap((field) => {
    const [old, now] = [before[field], afterOf(operation, before)[field]];
    if (isNothing(old) && isNothing(now)) return [];
    if (operation.op !== "node.delete" && operation.op !== "edge.delete" && isSameValue(old, now)) return [];
    return [
      { field, ...(!isNothing(old) && { before: valueText(old) }), ...(!isNothing(now) && { after: valueText(now) }) },
    ];
  });
}

export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function contentOf(element: NonNullable<Proposed["before"]>): Fields {
  if ("nodeId" in element) return { name: element.name, descr: element.descr, ...element.attributes };
  return { ...element.attributes };
}

function afterOf(operation: Proposed, before: Fields): Fields {
  switch (operation.op) {
    case "node.create":
      return { name: operation.name, descr: operation.descr, ...operation.attributes };
    case "edge.create":
      return { ...operation.attributes };
    case "node.delete":
    case "edge.delete":
      return {};
    case "node.update":
    case "edge.update": {
      const { attributes, ...fields } = operation.set as { readonly attributes?: Fields };
      const unset = new Set(operation.unset);
      return Object.fromEntries(
        Object.entries({ ...before, ...fields, ...attributes }).filter(([field]) => !unset.has(field)),
      );
    }
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
