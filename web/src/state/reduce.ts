/**
 * The state after an event. Its records are folded by the table that stores and the headless client fold by (`fold.ts`);
 * here stands only what the page knows besides: the graph, text that streams, ghosts, who is here, and its own session.
 */

import type { CommitOnWire, DurableEvent, DurableType, Event, EventOf, State as StateDocument } from "../protocol";
import { FOLD } from "../protocol";
import { type Canvas, isReal } from "./canvas";
import { folded, idOf } from "./fold";
import { applyChanges, type Graph, graphOf } from "./graph";
import { joined, left, type People, presenceChanged } from "./people";
import * as proposals from "./proposals";
import { recordsIn, withChanges } from "./records";
import * as runs from "./runs";
import type { Connection, State } from "./state";
import * as threads from "./threads";

/** Enough to scroll back through a long afternoon; older commits are read from the server. */
const KEPT_COMMITS = 200;

/** The state that a fresh document describes; what this screen shows, and what is over for good, stays. */
export function fromDocument(state: State, document: StateDocument): State {
  const { connection, people } = state;
  const graph = graphOf(document.revision, document.graph.nodes, document.graph.edges);
  return {
    ...state,
    connection: { ...connection, epoch: document.epoch, sequence: document.sequence, reload: false },
    project: document.project,
    outline: undefined,
    graph,
    canvas: stillThere(state.canvas, graph),
    threads: threads.fromDocument(state.threads, document),
    runs: runs.fromDocument(state.runs, document),
    people: { ...people, members: new Map(document.members.map((person) => [person.personId, person])) },
    proposals: proposals.fromDocument(state.proposals, document),
    findings: new Map(document.findings.map((finding) => [finding.findingId, finding])),
    layouts: document.layouts,
    documents: new Map((document.documents ?? []).map((each) => [each.documentId, each])),
    comments: new Map((document.comments ?? []).map((each) => [each.commentId, each])),
    views: new Map((document.views ?? []).map((each) => [each.savedViewId, each])),
    baselines: new Map((document.baselines ?? []).map((each) => [idOf("baseline", each), each])),
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

export function withConnection(state: State, change: Partial<Connection>): State {
  return { ...state, connection: { ...state.connection, ...change } };
}

/** The state after an event; what a newer server says besides is passed over. */
function taken(state: State, event: Event): State {
  const next = isDurable(event) ? withChanges(state, [...folded(event, recordsIn(state))]) : state;
  return besides(next, event);
}

function isDurable(event: Event): event is DurableEvent {
  return event.type in FOLD;
}

function besides<T extends Event["type"]>(state: State, event: EventOf<T>): State {
  return BESIDES[event.type as T]?.(state, event) ?? state;
}

type Take<T extends Event["type"]> = (state: State, event: EventOf<T>) => State;
type PassingType = Exclude<Event["type"], DurableType>;

/** What each event does besides changing records; of one that is never stored a missing line is a compile error. */
const BESIDES: { readonly [T in Event["type"]]?: Take<T> } = {
  "commit.applied": committed,
  "proposal.growing": inProposals(proposals.proposalGrowing),
  "proposal.withdrawn": inProposals(proposals.proposalWithdrawn),
  "proposal.opened": inProposals(proposals.proposalStands),
  "proposal.changed": inProposals(proposals.proposalStands),
  "passage.linked": linksChanged,
  "passage.unlinked": linksChanged,
  "access.changed": withMyAccess,
  "message.started": inThreads(threads.streamBegan),
  "message.delta": inThreads(threads.messageDelta),
  "message.completed": inThreads(threads.streamEnded),
  "session.gap": inThreads(threads.sessionGap),
  "run.finished": (state, { runId }) => ({
    ...state,
    runs: runs.progressOver(state.runs, runId),
    proposals: proposals.runSettled(state.proposals, runId),
  }),
  "step.finished": inRuns(runs.stepFinished),
  "step.progressed": inRuns(runs.stepProgressed),
  "presence.changed": inPeople(presenceChanged),
  "member.joined": inPeople(joined),
  "member.left": inPeople(left),
  "session.opened": opened,
  // The session's own affair.
  reply: (state) => state,
  error: (state) => state,
} satisfies { readonly [T in PassingType]: Take<T> } & { readonly [T in DurableType]?: Take<T> };

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

function withMyAccess(state: State, { person, access }: EventOf<"access.changed">): State {
  const isMine = person.personId === state.connection.me?.personId;
  return isMine && access !== null ? withConnection(state, { access }) : state;
}
