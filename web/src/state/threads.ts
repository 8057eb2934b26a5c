/**
 * Conversations: threads, their messages, and text that is still streaming. Pure.
 *
 * A delta carries its offset in characters (code points, as the server counts), so that a repeated or missed piece is
 * noticed; the completed message is the truth whatever the deltas said.
 */

import type { EventOf, Message, State as StateDocument, Thread } from "../protocol";

export interface Threads {
  readonly threads: ReadonlyMap<string, Thread>;
  readonly messages: ReadonlyMap<string, Message>;
  /** Message ids by thread, in the order they were said. */
  readonly order: ReadonlyMap<string, readonly string[]>;
  /** How many characters of each streaming message have arrived, and of which attempt. */
  readonly streams: ReadonlyMap<string, Stream>;
  /** What the completed messages used and whether they were cut. */
  readonly endings: ReadonlyMap<string, Ending>;
  /** Threads whose older messages have been read. */
  readonly read: ReadonlySet<string>;
}

interface Stream {
  readonly attempt: number;
  readonly received: number;
  /** A piece was missed; the text waits for `session.gap` or the completed message. */
  readonly gap: boolean;
}

type Ended = Pick<EventOf<"message.completed">, "messageId" | "usage" | "truncated">;
type Ending = Omit<Ended, "messageId">;

export const NO_THREADS: Threads = {
  threads: new Map(),
  messages: new Map(),
  order: new Map(),
  streams: new Map(),
  endings: new Map(),
  read: new Set(),
};

/** The message begins to stream, or goes on. */
export function streamBegan(state: Threads, message: Message): Threads {
  const received = characters(textOf(message));
  const stream = { attempt: message.attempt, received, gap: false };
  return { ...state, streams: new Map(state.streams).set(message.messageId, stream) };
}

/** The message is complete; the text of its record is the truth. */
export function streamEnded(state: Threads, { messageId, usage, truncated }: Ended): Threads {
  const streams = new Map(state.streams);
  streams.delete(messageId);
  const ending = { ...(usage && { usage }), ...(truncated && { truncated }) };
  return { ...state, streams, endings: new Map(state.endings).set(messageId, ending) };
}

export function messageDelta(state: Threads, event: EventOf<"message.delta">): Threads {
  const message = state.messages.get(event.messageId);
  const known = state.streams.get(event.messageId);
  if (message?.status !== "streaming" || (known && event.attempt < known.attempt)) return state;
  // A higher attempt begins anew: what the earlier one said is withdrawn (ADR-10).
  const again = known !== undefined && event.attempt > known.attempt && event.offset === 0;
  const received = again || !known ? 0 : known.received;
  const before = again ? "" : textOf(message);
  const missing = event.offset - received;
  const stream = { attempt: event.attempt, received, gap: missing > 0 };
  if (missing > 0) return { ...state, streams: new Map(state.streams).set(event.messageId, stream) };
  const fresh = missing === 0 ? event.text : Array.from(event.text).slice(-missing).join("");
  return {
    ...withMessages(state, [withText({ ...message, attempt: event.attempt }, before + fresh)]),
    streams: new Map(state.streams).set(event.messageId, { ...stream, received: received + characters(fresh) }),
  };
}

/** Pieces were missed; this is the whole text so far. */
export function sessionGap(state: Threads, event: EventOf<"session.gap">): Threads {
  const message = state.messages.get(event.messageId);
  if (message?.status !== "streaming") return state;
  const stream = { attempt: event.attempt, received: characters(event.text), gap: false };
  return {
    ...withMessages(state, [withText({ ...message, attempt: event.attempt }, event.text)]),
    streams: new Map(state.streams).set(event.messageId, stream),
  };
}

/** The messages of a thread as read through REST; what arrived meanwhile is newer and stays. */
export function historyRead(state: Threads, threadId: string, messages: readonly Message[]): Threads {
  let next = state;
  for (const message of messages) {
    const known = next.messages.get(message.messageId);
    if (known && known.status !== "streaming") continue;
    if (message.status === "streaming") next = known ? next : begun(next, message);
    else next = streamEnded(withMessages(next, [message]), message);
  }
  const inOrder = messages.map((message) => message.messageId);
  const later = (next.order.get(threadId) ?? []).filter((id) => !inOrder.includes(id));
  return {
    ...next,
    order: new Map(next.order).set(threadId, [...inOrder, ...later]),
    read: new Set(next.read).add(threadId),
  };
}

