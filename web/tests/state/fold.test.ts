import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DurableEvent } from "../../src/protocol";
import { folded, type Kind, type RecordChange, type Records } from "../../src/state/fold";
import { fromDocument, reduce } from "../../src/state/reduce";
import { EMPTY, type State } from "../../src/state/state";
import * as sample from "../samples";

/** Every durable event and what Python makes of it: `python -m tests.golden.folding` writes this. */
const FIXTURE = new URL("../../../tests/golden/folds/events.json", import.meta.url);

interface Row {
  readonly event: DurableEvent;
  readonly changes: readonly RecordChange[];
}

class Standing implements Records {
  private readonly all = new Map<string, RecordChange>();

  readonly one = (kind: Kind, id: string): object | undefined => this.all.get(`${kind} ${id}`)?.record;

  readonly ofGroup = (kind: Kind, group: string): readonly (readonly [string, object])[] =>
    [...this.all.values()].flatMap((each) =>
      each.record && each.kind === kind && each.group === group ? [[each.id, each.record] as const] : [],
    );

  /** Every record that ever stood, as it last did. */
  readonly last = (): readonly RecordChange[] => [...this.all.values()];

  /** The changes of an event, each taken in as it comes. */
  readonly hear = (event: DurableEvent): readonly RecordChange[] => {
    const changes = [...folded(event, this)];
    for (const change of changes) this.all.set(`${change.kind} ${change.id}`, change);
    return changes;
  };
}

const rows: readonly Row[] = JSON.parse(readFileSync(FIXTURE, "utf-8"));

describe("the fold of the page is the fold of the stores", () => {
  const records = new Standing();

  test.each(rows.map(({ event, changes }) => [event.sequence, event.type, event, changes] as const))(
    "%i %s",
    (_sequence, _type, event, changes) => expect(records.hear(event)).toEqual(changes),
  );
});

type Elsewhere = "link" | "mapping";

/** Where the page's state holds a record of each kind; links and mappings are read where they are shown. */
const PLACES: { readonly [K in Exclude<Kind, Elsewhere>]: (state: State, id: string, group: string) => unknown } = {
  project: ({ project = sample.document(0).project }) => {
    const { projectId, revision, sequence, ...header } = project;
    return header;
  },
  baseline: (state, id) => state.baselines.get(id),
  check: (state) => state.check,
  comment: (state, id) => state.comments.get(id),
  view: (state, id) => state.views.get(id),
  thread: (state, id) => state.threads.threads.get(id),
  message: (state, id, thread) => state.threads.order.get(thread)?.includes(id) && state.threads.messages.get(id),
  run: (state, id) => state.runs.runs.get(id),
  step: (state, id, run) => state.runs.trees.get(run)?.steps.get(id),
  wait: (state, id) => [...state.runs.waits.values()].flat().find((wait) => wait.stepId === id),
  steering: (state, id, runId) => ({ runId, ...state.discussions.get(runId)?.[ORDER.indexOf(id)] }),
  proposal: (state, id) => state.proposals.proposals.get(id),
  finding: (state, id) => state.findings.get(id),
  layout: (state, id, view) => {
    const nodeId = id.slice(view.length + 1);
    return { view, positions: { [nodeId]: state.layouts[view]?.[nodeId] } };
  },
  member: (state, id) => state.people.members.get(id),
  document: (state, id) => state.documents.get(id),
};

const ORDER = rows.flatMap((row) => row.changes).flatMap(({ kind, id }) => (kind === "steering" ? [id] : []));

test("the store of the page holds these records, and none that is gone", () => {
  const records = new Standing();
  for (const { event } of rows) records.hear(event);
  const state = rows.map((row) => row.event).reduce(reduce, fromDocument(EMPTY, sample.document(0)));
  const told = records
    .last()
    .flatMap(({ kind, id, group = "", record }) =>
      kind === "link" || kind === "mapping"
        ? []
        : [{ kind, id, expected: record, found: PLACES[kind](state, id, group) }],
    );

  expect(told.map(({ kind, id, found }) => [kind, id, found])).toEqual(
    told.map(({ kind, id, expected }) => [kind, id, expected]),
  );
});
