/** Change sets that wait for a person, and ghosts: operations of an answer that is still being written. Pure. */

import type { EventOf, Operation, Problem, Proposal, State as StateDocument } from "../protocol";

export interface Proposals {
  readonly proposals: ReadonlyMap<string, Proposal>;
  /** By the proposal that may come of them; real only in name until a commit. */
  readonly growing: ReadonlyMap<string, Growing>;
}

export interface Growing {
  readonly proposalId: string;
  readonly runId: string;
  readonly attempt: number;
  readonly operations: readonly Operation[];
  /** What is wrong with an operation while the language model is asked to mend it, by operation. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
}

export const NO_PROPOSALS: Proposals = { proposals: new Map(), growing: new Map() };

/** After a fresh state document, which knows every open proposal and every run that may still draw ghosts. */
export function fromDocument(state: Proposals, { proposals: open, runs }: StateDocument): Proposals {
  const running = new Set(runs.map((run) => run.runId));
  const closed = [...state.proposals].filter(([, proposal]) => proposal.state !== "open");
  const standing = open.map((proposal) => [proposal.proposalId, proposal] as const);
  const growing = new Map([...state.growing].filter(([, { runId }]) => running.has(runId)));
  return { ...state, proposals: new Map([...closed, ...standing]), growing };
}

/** Proposals as read through REST: those of earlier days, which no event tells any more. A newer version stays. */
export function proposalsRead(state: Proposals, read: readonly Proposal[]): Proposals {
  const isNews = ({ proposalId, version }: Proposal): boolean =>
    (state.proposals.get(proposalId)?.version ?? 0) < version;
  const news = read.filter(isNews).map((each) => [each.proposalId, each] as const);
  return news.length === 0 ? state : { ...state, proposals: new Map([...state.proposals, ...news]) };
}

export function proposalGrowing(state: Proposals, event: EventOf<"proposal.growing">): Proposals {
  const { proposalId, runId, attempt, operation } = event;
  const known = state.growing.get(proposalId);
  if (known && attempt < known.attempt) return state;
  // A higher attempt withdraws what the lower one drew.
  const kept = known?.attempt === attempt ? known.operations.filter((each) => each.id !== operation.id) : [];
  const problems = new Map(known?.attempt === attempt ? known.problems : []);
  if (event.problems?.length) problems.set(operation.id, event.problems);
  else problems.delete(operation.id);
  const growing = { proposalId, runId, attempt, operations: [...kept, operation], problems };
  return { ...state, growing: new Map(state.growing).set(proposalId, growing) };
}

export function proposalWithdrawn(state: Proposals, event: EventOf<"proposal.withdrawn">): Proposals {
  const known = state.growing.get(event.proposalId);
  return known && known.attempt <= event.attempt ? withoutGhosts(state, (each) => each === known) : state;
}

/** An open proposal takes the place of its ghosts. */
export function proposalStands(state: Proposals, { proposalId }: Pick<Proposal, "proposalId">): Proposals {
  return withoutGhosts(state, (each) => each.proposalId === proposalId);
}

/** The ghosts of a run become real or vanish when it commits or ends. */
export function runSettled(state: Proposals, runId: string): Proposals {
  return withoutGhosts(state, (each) => each.runId === runId);
}

/** Proposals that want a decision, oldest first. */
export function waiting(state: Proposals): readonly Proposal[] {
  return [...state.proposals.values()].filter((proposal) => proposal.state === "open");
}

/** Proposals that somebody decided, or that ran out of time, newest first. */
export function closed(state: Proposals): readonly Proposal[] {
  // Ids begin with their time.
  return [...state.proposals.values()]
    .filter((proposal) => proposal.state !== "open")
    .sort((one, two) => (one.proposalId < two.proposalId ? 1 : -1));
}

/** An operation that is not real yet, as the canvases draw it. */
export interface Ghost {
  readonly operation: Operation;
  readonly proposalId: string;
  /** Still being written by the language model, or waiting for a person. */
  readonly phase: "growing" | "open";
  /** What is wrong with it; absent: nothing. */
  readonly problems?: readonly Problem[] | undefined;
}

/** Every operation that is not real yet: of answers on their way and of open proposals. */
export function ghostsOf(state: Proposals): readonly Ghost[] {
  const ghosts: Ghost[] = [];
  for (const { proposalId, operations, problems } of state.growing.values()) {
    for (const operation of operations)
      ghosts.push({ operation, proposalId, phase: "growing", problems: problems.get(operation.id) });
  }
  for (const { proposalId, operations, problems } of waiting(state)) {
    const wrong = byOperation(problems);
    for (const operation of operations)
      ghosts.push({ operation, proposalId, phase: "open", problems: wrong.get(operation.id) });
  }
  return ghosts;
}

/** Problems by the operation they are about; those of a whole change set are left out. */
export function byOperation(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.operationId === undefined) continue;
    found.set(problem.operationId, [...(found.get(problem.operationId) ?? []), problem]);
  }
  return found;
}

function withoutGhosts(state: Proposals, gone: (growing: Growing) => boolean): Proposals {
  const kept = [...state.growing].filter(([, growing]) => !gone(growing));
  return kept.length === state.growing.size ? state : { ...state, growing: new Map(kept) };
}
