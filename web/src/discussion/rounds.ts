/**
 * A discussion as it is shown: rounds with what was said in them, in order, and the forms between them. Pure.
 *
 * Rounds, turns and whose turn it is are the server's; here they are only read off its messages and steps.
 */

import type { Message, Step } from "../protocol";

export type Section =
  | { readonly kind: "round"; readonly round: Round }
  | { readonly kind: "form"; readonly step: Step };

type Stage = "underWay" | "speaking" | "voting" | "complete" | "failed" | "stopped";

export interface Round {
  readonly number: number;
  readonly stage: Stage;
  /** Who has the floor. */
  readonly speaker?: string;
  readonly said: readonly Said[];
  /** The step of each ballot, in the order of speaking. */
  readonly votes: readonly Step[];
}

/** A turn, an answer to a person between two turns, or what a person said. */
export interface Said {
  readonly kind: "turn" | "aside" | "remark";
  readonly message: Message;
  /** As people read it: `4`, or `4+1` for the first answer after turn 4; empty for what people said. */
  readonly label: string;
  readonly isLive: boolean;
}

export interface Held {
  readonly sections: readonly Section[];
  /** The last word, which belongs to no round. */
  readonly closing?: Message;
}

/** Reads a discussion off the messages of its thread and the steps of its run, both in the order they came. */
export function heldOf(runId: string, messages: readonly Message[], steps: Iterable<Step>): Held {
  const all = [...steps];
  const own = messages.filter((message) => message.runId === runId && message.author.kind !== "assistant");
  const { rounds, closing } = spokenIn(own, asidesOf(all));
  const votes = votesOf(all);
  const sections: Section[] = [];
  const known = new Set<number>();
  for (const step of all) {
    if (step.kind === "interactive_form_wait") sections.push({ kind: "form", step });
    if (step.kind !== "round") continue;
    const number = roundNumber(step);
    known.add(number);
    sections.push({ kind: "round", round: roundOf(number, rounds.get(number) ?? [], step, votes.get(step.stepId)) });
  }
  // What was said before the steps were read.
  for (const [number, said] of rounds) {
    if (!known.has(number)) sections.push({ kind: "round", round: roundOf(number, said) });
  }
  return { sections, ...(closing && { closing }) };
}

/** The newest round. */
export function newestRound(held: Held): Round | undefined {
  return held.sections.findLast((section) => section.kind === "round")?.round;
}

/** Labels of the answers to people, by round: they are steps like turns, and their messages carry no turn. */
function asidesOf(steps: readonly Step[]): ReadonlyMap<number, readonly string[]> {
  const numbers = new Map(
    steps.filter((step) => step.kind === "round").map((step) => [step.stepId, roundNumber(step)]),
  );
  const found = new Map<number, string[]>();
  for (const step of steps) {
    const round = numbers.get(step.parentId ?? "");
    const label = nameOf(step);
    if (step.kind !== "turn" || round === undefined || !label.includes("+")) continue;
    found.set(round, [...(found.get(round) ?? []), label]);
  }
  return found;
}

function roundNumber(step: Step): number {
  return Number(nameOf(step));
}

/** The last part of a step's key: of `round:1/turn:4+1` it is `4+1`. */
function nameOf({ key }: Step): string {
  return key.slice(key.lastIndexOf(":") + 1);
}

function spokenIn(
  messages: readonly Message[],
  asides: ReadonlyMap<number, readonly string[]>,
): { rounds: ReadonlyMap<number, readonly Said[]>; closing?: Message } {
  const rounds = new Map<number, Said[]>();
  let closing: Message | undefined;
  let now = messages.find((message) => message.round !== undefined)?.round ?? 1;
  for (const message of messages) {
    const isLive = message.status === "streaming";
    now = message.round ?? now;
    const said = rounds.get(now) ?? [];
    if (message.author.kind === "person") rounds.set(now, [...said, { kind: "remark", message, label: "", isLive }]);
    else if (message.turn === undefined) {
      const label = asides.get(now)?.[said.filter((each) => each.kind === "aside").length];
      if (label === undefined) closing = message;
      else rounds.set(now, [...said, { kind: "aside", message, label, isLive }]);
    } else rounds.set(now, [...said, { kind: "turn", message, label: String(message.turn), isLive }]);
  }
  return { rounds, ...(closing && { closing }) };
}

/** The steps of votes, by the round they stand in. */
function votesOf(steps: readonly Step[]): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.kind !== "vote" || step.parentId === null) continue;
    const known = found.get(step.parentId);
    if (known) known.push(step);
    else found.set(step.parentId, [step]);
  }
  return found;
}

function roundOf(number: number, said: readonly Said[], step?: Step, votes: readonly Step[] = []): Round {
  const speaker = said.findLast((each) => each.isLive)?.message.author.name;
  return { number, stage: stageOf(step, speaker, votes), said, votes, ...(speaker !== undefined && { speaker }) };
}

function stageOf(step: Step | undefined, speaker: string | undefined, votes: readonly Step[]): Stage {
  if (step?.status === "completed") return "complete";
  if (step?.status === "failed") return "failed";
  if (step?.status === "cancelled") return "stopped";
  if (speaker !== undefined) return "speaking";
  return votes.some((vote) => vote.endedAt === undefined) ? "voting" : "underWay";
}
