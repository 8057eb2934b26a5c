/**
 * One open project: sends commands and waits for their answers, takes events into the store, and loses nothing.
 *
 * Every writing command keeps its id until it is answered, and is sent again after the socket comes back, also by the next
 * page where this one goes; the server answers a repeated id with the stored answer, so nothing is done twice (ADR-04).
 */

import {
  CLOSE_CODES,
  CLOSE_ERRORS,
  type ClientCommand,
  type Event,
  type State as StateDocument,
  type StoredError,
} from "../protocol";
import { canvasState } from "../state/canvas";
import { fromDocument } from "../state/reduce";
import type { Outline } from "../state/state";
import type { Store } from "../state/store";
import { Outbox, type Writing } from "./outbox";
import { type Rest, ServerError } from "./rest";
import { type CloseCode, Transport, type World } from "./transport";

type Passing = Exclude<ClientCommand, { readonly commandId: string }>;
type Without<T> = T extends Writing ? Omit<T, "commandId"> : never;

/** A writing command before it has its id. */
export type Request = Without<Writing>;

interface Waiting {
  readonly command: Writing;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ServerError) => void;
}

export class Session {
  private readonly transport: Transport;
  private readonly waiting = new Map<string, Waiting>();
  /** Events that wait for the state document they come after. */
  private held: Event[] | undefined;
  /** The state that was asked for before the line was open: a page need not wait for one to ask for the other. */
  private early: Promise<StateDocument | undefined> | undefined;
  /** Where the open line begins: what was before is told by no event. */
  private begins = { epoch: "", sequence: 0 };
  private leaving = new AbortController();

  constructor(
    private readonly store: Store,
    private readonly rest: Rest,
    private readonly project: string,
    world: World,
    private readonly newId: () => string,
    private readonly outbox: Outbox = new Outbox(undefined, project),
  ) {
    this.transport = new Transport(world, project, {
      since: () => {
        const { epoch, sequence } = store.get().connection;
        return epoch === undefined || sequence === 0 ? undefined : { epoch, sequence };
      },
      heard: (events) => this.heard(events),
      lost: () => {
        this.putAway();
        store.setConnection({ status: "reconnecting" });
      },
      ended: (code, reason) => this.ended(code, reason),
    });
  }

  open(): void {
    this.leaving = new AbortController();
    this.store.setConnection({ status: "connecting" });
    // Why it failed, if it does, the line or the next try will say.
    if (this.store.get().project === undefined) this.early = this.read().catch(() => undefined);
    this.transport.start();
  }

  close(): void {
    this.putAway();
    this.leaving.abort();
    this.early = undefined;
    this.transport.stop();
    this.store.setConnection({ status: "closed" });
  }

  /** The browser says that there is no network: a line that looks open carries nothing any more. */
  networkLost(): void {
    this.transport.again();
  }

  /** The page may go: what is not answered is kept for the next one. */
  putAway(): void {
    const me = this.store.get().connection.me?.personId;
    if (me === undefined) return;
    this.outbox.put(
      me,
      [...this.waiting.values()].map(({ command }) => command),
    );
  }

  retryNow(): void {
    this.transport.retryNow();
  }

