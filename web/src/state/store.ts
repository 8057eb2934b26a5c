/**
 * The one store of the page: an immutable state, the function that takes an event into it, and who wants to know.
 *
 * Canvases hold no truth of their own; each is a selector over this state. Nothing here knows a framework, a socket or
 * a language; `session/` feeds it, `ui/useStore.ts` lets React look at it.
 */

import type {
  Access,
  Baseline,
  CommitOnWire,
  Event,
  EventOf,
  Person,
  ProjectHeader,
  SourceDocument,
  State as StateDocument,
  StoredError,
} from "../protocol";
import { type Canvas, FRESH_CANVAS, isReal } from "./canvas";
import { createStore, type Writable } from "./createStore";
import { discussionSteered, NO_STEERINGS, type Steerings } from "./discussions";
import { type Findings, findingsChanged, NO_FINDINGS } from "./findings";
import { applyChanges, EMPTY_GRAPH, type Graph, graphOf } from "./graph";
import { takenBack } from "./history";
import { accessChanged, joined, left, NOBODY, type People, presenceChanged } from "./people";
import * as proposals from "./proposals";
import * as runs from "./runs";
import * as threads from "./threads";

export type { StateDocument };
export type Point = readonly [x: number, y: number];

/** Where nodes were put by hand, by view. */
export type Layouts = Readonly<Record<string, Readonly<Record<string, Point>>>>;

export interface Connection {
  readonly status: "closed" | "connecting" | "open" | "reconnecting" | "ended";
  readonly sessionId?: string;
  readonly me?: Person;
  readonly access?: Access;
  readonly epoch?: string;
  /** The last durable event that is part of this state. */
  readonly sequence: number;
  /** The graph must be fetched anew: a commit was too large for the wire, or too much was missed. */
  readonly reload: boolean;
  /** Commands that the server has not answered yet. */
  readonly unsent: number;
  /** Why the connection ended for good. */
  readonly reason?: StoredError;
}

export interface State {
  readonly connection: Connection;
  readonly project?: ProjectHeader;
  readonly graph: Graph;
  readonly threads: threads.Threads;
  readonly runs: runs.Runs;
  readonly discussions: Steerings;
  readonly people: People;
  readonly proposals: proposals.Proposals;
  readonly findings: Findings;
  readonly layouts: Layouts;
  readonly documents: ReadonlyMap<string, SourceDocument>;
  /** Revisions with names, by name. */
  readonly baselines: ReadonlyMap<string, Baseline>;
  /** When links of a passage or of a node last changed, as a sequence; the links are read where they are shown. */
  readonly linked: ReadonlyMap<string, number>;
  /** Commits heard since the page was opened, the newest first; older ones are read through REST. */
  readonly commits: readonly CommitOnWire[];
  readonly canvas: Canvas;
}

export const EMPTY: State = {
  connection: { status: "closed", sequence: 0, reload: false, unsent: 0 },
  graph: EMPTY_GRAPH,
  threads: threads.NO_THREADS,
  runs: runs.NO_RUNS,
  discussions: NO_STEERINGS,
  people: NOBODY,
  proposals: proposals.NO_PROPOSALS,
  findings: NO_FINDINGS,
  layouts: {},
  documents: new Map(),
  baselines: new Map(),
  linked: new Map(),
  commits: [],
  canvas: FRESH_CANVAS,
};

/** Enough to scroll back through a long afternoon; older commits are read from the server. */
const KEPT_COMMITS = 200;

/** The state that a fresh document describes; what this screen shows, and what is over for good, stays. */
export function fromDocument(state: State, document: StateDocument): State {
  const { connection, people } = state;
  return {
    ...state,
    connection: { ...connection, epoch: document.epoch, sequence: document.sequence, reload: false },
    project: document.project,
    graph: graphOf(document.revision, document.graph.nodes, document.graph.edges),
    threads: threads.fromDocument(state.threads, document),
    runs: runs.fromDocument(state.runs, document),
    people: { ...people, members: new Map(document.members.map((person) => [person.personId, person])) },
    proposals: proposals.fromDocument(state.proposals, document),
    findings: new Map(document.findings.map((finding) => [finding.findingId, finding])),
    layouts: document.layouts,
    documents: new Map((document.documents ?? []).map((each) => [each.documentId, each])),
    baselines: new Map((document.baselines ?? []).map((each) => [each.name, each])),
  };
}

