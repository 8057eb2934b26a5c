/** Small records for tests; each takes what the test is about and fills in the rest. */

import type {
  Edge,
  Event,
  EventOf,
  Message,
  Node,
  Operation,
  Problem,
  Proposal,
  Run,
  State,
  Step,
} from "../src/protocol";

const AT = "2030-01-02T03:04:05Z";

export const node = (nodeId: string, more: Partial<Node> = {}): Node => ({
  nodeId,
  semanticId: `${nodeId}.FN.001`,
  nodeType: "FUNC",
  name: nodeId,
  descr: "",
  attributes: {},
  createdRevision: 1,
  revision: 1,
  ...more,
});

export const edge = (edgeId: string, source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  edgeId,
  edgeType: "compose",
  source,
  target,
  attributes: {},
  revision: 1,
  ...more,
});

export const commit = (sequence: number, more: Partial<EventOf<"commit.applied">> = {}): EventOf<"commit.applied"> => ({
  type: "commit.applied",
  sequence,
  commitId: `c${sequence}`,
  revision: sequence,
  at: AT,
  author: { personId: "p1", name: "Ana" },
  origin: "person",
  changes: [],
  aliases: {},
  findings: { introduced: [], resolved: [] },
  ...more,
});

export const message = (messageId: string, text: string, more: Partial<Message> = {}): Message => ({
  messageId,
  threadId: "t1",
  author: { kind: "assistant", name: "Assistant" },
  parts: text ? [{ kind: "text", text }] : [],
  status: "complete",
  attempt: 1,
  ...more,
});

export const TOTALS: Run["totals"] = {
  steps: 0,
  modelCalls: 0,
  searches: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  documentsRetrieved: 0,
  documentsUsed: 0,
  branchingPoints: 0,
  dynamicBranches: 0,
  maxDepth: 0,
  parallelGroups: 0,
};

export const run = (runId: string, more: Partial<Run> = {}): Run => ({
  runId,
  workflow: "build",
  workflowVersion: 1,
  author: { personId: "p1", name: "Ana" },
  question: "?",
  status: "running",
  revision: 0,
  totals: TOTALS,
  startedAt: AT,
  ...more,
});

export const step = (stepId: string, more: Partial<Step> = {}): Step => ({
  stepId,
  runId: "r1",
  parentId: null,
  key: stepId,
  kind: "plan",
  label: stepId,
  status: "running",
  attempt: 1,
  dependsOn: [],
  startedAt: AT,
  ...more,
});

export const create = (id: string, name: string): Operation => ({
  op: "node.create",
  id,
  nodeType: "FUNC",
  name,
  descr: "",
});

export const problem = (operationId?: string): Problem => ({
  code: "unknownRef",
  path: "$",
  case: "",
  message: `Nothing is called ${operationId ?? "so"}.`,
  candidates: [],
  ...(operationId !== undefined && { operationId }),
});

export const proposal = (proposalId: string, more: Partial<Proposal> = {}): Proposal => ({
  proposalId,
  state: "open",
  origin: "run",
  author: { personId: "p1", name: "Ana" },
  operations: [],
  batches: [],
  findings: [],
  problems: [],
  digest: "d",
  version: 1,
  baseRevision: 0,
  ...more,
});

export const opened = (more: Partial<EventOf<"session.opened">> = {}): EventOf<"session.opened"> => ({
  type: "session.opened",
  sessionId: "s1",
  person: { personId: "p1", name: "Ana", access: "editor" },
  access: "editor",
  epoch: "e1",
  sequence: 0,
  revision: 0,
  resume: "reload",
  ...more,
});

export const document = (sequence: number, more: Partial<State> = {}): State => ({
  epoch: "e1",
  sequence,
  revision: sequence,
  graph: { nodes: [], edges: [] },
  layouts: {},
  members: [],
  proposals: [],
  threads: [],
  waits: [],
  runs: [],
  steps: [],
  messages: [],
  findings: [],
  project: {
    projectId: "p",
    name: "shop",
    profile: "systems",
    phase: 1,
    policy: "auto",
    language: "en",
    revision: sequence,
    sequence,
    epoch: "e1",
  },
  ...more,
});

export const delta = (text: string, offset: number, attempt = 1): EventOf<"message.delta"> => ({
  type: "message.delta",
  messageId: "m1",
  attempt,
  part: 0,
  offset,
  text,
});

export const started = (sequence: number): Event => ({
  type: "message.started",
  sequence,
  ...message("m1", "", { status: "streaming" }),
});
