/**
 * The socket: open it, keep it open, say where we stopped listening. Knows frames and close codes, no state.
 *
 * Every way a connection can end is one of two: it comes back by itself (network, restart, too slow), or it is over and
 * a person must do something (log in again, ask for access, reload the page).
 */

import { type CLOSE_CODES, type ClientCommand, type Event, PROTOCOL_VERSION, type Since } from "../protocol";
import { WORDLESS } from "./rest";

export type CloseCode = keyof typeof CLOSE_CODES;

export interface Socket {
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  readonly readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

/** What the transport needs of the world; tests bring their own. */
export interface World {
  readonly connect: () => Socket;
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Before the page is drawn next; what comes until then is taken in together, and drawn once. */
  readonly beforeDrawing: (action: () => void) => void;
  /** From 0 up to 1, so that many pages do not come back at the same moment. */
  readonly jitter: () => number;
}

interface Listener {
  /** Where to resume; asked anew before every opening. */
  readonly since: () => Since | undefined;
  readonly heard: (events: readonly Event[]) => void;
  readonly lost: (retryInMs: number) => void;
  readonly ended: (code: CloseCode | 0, reason: string) => void;
}

const OPEN = 1;
const FIRST_WAIT_MS = 250;
/** The server says at least every twenty seconds that it is there (`sending.py`). What dies without a word is silent. */
export const SILENCE_MS = 30_000;
/** Nobody wants to wait longer than this after the server is back. */
const LONGEST_WAIT_MS = 8_000;

/** Coming back would end the same way. `4400` is our own mistake, `4426` needs a newer page. */
const FINAL: ReadonlySet<number> = new Set([4400, 4401, 4403, 4404, 4413, 4426]);

export class Transport {
  private socket: Socket | undefined;
  private failures = 0;
  private cancelWait: (() => void) | undefined;
  private cancelWatch: (() => void) | undefined;
  /** Something has come since somebody last looked. */
  private isHeard = false;
  private isOver = false;
  /** Came since the page was drawn last. */
  private arrived: Event[] = [];

  constructor(
    private readonly world: World,
    private readonly project: string,
    private readonly listener: Listener,
  ) {}

  start(): void {
    this.isOver = false;
    this.connect();
  }

  /** Leave for good. */
  stop(): void {
    this.isOver = true;
    this.cancelWait?.();
    this.cancelWatch?.();
    this.socket?.close(1000);
  }

  /** Try now instead of waiting: the network came back, or a person asked for it. */
  retryNow(): void {
    if (this.isOver || !this.cancelWait) return;
    this.cancelWait();
    this.connect();
  }

  /** Give this line up and come back by another, after a while. */
  again(): void {
    const { socket } = this;
    if (this.isOver || socket === undefined) return;
    socket.onmessage = null;
    this.closed(0, "");
    socket.close(1000);
  }

  /** Whether it could be handed to the socket; nothing is queued here. */
  send(command: ClientCommand): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  }

  private connect(): void {
    this.cancelWait = undefined;
    const socket = this.world.connect();
    this.socket = socket;
    socket.onopen = () => {
      const since = this.listener.since();
      this.send({
        type: "session.open",
        protocolVersion: PROTOCOL_VERSION,
        projectId: this.project,
        language: WORDLESS,
        ...(since && { since }),
      });
    };
    socket.onmessage = ({ data }) => this.hear(data);
    this.isHeard = true;
    this.watch();
    socket.onclose = ({ code, reason }) => {
      if (this.socket === socket) this.closed(code, reason);
    };
  }

  /** A line on which nothing came for so long is given up: between one and two silences after it has died. */
  private watch(): void {
    this.cancelWatch = this.world.after(SILENCE_MS, () => {
      this.cancelWatch = undefined;
      if (!this.isHeard) return this.again();
      this.isHeard = false;
      this.watch();
    });
  }

  private hear(data: unknown): void {
    this.isHeard = true;
    const events = eventsOf(data);
    if (events.some((event) => event.type === "session.opened")) this.failures = 0;
    if (events.length === 0) return;
    this.arrived.push(...events);
    if (this.arrived.length === events.length) this.world.beforeDrawing(() => this.pass());
  }

  private pass(): void {
    const events = this.arrived;
    this.arrived = [];
    if (events.length > 0) this.listener.heard(events);
  }

  private closed(code: number, reason: string): void {
    this.socket = undefined;
    this.cancelWatch?.();
    this.cancelWatch = undefined;
    this.pass();
    if (this.isOver) return;
    if (FINAL.has(code)) {
      this.isOver = true;
      this.listener.ended(String(code) as unknown as CloseCode, reason);
      return;
    }
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures);
    const wait = Math.round(longest * (0.5 + this.world.jitter() / 2));
    this.failures += 1;
    this.cancelWait = this.world.after(wait, () => this.connect());
    this.listener.lost(wait);
  }
}

/** A frame is one event or an array of them; what has no type is passed over. */
function eventsOf(data: unknown): readonly Event[] {
  if (typeof data !== "string") return [];
  const frame: unknown = JSON.parse(data);
  const events: readonly unknown[] = Array.isArray(frame) ? frame : [frame];
  return events.filter((event): event is Event => typeof event === "object" && event !== null && "type" in event);
}

/** A page that has just been hidden waits no longer than this for a frame that does not come. */
const UNDRAWN_MS = 100;

/** The browser's own. */
export function browserWorld(address: string): World {
  return {
    connect: () => new WebSocket(address) as Socket,
    beforeDrawing: (action) => {
      // A page that nobody sees is not drawn, but it listens.
      const timer = setTimeout(action, document.hidden ? 0 : UNDRAWN_MS);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        action();
      });
    },
    after: (milliseconds, action) => {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    jitter: Math.random,
  };
}