  /** Send a command; resolves with what the server answers once it is durable. Rejects with a `ServerError`. */
  send<T = Record<string, unknown>>(request: Request): Promise<T> {
    const command = { ...request, commandId: this.newId() } as Writing;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(command.commandId, { command, resolve: resolve as (result: unknown) => void, reject });
      if (this.isOpen()) this.transport.send(command);
      else this.putAway();
      this.count();
    });
  }

  /** Say where I am or what I see; of no importance when nobody hears it. */
  tell(command: Passing): void {
    if (this.isOpen()) this.transport.send(command);
  }

  /** Tell the server what this screen shows, so that a message's context can be captured from it. */
  tellCanvas(): void {
    this.tell({ type: "canvas.update", ...canvasState(this.store.get().canvas) });
  }

  /** Fetch everything anew; events that arrive meanwhile are kept and played in after it. */
  async reload(): Promise<void> {
    const held: Event[] = [];
    const { signal } = this.leaving;
    this.held = held;
    for (let tries = 0; this.held === held; tries += 1) {
      try {
        const { early } = this;
        this.early = undefined; // one that never comes must not hold up the line after this one
        const document = (await early) ?? (await this.read());
        // Another reload has begun meanwhile, and its document is the newer one.
        if (this.held !== held || signal.aborted) return;
        const isBehind = this.isBehind(document);
        if (isBehind && tries < RELOAD_TRIES) continue;
        this.held = undefined;
        // No event would ever tell what is missing.
        if (isBehind) return this.transport.again();
        this.store.update((state) => fromDocument(state, document));
        this.take(held);
      } catch (error) {
        if (this.held !== held || signal.aborted) return;
        const isLater = error instanceof ServerError && error.retry === "later";
        if (isLater && tries < RELOAD_TRIES) continue;
        this.held = undefined;
        // The line may look open while nothing comes through: it knows how to wait.
        if (isLater) return this.transport.again();
        this.giveUp(error instanceof ServerError ? error : new ServerError(internal(error)));
      }
    }
  }

  private read(): Promise<StateDocument> {
    const { signal } = this.leaving;
    const outlined = (outline: Outline): void => {
      const isAwaited = !signal.aborted && this.store.get().project === undefined && outline.nodes.size >= OUTLINED;
      if (isAwaited) this.store.update((state) => ({ ...state, outline }));
    };
    return this.rest.state(this.project, outlined, signal);
  }

  /** Whether something happened after this document that the open line does not tell: it was asked for before. */
  private isBehind({ epoch, sequence }: StateDocument): boolean {
    return epoch !== this.begins.epoch || sequence < this.begins.sequence;
  }

  private isOpen(): boolean {
    return this.store.get().connection.status === "open";
  }

  private heard(events: readonly Event[]): void {
    for (const event of events) {
      if (event.type === "session.opened") this.opened(event);
      else if (event.type === "reply") this.answered(event.replyTo, (waiting) => waiting.resolve(event.result));
      else if (event.type === "error") this.refused(event);
    }
    const facts = events.filter((event) => !OWN.has(event.type));
    if (this.held) this.held.push(...facts);
    else this.take(facts);
  }

  private take(facts: readonly Event[]): void {
    this.store.receive(facts);
    if (this.store.get().connection.reload) void this.reload();
  }

  private opened(event: Extract<Event, { type: "session.opened" }>): void {
    // A server may open an open line once more (its project has gone to another), also while the state is on its way.
    const isLoading = this.held !== undefined;
    this.held = undefined;
    this.begins = event.resume === "reload" ? event : { epoch: event.epoch, sequence: 0 };
    this.store.receive([event]);
    this.takeUp(event.person.personId);
    // In the order they were first sent: what depends on an earlier one must come after it.
    for (const { command } of this.waiting.values()) this.transport.send(command);
    this.tellCanvas();
    if (isLoading || event.resume === "reload") void this.reload();
  }

  /** What an earlier page left comes before what this one has to say. */
  private takeUp(personId: string): void {
    const left = this.outbox.of(personId).filter(({ commandId }) => !this.waiting.has(commandId));
    if (left.length === 0) return;
    const own = [...this.waiting];
    this.waiting.clear();
    for (const command of left) {
      const reject = (error: ServerError): void => this.outbox.refused(command, error);
      this.waiting.set(command.commandId, { command, resolve: () => undefined, reject });
    }
    for (const [commandId, waiting] of own) this.waiting.set(commandId, waiting);
    this.count();
  }

  private refused(event: Extract<Event, { type: "error" }>): void {
    const { replyTo, type, ...error } = event;
    if (replyTo !== undefined) this.answered(replyTo, (waiting) => waiting.reject(new ServerError(error)));
  }

  private answered(commandId: string, settle: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(commandId);
    if (!waiting) return;
    this.waiting.delete(commandId);
    const me = this.store.get().connection.me?.personId;
    if (me !== undefined) this.outbox.drop(me, commandId);
    settle(waiting);
    this.count();
  }

  private ended(code: CloseCode | 0, reason: string): void {
    const meaning: string = CLOSE_CODES[code as CloseCode] ?? "";
    const error = new ServerError({
      code: REASONS[String(code)] ?? "internal",
      message: reason || meaning,
      retry: "never",
    });
    this.giveUp(error);
  }

  private giveUp(error: ServerError): void {
    const { code, message, retry } = error;
    // What is still on its way is not for this person, nor is what it has already drawn.
    this.leaving.abort();
    this.early = undefined;
    this.held = undefined;
    this.store.update((state) => ({ ...state, outline: undefined }));
    this.store.setConnection({ status: "ended", reason: { code, message, retry } });
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
    this.count();
  }

  private count(): void {
    if (this.store.get().connection.unsent === this.waiting.size) return;
    const unheard = [...this.waiting.values()].flatMap(({ command }) =>
      command.type === "message.send"
        ? { commandId: command.commandId, text: command.text, threadId: command.threadId }
        : [],
    );
    this.store.setConnection({ unsent: this.waiting.size, unheard });
  }
}

/** What concerns only this session. */
const OWN: ReadonlySet<Event["type"]> = new Set(["session.opened", "reply", "error"]);

/** Nodes of a model whose texts take longer to come than its outline to be drawn. */
const OUTLINED = 2_000;

/** A server that fails three times in a row is not merely busy. */
const RELOAD_TRIES = 2;

const REASONS: Readonly<Record<string, string>> = CLOSE_ERRORS;

function internal(error: unknown): StoredError {
  return { code: "internal", message: String(error), retry: "never" };
}
