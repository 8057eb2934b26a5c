/**
 * What each durable event does to the records of a project, by the tables that stores and the headless client fold by
 * (`graphwright/fold.py`, whence they are generated); `tests/golden/folds/` holds both to the same records. Pure.
 */

import type {
  Baseline,
  Comment,
  DurableEvent,
  DurableType,
  EventOf,
  Finding,
  Message,
  PassageLink,
  Person,
  ProjectHeader,
  Proposal,
  RememberedMapping,
  Run,
  SavedView,
  SourceDocument,
  Step,
  Thread,
  Wait,
} from "../protocol";
import { FOLD, RECORDS } from "../protocol";

/** The records of each kind, as the page knows them. */
export interface RecordOf {
  readonly project: Omit<ProjectHeader, "projectId" | "revision" | "sequence">;
  readonly baseline: Baseline;
  readonly comment: Comment;
  readonly view: SavedView;
  readonly mapping: RememberedMapping;
  readonly thread: Thread;
  readonly message: Message;
  readonly run: Run;
  readonly step: Step;
  readonly wait: Wait;
  readonly steering: Omit<EventOf<"discussion.steered">, "type" | "sequence">;
  readonly proposal: Proposal;
  readonly finding: Finding;
  readonly layout: Pick<EventOf<"layout.changed">, "view" | "positions">;
  readonly member: Person;
  readonly document: SourceDocument;
  readonly link: PassageLink;
  readonly check: Omit<EventOf<"model.checked">, "type" | "sequence">;
}

export type Kind = keyof typeof RECORDS;

/** A record as it now stands; without `record`: it is no longer. */
export interface RecordChange<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  readonly group?: string;
  readonly record?: RecordOf[K];
}

/** Records as they stand: what a fold may look at. */
export interface Records {
  readonly one: (kind: Kind, id: string) => object | undefined;
  /** Those of a group with their ids, in the order they were first made. */
  readonly ofGroup: (kind: Kind, group: string) => Iterable<readonly [id: string, record: object]>;
}

/** Fields by name. What they hold is known to the tables, which Python holds against the records. */
type Fields = Readonly<Record<string, unknown>>;

interface RecordKind {
  readonly fields: readonly string[];
  readonly key: readonly string[];
  readonly group: string;
  readonly anyCase: boolean;
}

type Rule = { readonly kind: Kind } & (
  | { readonly rule: "put"; readonly of: string; readonly completedBy: string }
  | { readonly rule: "putEntries"; readonly of: string; readonly entry: string }
  | {
      readonly rule: "change";
      readonly values: Fields;
      readonly copied: readonly string[];
      readonly gathered: Readonly<Record<string, readonly string[]>>;
    }
  | { readonly rule: "remove"; readonly of: string }
  | { readonly rule: "clear"; readonly where: string }
);

const RULES: Readonly<Record<DurableType, readonly Rule[]>> = FOLD;
const KINDS: Readonly<Record<Kind, RecordKind>> = RECORDS;

/** The changes that an event makes. Each is to be taken in before the next is asked for. */
export function* folded(event: DurableEvent, records: Records): Generator<RecordChange> {
  for (const rule of RULES[event.type] ?? []) yield* changes(rule, event, records);
}

/** The id of a record. */
export function idOf<K extends Kind>(kind: K, record: RecordOf[K]): string {
  return id(kind, { ...record });
}

function* changes(rule: Rule, event: Fields, records: Records): Generator<RecordChange> {
  const { kind } = rule;
  switch (rule.rule) {
    case "put":
      return yield* put(rule, event);
    case "putEntries":
      for (const [key, value] of Object.entries(event[rule.of] as Fields))
        yield stands(kind, { ...event, [rule.of]: { [key]: value } }, { [rule.entry]: key });
      return;
    case "change": {
      const record = records.one(kind, id(kind, event));
      if (!record) return; // of a run that ended before the page was opened
      // What the event leaves out is no longer.
      const kept = pick(
        { ...record },
        KINDS[kind].fields.filter((name) => !rule.copied.includes(name)),
      );
      const gathered = Object.entries(rule.gathered).map(([name, fields]) => [name, pick(event, fields)]);
      const after = { ...rule.values, ...pick(event, rule.copied), ...Object.fromEntries(gathered) };
      return yield stands(kind, { ...kept, ...after }, event);
    }
    case "remove":
      for (const gone of rule.of ? (event[rule.of] as readonly string[]) : [id(kind, event)]) yield { kind, id: gone };
      return;
    case "clear":
      for (const [gone, record] of [...records.ofGroup(kind, groupOf(kind, event))])
        if (!rule.where || (record as Fields)[rule.where] === event[rule.where]) yield { kind, id: gone };
  }
}

function* put({ kind, of, completedBy }: Rule & { rule: "put" }, event: Fields): Generator<RecordChange> {
  if (!of) return yield stands(kind, event);
  const held = event[of] ?? []; // an event leaves out what is empty
  const more = completedBy ? pick(event, [completedBy]) : {};
  for (const each of (Array.isArray(held) ? held : [held]) as readonly Fields[]) {
    const record = { ...each, ...more };
    if (Object.values(more).includes(null)) yield { kind, id: id(kind, { ...event, ...record }) };
    else yield stands(kind, record, event);
  }
}

/** A record with these fields; what its id and group are made of may be a field of the event. */
function stands(kind: Kind, fields: Fields, event: Fields = {}): RecordChange {
  const record = pick(fields, KINDS[kind].fields);
  const all = { ...event, ...fields };
  return { kind, id: id(kind, all), group: groupOf(kind, all), record: record as unknown as RecordOf[Kind] };
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));
}

function id(kind: Kind, fields: Fields): string {
  const { key, anyCase } = KINDS[kind];
  if (key.length === 0) return "header";
  const joined = key.map((name) => (name === "sequence" ? inOrder(fields[name]) : String(fields[name]))).join("/");
  return anyCase ? joined.toLowerCase() : joined;
}

/** In twelve digits, so that ids are in order. */
function inOrder(sequence: unknown): string {
  return String(sequence).padStart(12, "0");
}

function groupOf(kind: Kind, fields: Fields): string {
  const { group } = KINDS[kind];
  return group ? String(fields[group] ?? "") : "";
}
