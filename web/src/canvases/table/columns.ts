/** The columns of a table: what a cell shows, whether it can be edited, and what a typed value becomes. Pure. */

import type { Node, Operation } from "../../protocol";
import { LIMITS } from "../../protocol";
import { knownAs, knownId, readByPeople } from "../../state/foreign";
import { type Attribute, attributesOf, type Ontology } from "../ontology";
import { type Trace, tracesOf } from "./trace";

interface Placed {
  readonly key: string;
  /** Pixels, at least; somebody who has set it wants just that. */
  readonly width: number;
  readonly isSized?: boolean;
}

export type Column =
  | (Placed & { readonly kind: "id" | "known" | "name" | "descr" | "relations" })
  | (Placed & { readonly kind: "attribute"; readonly attribute: Attribute })
  | (Placed & { readonly kind: "trace"; readonly trace: Trace });

/** What a cell can hold; `null`: nothing. */
export type CellValue = string | number | boolean | null;

/** What a typed text becomes, or why it cannot; `code` is a key of the table's words. */
export type Typed =
  | { readonly value: CellValue }
  | {
      readonly code: "empty" | "tooLong" | "notANumber" | "notYesNo" | "notAChoice" | "notJson" | "notWritten";
      readonly hint: string;
    };

/** Id, the id that people know them by elsewhere where any have one, name, description, the type's attributes, what it is traced to, relations; then attributes that nodes have besides. */
export function columnsOf(ontology: Ontology, nodeType: string, nodes: Iterable<Node> = []): readonly Column[] {
  const known = attributesOf(ontology, nodeType);
  const others = new Set<string>();
  let isKnown = false;
  for (const { attributes } of nodes) {
    for (const [key] of readByPeople(attributes)) others.add(key);
    isKnown ||= knownId(attributes) !== undefined;
  }
  for (const { name } of known) others.delete(name);
  return [
    ID,
    ...(isKnown ? [KNOWN] : []),
    NAME,
    DESCR,
    ...known.map(attributeColumn),
    ...tracesOf(ontology, nodeType).map(
      // No attribute is called like that.
      (trace): Column => ({ kind: "trace", key: `trace:${trace.name}`, trace, width: 220 }),
    ),
    { kind: "relations", key: "relations", width: 300 },
    ...[...others].sort().map((name) => attributeColumn({ name })),
  ];
}

export function attributeColumn(attribute: Attribute): Column {
  return { kind: "attribute", key: attribute.name, attribute, width: attribute.type === "choice" ? 130 : 180 };
}

export const ID: Column = { kind: "id", key: "semanticId", width: 170 };
export const NAME: Column = { kind: "name", key: "name", width: 210 };
export const DESCR: Column = { kind: "descr", key: "descr", width: 320 };
/** The id that people know an element by. Given once, when it is pasted or comes in with a file. */
export const KNOWN: Column = { kind: "known", key: "knownId", width: 110 };

export function isEditable(column: Column): boolean {
  return column.kind === "name" || column.kind === "descr" || column.kind === "attribute";
}

/** What a cell shows; relations are for the table to draw. */
export function cellText(node: Node, column: Column): string {
  switch (column.kind) {
    case "id":
      return node.semanticId;
    case "known":
      return knownId(node.attributes) ?? "";
    case "name":
      return node.name;
    case "descr":
      return node.descr;
    case "attribute":
      return valueText(node.attributes[column.key]);
    case "relations":
    case "trace":
      return "";
  }
}

export function valueText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A typed text as the value of a column. An empty text unsets an attribute. */
export function read(column: Column, text: string): Typed {
  if (column.kind === "name") {
    const name = text.trim().replace(/\s+/g, " ");
    if (name === "") return { code: "empty", hint: "" };
    return name.length > LIMITS.nameLength ? { code: "tooLong", hint: String(LIMITS.nameLength) } : { value: name };
  }
  if (column.kind === "descr") {
    return text.length > LIMITS.descrLength ? { code: "tooLong", hint: String(LIMITS.descrLength) } : { value: text };
  }
  return column.kind === "attribute" ? readAttribute(column.attribute, text) : { value: null };
}

const YES: ReadonlySet<string> = new Set(["true", "yes", "ja", "oui", "wahr", "vrai", "x", "1"]);
const NO: ReadonlySet<string> = new Set(["false", "no", "nein", "non", "falsch", "faux", "0"]);

function readAttribute({ type = "text", options = [] }: Attribute, text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === "") return { value: null };
  switch (type) {
    case "text":
      return { value: text };
    case "number": {
      // A spreadsheet in German or French writes a decimal comma.
      const number = Number(/^[-+]?\d+,\d+$/.test(trimmed) ? trimmed.replace(",", ".") : trimmed);
      return Number.isFinite(number) ? { value: number } : { code: "notANumber", hint: "" };
    }
    case "boolean": {
      const word = trimmed.toLowerCase();
      if (YES.has(word)) return { value: true };
      return NO.has(word) ? { value: false } : { code: "notYesNo", hint: "" };
    }
    case "choice": {
      const option = options.find((each) => each.toLowerCase() === trimmed.toLowerCase());
      return option === undefined ? { code: "notAChoice", hint: options.join(", ") } : { value: option };
    }
    case "json":
      return isJson(trimmed) ? { value: trimmed } : { code: "notJson", hint: "" };
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The update that writes values into a node; `null` unsets. Undefined when nothing would be different. */
export function updateOf(node: Node, values: ReadonlyMap<Column, CellValue>, id: string): Operation | undefined {
  const set: { name?: string; descr?: string; attributes?: Record<string, unknown> } = {};
  const unset: string[] = [];
  for (const [column, value] of values) {
    if (cellText(node, column) === valueText(value)) continue;
    if (column.kind === "name" || column.kind === "descr") set[column.kind] = valueText(value);
    else if (value === null) unset.push(column.key);
    else set.attributes = { ...set.attributes, [column.key]: value };
  }
  if (Object.keys(set).length === 0 && unset.length === 0) return undefined;
  return { op: "node.update", id, ref: node.nodeId, set, ...(unset.length > 0 && { unset }) };
}

/** The operation that makes a node out of the values of its columns. */
export function createOf(nodeType: string, values: ReadonlyMap<Column, CellValue>, id: string): Operation {
  let [name, descr] = ["", ""];
  const attributes: Record<string, unknown> = {};
  for (const [column, value] of values) {
    if (column.kind === "name") name = valueText(value);
    else if (column.kind === "descr") descr = valueText(value);
    else if (column.kind === "known") Object.assign(attributes, knownAs(valueText(value)));
    else if (column.kind === "attribute" && value !== null) attributes[column.key] = value;
  }
  const some = Object.keys(attributes).length > 0;
  return { op: "node.create", id, nodeType, name, descr, tempId: `new-${id}`, ...(some && { attributes }) };
}