/** The state after an event. A durable event that is part of the state already changes nothing. */
export function reduce(state: State, event: Event): State {
  // An opening says where the server stands; it is no event of that number.
  const sequence = "sequence" in event && event.type !== "session.opened" ? event.sequence : undefined;
  if (sequence === undefined) return taken(state, event);
  if (sequence <= state.connection.sequence) return state;
  // The sequence is dense: a step of more than one means that something was missed.
  if (sequence > state.connection.sequence + 1) return withConnection(state, { reload: true });
  return withConnection(taken(state, event), { sequence });
}

type Fold<T extends Event["type"]> = (state: State, event: EventOf<T>) => State;

/** What each event does to the state; a missing one is a compile error. */
const FOLDS: { readonly [T in Event["type"]]: Fold<T> } = {
  "project.changed": (state, { type, sequence, ...header }) =>
    state.project ? { ...state, project: { ...state.project, ...header } } : state,
  "commit.applied": committed,
  "proposal.growing": inProposals(proposals.proposalGrowing),
  "proposal.withdrawn": inProposals(proposals.proposalWithdrawn),
  "proposal.opened": inProposals(proposals.proposalStands),
  "proposal.changed": inProposals(proposals.proposalStands),
  "proposal.decided": (state, event) => ({
    ...state,
    proposals: proposals.proposalDecided(state.proposals, event),
    runs: runs.proposalNoLongerAwaited(state.runs, event.proposalId),
  }),
  "findings.changed": (state, event) => ({ ...state, findings: findingsChanged(state.findings, event) }),
  "layout.changed": (state, { view, positions }) => ({
    ...state,
    layouts: { ...state.layouts, [view]: { ...state.layouts[view], ...(positions as Record<string, Point>) } },
  }),
  "document.added": (state, { type, sequence, ...added }) => ({
    ...state,
    documents: new Map(state.documents).set(added.documentId, added),
  }),
  "document.removed": (state, { documentId }) => ({ ...state, documents: without(state.documents, documentId) }),
  "baseline.named": (state, { type, sequence, ...named }) => ({
    ...state,
    baselines: new Map(state.baselines).set(named.name, named),
  }),
  "baseline.removed": (state, { name }) => ({ ...state, baselines: without(state.baselines, name) }),
  "passage.linked": linksChanged,
  "passage.unlinked": linksChanged,
  "thread.changed": inThreads(threads.threadChanged),
  "access.changed": (state, event) =>
    withMyAccess({ ...state, people: accessChanged(state.people, event) }, event.person.personId),
  "message.started": inThreads(threads.messageStarted),
  "message.delta": inThreads(threads.messageDelta),
  "message.completed": inThreads(threads.messageCompleted),
  "session.gap": inThreads(threads.sessionGap),
  "run.started": inRuns(runs.runStarted),
  "run.waiting": inRuns(runs.runWaiting),
  "run.resumed": inRuns(runs.runResumed),
  "run.finished": (state, event) => ({
    ...state,
    runs: runs.runFinished(state.runs, event),
    proposals: proposals.runSettled(state.proposals, event.runId),
  }),
  "step.started": inRuns(runs.stepChanged),
  "step.finished": inRuns(runs.stepChanged),
  "step.progressed": inRuns(runs.stepProgressed),
  "discussion.steered": (state, event) => ({ ...state, discussions: discussionSteered(state.discussions, event) }),
  "form.answered": inRuns(runs.formAnswered),
  "presence.changed": inPeople(presenceChanged),
  "member.joined": inPeople(joined),
  "member.left": inPeople(left),
  "session.opened": opened,
  // The session's own affair.
  reply: (state) => state,
  error: (state) => state,
};

/** What a newer server says besides is passed over. */
function taken<T extends Event["type"]>(state: State, event: EventOf<T>): State {
  const fold: Fold<T> | undefined = FOLDS[event.type as T];
  return fold?.(state, event) ?? state;
}

function inProposals<E>(fold: (part: proposals.Proposals, event: E) => proposals.Proposals) {
  return (state: State, event: E): State => ({ ...state, proposals: fold(state.proposals, event) });
}

function inThreads<E>(fold: (part: threads.Threads, event: E) => threads.Threads) {
  return (state: State, event: E): State => ({ ...state, threads: fold(state.threads, event) });
}