/** After a fresh state document: its threads, and what streams; what was read before is read again when it is shown. */
export function fromDocument(state: Threads, { threads, messages }: StateDocument): Threads {
  const known = new Map(state.threads);
  for (const thread of threads) known.set(thread.threadId, thread);
  const fresh = messages.filter(({ messageId }) => !state.messages.has(messageId));
  return fresh.reduce(begun, { ...state, threads: known, read: new Set<string>() });
}

/** The prose of a message. */
export function textOf(message: Message): string {
  return message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/** Threads, the newest first. */
export function newestThreads(state: Threads): readonly Thread[] {
  return [...state.threads.values()].sort((one, two) => two.startedAt.localeCompare(one.startedAt));
}

/** The messages of a thread in order. */
export function messagesOf(state: Threads, threadId: string): readonly Message[] {
  return (state.order.get(threadId) ?? []).flatMap((id) => state.messages.get(id) ?? []);
}

/** A message as it is shown: with the other ways in which it was said. */
export interface Shown {
  readonly message: Message;
  /** Ids of all versions of this question, oldest first; only itself when it was never edited. */
  readonly versions: readonly string[];
}

/**
 * A thread along its chosen branches. An edited question stands beside the one it replaces (same author, same parent);
 * the newest counts unless `chosen` names another, and what follows a question that does not count is left out. So is an
 * answer that ended before its first word, once it was begun anew.
 */
export function shownMessages(
  state: Threads,
  threadId: string,
  chosen: ReadonlySet<string> = new Set(),
): readonly Shown[] {
  const messages = messagesOf(state, threadId);
  const versions = new Map<string, string[]>();
  for (const message of messages) {
    const key = versionKey(message);
    if (key) versions.set(key, [...(versions.get(key) ?? []), message.messageId]);
  }
  const newestAnswers = new Map(messages.map((message) => [answerKey(message), message.messageId]));
  const hidden = new Set<string>();
  const shown: Shown[] = [];
  for (const message of messages) {
    if (endedBeforeItsFirstWord(message) && newestAnswers.get(answerKey(message)) !== message.messageId) continue;
    const all = versions.get(versionKey(message) ?? "") ?? [message.messageId];
    const counts = all.find((id) => chosen.has(id)) ?? all.at(-1);
    const follows = message.parentMessageId !== undefined && hidden.has(message.parentMessageId);
    if (follows || counts !== message.messageId) hidden.add(message.messageId);
    else shown.push({ message, versions: all });
  }
  return shown;
}

/** A message and those that it answers, back to the first: the branch that it stands in. */
export function upTo({ messages }: Threads, messageId: string): readonly string[] {
  const branch = new Set<string>();
  let id: string | undefined = messageId;
  while (id !== undefined && !branch.has(id)) {
    branch.add(id);
    id = messages.get(id)?.parentMessageId;
  }
  return [...branch];
}

/** The message that a new one answers, when an older branch is shown than the one that the thread ends with. */
export function branchEnd(state: Threads, threadId: string, shown: readonly Shown[]): string | undefined {
  const last = shown.at(-1)?.message.messageId;
  return last === state.order.get(threadId)?.at(-1) ? undefined : last;
}

function versionKey({ author, parentMessageId }: Message): string | undefined {
  return author.kind === "person" ? `${author.personId ?? author.name} ${parentMessageId ?? ""}` : undefined;
}

/** Equal for the tries of one speaker to answer one message. */
function answerKey({ author, parentMessageId }: Message): string {
  return `${author.kind} ${author.name} ${parentMessageId ?? ""}`;
}

function endedBeforeItsFirstWord(message: Message): boolean {
  const isEmpty = message.parts.every((part) => part.kind === "text" && part.text.trim() === "");
  return isEmpty && (message.status === "failed" || message.status === "stopped");
}

/** Messages as they now stand; those that are new come last in their thread. */
export function withMessages(state: Threads, messages: readonly Message[]): Threads {
  const all = new Map(state.messages);
  const order = new Map(state.order);
  for (const message of messages) {
    const known = order.get(message.threadId) ?? [];
    if (!known.includes(message.messageId)) order.set(message.threadId, [...known, message.messageId]);
    all.set(message.messageId, message);
  }
  return { ...state, order, messages: all };
}

function begun(state: Threads, message: Message): Threads {
  return streamBegan(withMessages(state, [message]), message);
}

function withText(message: Message, text: string): Message {
  const others = message.parts.filter((part) => part.kind !== "text");
  return { ...message, parts: [{ kind: "text", text }, ...others] };
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
