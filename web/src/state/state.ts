/** What the page knows of one project and shows of it: an immutable value. Pure; what changes it is in `reduce.ts`. */

import type {
  Access,
  Baseline,
  CommitOnWire,
  Edge,
  Node,
  Person,
  ProjectHeader,
  SavedView,
  SourceDocument,
  StoredError,
} from "../protocol";
import { type Canvas, FRESH_CANVAS } from "./canvas";
import type { Comments } from "./comments";
import { NO_STEERINGS, type Steerings } from "./discussions";
import { type Findings, NO_FINDINGS } from "./findings";
import type { RecordOf } from "./fold";
import { EMPTY_GRAPH, type Graph } from "./graph";
import { NOBODY, type People } from "./people";
import { NO_PROPOSALS, type Proposals } from "./proposals";
import { NO_RUNS, type Runs } from "./runs";
import { NO_THREADS, type Threads } from "./threads";

export type Point = readonly [x: number, y: number];

/** Where nodes were put by hand, by view. */
export type Layouts = Readonly<Record<string, Readonly<Record<string, Point>>>>;

/** What a diagram is drawn of while the rest is on its way: no texts, and ids of edges that are its own. */
export interface Outline {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly edges: ReadonlyMap<string, Edge>;
  readonly layouts: Layouts;
}

/** A message that the server has not taken yet. */
export interface Unheard {
  readonly commandId: string;
  readonly text: string;
  /** Nothing where it begins a conversation. */
  readonly threadId?: string | undefined;
}

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
  /** Those among them that say something in a conversation, in the order in which they were said. */
  readonly unheard: readonly Unheard[];
  /** Why the connection ended for good. */
  readonly reason?: StoredError;
}

export interface State {
  readonly connection: Connection;
  readonly project?: ProjectHeader;
  readonly graph: Graph;
  /** Only while the page has nothing else to draw: never read by what counts, finds or changes. */
  readonly outline?: Outline | undefined;
  readonly threads: Threads;
  readonly runs: Runs;
  readonly discussions: Steerings;
  readonly people: People;
  readonly proposals: Proposals;
  readonly findings: Findings;
  /** The newest check that was heard of; one from before the page was opened stands in its conversation. */
  readonly check?: RecordOf["check"] | undefined;
  readonly layouts: Layouts;
  readonly documents: ReadonlyMap<string, SourceDocument>;
  /** Revisions with names, by name in lower case. */
  readonly baselines: ReadonlyMap<string, Baseline>;
  readonly comments: Comments;
  /** Saved views, also those that were deleted since the page was opened. */
  readonly views: ReadonlyMap<string, SavedView>;
  /** When links of a passage or of a node last changed, as a sequence; the links are read where they are shown. */
  readonly linked: ReadonlyMap<string, number>;
  /** Commits heard since the page was opened, the newest first; older ones are read through REST. */
  readonly commits: readonly CommitOnWire[];
  readonly canvas: Canvas;
}

export const EMPTY: State = {
  connection: { status: "closed", sequence: 0, reload: false, unsent: 0, unheard: [] },
  graph: EMPTY_GRAPH,
  threads: NO_THREADS,
  runs: NO_RUNS,
  discussions: NO_STEERINGS,
  people: NOBODY,
  proposals: NO_PROPOSALS,
  findings: NO_FINDINGS,
  layouts: {},
  documents: new Map(),
  baselines: new Map(),
  comments: new Map(),
  views: new Map(),
  linked: new Map(),
  commits: [],
  canvas: FRESH_CANVAS,
};

/** Whether the project has come from the server and nothing of it has to be fetched anew. */
export function isHere({ project, connection }: State): boolean {
  return project !== undefined && connection.status === "open" && !connection.reload;
}

/** Whether the model is on its way: nothing that is counted or said of it would be true yet. */
export function isComing({ project, connection }: State): boolean {
  return project === undefined && connection.status !== "ended";
}

/** Whether the model is known to hold nothing: before it has come nobody can say. */
export function isEmptyModel({ project, graph }: State): boolean {
  return project !== undefined && graph.nodes.size === 0;
}

/** The phase that a project is in; until it is known, every rule counts. */
export function phaseOf({ project }: State): number {
  return project?.phase ?? Number.POSITIVE_INFINITY;
}
