/** Where the state keeps the records of each kind: what a fold looks at, and how its changes are taken in. Pure. */

import { steeringsTold } from "./discussions";
import type { Kind, RecordChange, RecordOf, Records } from "./fold";
import { waitsChanged, withSteps } from "./runs";
import type { Layouts, Point, State } from "./state";
import { withMessages } from "./threads";

/** The place of one kind of record. */
interface Shelf<K extends Kind> {
  readonly one?: (state: State, id: string) => RecordOf[K] | undefined;
  /** All changes that one event makes, at once: a map is copied for each event, however much it changes. */
  readonly take: (state: State, changes: readonly RecordChange<K>[]) => State;
}

const SHELVES: { readonly [K in Kind]: Shelf<K> } = {
  project: {
    take: (state, changes) => {
      const record = recordsOf(changes).at(-1);
      if (!state.project || !record) return state;
      // What the event leaves out stands as it usually does, not as it did.
      const { projectId, revision, sequence } = state.project;
      return { ...state, project: { projectId, revision, sequence, ...record } };
    },
  },
  baseline: table(
    (state) => state.baselines,
    (state, baselines) => ({ ...state, baselines }),
  ),
  comment: table(
    (state) => state.comments,
    (state, comments) => ({ ...state, comments }),
  ),
  view: table(
    (state) => state.views,
    (state, views) => ({ ...state, views }),
  ),
  document: table(
    (state) => state.documents,
    (state, documents) => ({ ...state, documents }),
  ),
  finding: table(
    (state) => state.findings,
    (state, findings) => ({ ...state, findings }),
  ),
  member: table(
    (state) => state.people.members,
    (state, members) => ({ ...state, people: { ...state.people, members } }),
  ),
  thread: table(
    (state) => state.threads.threads,
    (state, threads) => ({ ...state, threads: { ...state.threads, threads } }),
  ),
  check: {
    one: (state) => state.check,
    take: (state, changes) => ({ ...state, check: recordsOf(changes).at(-1) ?? state.check }),
  },
  run: table(
    (state) => state.runs.runs,
    (state, runs) => ({ ...state, runs: { ...state.runs, runs } }),
  ),
  proposal: table(
    (state) => state.proposals.proposals,
    (state, proposals) => ({ ...state, proposals: { ...state.proposals, proposals } }),
  ),
  message: { take: (state, changes) => ({ ...state, threads: withMessages(state.threads, recordsOf(changes)) }) },
  step: { take: (state, changes) => ({ ...state, runs: withSteps(state.runs, recordsOf(changes)) }) },
  wait: { take: (state, changes) => ({ ...state, runs: waitsChanged(state.runs, changes) }) },
  steering: {
    take: (state, changes) => ({ ...state, discussions: steeringsTold(state.discussions, recordsOf(changes)) }),
  },
  layout: { take: (state, changes) => ({ ...state, layouts: moved(state.layouts, recordsOf(changes)) }) },
  // Links and mappings are read where they are shown.
  link: { take: (state) => state },
  mapping: { take: (state) => state },
};

/** The records of a state, as a fold looks at them. */
export function recordsIn(state: State): Records {
  return {
    one: (kind, id) => SHELVES[kind].one?.(state, id),
    ofGroup: (kind, group) =>
      kind === "wait" ? (state.runs.waits.get(group) ?? []).map((wait) => [wait.stepId, wait] as const) : [],
  };
}

/** The state after the changes that one event makes. */
export function withChanges(state: State, changes: Iterable<RecordChange>): State {
  const byKind = new Map<Kind, RecordChange[]>();
  for (const change of changes) {
    const others = byKind.get(change.kind);
    if (others) others.push(change);
    else byKind.set(change.kind, [change]);
  }
  return [...byKind].reduce((next, [kind, of]) => shelved(next, kind, of), state);
}

function shelved<K extends Kind>(state: State, kind: K, changes: readonly RecordChange<K>[]): State {
  return SHELVES[kind].take(state, changes);
}

function table<K extends Kind>(
  get: (state: State) => ReadonlyMap<string, RecordOf[K]>,
  put: (state: State, table: ReadonlyMap<string, RecordOf[K]>) => State,
): Shelf<K> {
  return {
    one: (state, id) => get(state).get(id),
    take: (state, changes) => {
      const next = new Map(get(state));
      for (const { id, record } of changes) {
        if (record) next.set(id, record);
        else next.delete(id);
      }
      return put(state, next);
    },
  };
}

function recordsOf<K extends Kind>(changes: readonly RecordChange<K>[]): readonly RecordOf[K][] {
  return changes.flatMap(({ record }) => record ?? []);
}

function moved(layouts: Layouts, records: readonly RecordOf["layout"][]): Layouts {
  const byView = new Map<string, Record<string, Point>>();
  for (const { view, positions } of records) byView.set(view, Object.assign(byView.get(view) ?? {}, positions));
  const after = [...byView].map(([view, positions]) => [view, { ...layouts[view], ...positions }] as const);
  return { ...layouts, ...Object.fromEntries(after) };
}
