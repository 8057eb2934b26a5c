/**
 * One open project: sends commands and waits for their answers, takes events into the store, and loses nothing.
 *
 * Every writing command keeps its id until it is answered, and is sent again after the socket comes back; the server
 * answers a repeated id with the stored answer, so nothing is done twice (ADR-04).
 */

import { CLOSE_CODES, CLOSE_ERRORS, type ClientCommand, type Event, type StoredError } from "../protocol";
import { canvasState } from "../state/canvas";
import { fromDocument } from "../state/reduce";
import type { Store } from "../state/store";
import { type Rest, ServerError } from "./rest";
import { type CloseCode, Transport, type World } from "./transport";

type Writing = Extract<ClientCommand, { readonly commandId: string }>;
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
  private isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly rest: Rest,
    private readonly project: string,
    world: World,
    private readonly newId: () => string,
  ) {
    this.transport = new Transport(world, project, {
      since: () => {
        const { epoch, sequence } = store.get().connection;
        return epoch === undefined || sequence === 0 ? undefined : { epoch, sequence };
      },
      heard: (events) => this.heard(events),
      lost: () => store.setConnection({ status: "reconnecting" }),
      ended: (code, reason) => this.ended(code, reason),
    });
  }

  open(): void {
    this.isClosed = false;
    this.store.setConnection({ status: "connecting" });
    this.transport.start();
  }

  close(): void {
    this.isClosed = true;
    this.transport.stop();
    this.store.setConnection({ status: "closed" });
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
    this.held = held;
    for (let tries = 0; this.held === held; tries += 1) {
      try {
        const document = await this.rest.state(this.project);
        // Another reload has begun meanwhile, and its document is the newer one.
        if (this.held !== held || this.isClosed) return;
        this.held = undefined;
        this.store.update((state) => fromDocument(state, document));
        this.take(held);
      } catch (error) {
        if (error instanceof ServerError && error.retry === "later" && tries < RELOAD_TRIES) continue;
        this.held = undefined;
        this.giveUp(error instanceof ServerError ? error : new ServerError(internal(error)));
      }
    }
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
    this.held = undefined;
    this.store.receive([event]);
    // In the order they were first sent: what depends on an earlier one must come after it.
    for (const { command } of this.waiting.values()) this.transport.send(command);
    this.tellCanvas();
    if (event.resume === "reload") void this.reload();
  }

  private refused(event: Extract<Event, { type: "error" }>): void {
    const { replyTo, type, ...error } = event;
    if (replyTo !== undefined) this.answered(replyTo, (waiting) => waiting.reject(new ServerError(error)));
  }

  private answered(commandId: string, settle: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(commandId);
    if (!waiting) return;
    this.waiting.delete(commandId);
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
    this.store.setConnection({ status: "ended", reason: { code, message, retry } });
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
    this.count();
  }

  private count(): void {
    if (this.store.get().connection.unsent !== this.waiting.size) {
      this.store.setConnection({ unsent: this.waiting.size });
    }
  }
}

/** What concerns only this session. */
const OWN: ReadonlySet<Event["type"]> = new Set(["session.opened", "reply", "error"]);

/** The state is small; a server that fails three times in a row is not merely busy. */
const RELOAD_TRIES = 2;

const REASONS: Readonly<Record<string, string>> = CLOSE_ERRORS;

function internal(error: unknown): StoredError {
  return { code: "internal", message: String(error), retry: "never" };
}