function inRuns<E>(fold: (part: runs.Runs, event: E) => runs.Runs) {
  return (state: State, event: E): State => ({ ...state, runs: fold(state.runs, event) });
}

function inPeople<E>(fold: (part: People, event: E) => People) {
  return (state: State, event: E): State => ({ ...state, people: fold(state.people, event) });
}

function linksChanged(state: State, event: EventOf<"passage.linked"> | EventOf<"passage.unlinked">): State {
  const at = event.sequence ?? 0;
  return { ...state, linked: new Map(state.linked).set(event.passageId, at).set(event.nodeId, at) };
}

function without<V>(all: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...all].filter(([known]) => known !== key));
}

function withConnection(state: State, change: Partial<Connection>): State {
  return { ...state, connection: { ...state.connection, ...change } };
}

function opened(state: State, event: EventOf<"session.opened">): State {
  const { sessionId, person, access, epoch, resume } = event;
  const reload = resume === "reload";
  const sequence = reload ? state.connection.sequence : Math.min(state.connection.sequence, event.sequence);
  const { reason, ...before } = state.connection;
  // Everybody who is here is told anew after an opening.
  const people = { ...state.people, sessions: new Map([[sessionId, { sessionId, person, focus: [] }]]) };
  return {
    ...state,
    people,
    connection: { ...before, status: "open", sessionId, me: person, access, epoch, reload, sequence },
  };
}

function committed(state: State, event: CommitOnWire): State {
  const commits = [event, ...state.commits].slice(0, KEPT_COMMITS);
  const settled = event.runId ? proposals.runSettled(state.proposals, event.runId) : state.proposals;
  const project = state.project && { project: { ...state.project, revision: event.revision } };
  if (!event.changes) {
    return withConnection({ ...state, ...project, commits, proposals: settled }, { reload: true });
  }
  const graph = applyChanges(state.graph, event.changes, event.revision);
  return { ...state, ...project, commits, graph, proposals: settled, canvas: stillThere(state.canvas, graph) };
}

/** What was deleted is no longer selected. */
function stillThere(canvas: Canvas, graph: Graph): Canvas {
  const nodes = canvas.selection.nodes.filter((id) => graph.nodes.has(id) || !isReal(id));
  const edges = canvas.selection.edges.filter((id) => graph.edges.has(id) || !isReal(id));
  const same = nodes.length === canvas.selection.nodes.length && edges.length === canvas.selection.edges.length;
  return same ? canvas : { ...canvas, selection: { nodes, edges } };
}

function withMyAccess(state: State, personId: string): State {
  const { me } = state.connection;
  const access = state.people.members.get(personId)?.access;
  if (me?.personId !== personId || !access) return state;
  return withConnection(state, { access });
}

/** Holds the state. `get` and `subscribe` are what an external-store hook wants. */
export class Store {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  private readonly state: Writable<State>;

  constructor(state: State = EMPTY) {
    this.state = createStore(state);
    this.get = this.state.get;
    this.subscribe = this.state.subscribe;
  }

  /** Take events in, and tell once. */
  readonly receive = (events: readonly Event[]): void => this.update((state) => events.reduce(reduce, state));

  /** Change what is this screen's own: the canvas, the connection. */
  readonly update = (change: (state: State) => State): void => this.state.set(change(this.state.get()));

  /** Select exactly these, on every canvas. */
  readonly select = (nodes: readonly string[], edges: readonly string[] = []): void =>
    this.setCanvas({ selection: { nodes, edges } });

  readonly setCanvas = (change: Partial<Canvas>): void =>
    this.update((state) => ({ ...state, canvas: { ...state.canvas, ...change } }));

  readonly setConnection = (change: Partial<Connection>): void => this.update((state) => withConnection(state, change));
}

/** A selector that computes anew only when what it looks at has changed. */
export function derived<Input, Output>(
  look: (state: State) => Input,
  compute: (input: Input) => Output,
): (state: State) => Output {
  let last: { readonly input: Input; readonly output: Output } | undefined;
  return (state) => {
    const input = look(state);
    if (!last || last.input !== input) last = { input, output: compute(input) };
    return last.output;
  };
}

export const selectTakenBack = derived((state) => state.commits, takenBack);
export const selectGhosts = derived((state) => state.proposals, proposals.ghostsOf);
