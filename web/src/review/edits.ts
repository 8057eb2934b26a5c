/**
 * What is being written into a proposed change: its fields, the change that they make, and what becomes of it when somebody
 * else changes the same meanwhile. Pure.
 */

import type { attributesOf } from "../canvases/ontology";
import { type CellValue, type Column, createOf, read, type Typed, valueText } from "../canvases/table/columns";
import type { Node, Operation, Proposal } from "../protocol";
import { isSameValue, plain } from "../state/choice";
import { isReadByMachines, readByMachines } from "../state/foreign";

export type Proposed = Proposal["operations"][number];
export type Texts = Readonly<Record<string, string>>;

/** Kept until it is saved, given up or decided. */
export interface Draft {
  /** As the fields stood when it was begun. */
  readonly was: Texts;
  /** As they stand now, by their keys. */
  readonly texts: Texts;
}

/** A draft on the change as it is now. */
export interface Written {
  readonly texts: Texts;
  /** The fields that somebody else changed, too, to something else. */
  readonly contested: readonly string[];
}

/** What others changed and I did not is theirs; what only I changed is mine; what both changed is asked. */
export function written(draft: Draft | undefined, now: Texts): Written {
  if (draft === undefined) return { texts: now, contested: [] };
  const mine = Object.keys(now).filter((key) => draft.texts[key] !== undefined && draft.texts[key] !== draft.was[key]);
  const texts = { ...now, ...Object.fromEntries(mine.map((key) => [key, draft.texts[key] ?? ""])) };
  const contested = mine.filter((key) => now[key] !== draft.was[key] && now[key] !== texts[key]);
  return { texts, contested };
}

/** A draft, by how the fields stood when it was begun; nothing, where it changes nothing. */
export function drafted(texts: Texts, was: Texts): Draft | undefined {
  return Object.keys(was).some((key) => texts[key] !== was[key]) ? { was, texts } : undefined;
}

/** The fields as they are; but of what is asked and not decided yet, as it was when it was begun. */
export function stillAsked(draft: Draft | undefined, now: Texts, contested: readonly string[]): Texts {
  return { ...now, ...picked(draft?.was ?? {}, contested) };
}

export function picked(texts: Texts, keys: readonly string[]): Texts {
  return Object.fromEntries(keys.map((key) => [key, texts[key] ?? ""]));
}

type TypedTexts = ReadonlyMap<Column, Typed>;

export function typedIn(columns: readonly Column[], texts: Texts): TypedTexts {
  return new Map(columns.map((column) => [column, read(column, texts[column.key] ?? "")]));
}

export function isWrongIn(typed: TypedTexts): boolean {
  return [...typed.values()].some((each) => "code" in each);
}

/** The operation with what was typed; none while something of it is wrong. */
export function changed(operation: Proposed, typed: TypedTexts): Operation | undefined {
  if (isWrongIn(typed)) return undefined;
  return edited(operation, new Map([...typed].map(([column, each]) => [column, "value" in each ? each.value : null])));
}

/** What stands in the fields before anybody writes. */
export function textsOf(operation: Proposed, columns: readonly Column[]): Texts {
  const values = valuesOf(operation);
  return Object.fromEntries(columns.map(({ key }) => [key, valueText(values[key])]));
}

/** The fields that can be edited: those the type has, and those that are proposed besides. */
export function columnsFor(
  operation: Proposed,
  known: (nodeType: string) => ReturnType<typeof attributesOf>,
): readonly Column[] {
  const nodeType =
    operation.op === "node.create"
      ? operation.nodeType
      : operation.before && "nodeId" in operation.before
        ? operation.before.nodeType
        : "";
  const names = known(nodeType).map((attribute) => attribute.name);
  const others = Object.keys(valuesOf(operation)).filter(
    (key) => key !== "name" && key !== "descr" && !names.includes(key) && !isReadByMachines(key),
  );
  const attribute = (each: ReturnType<typeof attributesOf>[number]): Column => ({
    kind: "attribute",
    key: each.name,
    attribute: each,
    width: 0,
  });
  return [
    { kind: "name", key: "name", width: 0 },
    { kind: "descr", key: "descr", width: 0 },
    ...known(nodeType).map(attribute),
    ...others.map((name) => attribute({ name })),
  ];
}

/** What the fields would be after the operation. */
function valuesOf(operation: Proposed): Readonly<Record<string, unknown>> {
  if (operation.op === "node.create") return { ...operation.attributes, name: operation.name, descr: operation.descr };
  if (operation.op !== "node.update") return {};
  const node = operation.before as Node | null;
  const { attributes, ...fields } = operation.set;
  const values = { ...node?.attributes, name: node?.name, descr: node?.descr, ...fields, ...attributes };
  return Object.fromEntries(Object.entries(values).filter(([key]) => !operation.unset?.includes(key)));
}

/** The operation with other values; of an update only what differs from the node as it is. */
function edited(operation: Proposed, values: ReadonlyMap<Column, CellValue>): Operation {
  if (operation.op === "node.create") {
    const made = createOf(operation.nodeType, values, operation.id) as Extract<Operation, { op: "node.create" }>;
    const { name, descr, attributes } = made;
    const { attributes: old, ...rest } = plain(operation) as Extract<Operation, { op: "node.create" }>;
    const all = { ...attributes, ...readByMachines(old) };
    return { ...rest, name, descr: descr ?? "", ...(Object.keys(all).length > 0 && { attributes: all }) };
  }
  const node = operation.before as Node;
  const { unset: before, ...rest } = plain(operation) as Extract<Operation, { op: "node.update" }>;
  const kept = readByMachines(rest.set.attributes);
  const set: { name?: string; descr?: string; attributes?: Record<string, unknown> } = {
    ...(Object.keys(kept).length > 0 && { attributes: kept }),
  };
  const unset = (before ?? []).filter(isReadByMachines);
  for (const [{ kind, key }, value] of values) {
    if (kind === "name" || kind === "descr") {
      if (value !== node[kind]) set[kind] = valueText(value);
    } else if (value === null) {
      if (key in node.attributes) unset.push(key);
    } else if (!isSameValue(value, node.attributes[key])) set.attributes = { ...set.attributes, [key]: value };
  }
  return { ...rest, set, ...(unset.length > 0 && { unset }) };
}
