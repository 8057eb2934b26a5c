/**
 * However the lines of the first state, the opening of the line, events and losses fall together: what the page holds in the
 * end is what the server holds, and meanwhile it holds all of a state or nothing of it. Seeded.
 */

import { describe, expect, test } from "vitest";
import type { Change, Edge, Event, Node, State as StateDocument } from "../../src/protocol";
import { Rest } from "../../src/session/rest";
import { Session } from "../../src/session/session";
import type { Socket } from "../../src/session/transport";
import { Store } from "../../src/state/store";
import { inLines } from "../lines";
import * as sample from "../samples";

/** Numbers from 0 up to 1, the same for a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const turned = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server whose model goes on changing, an open page, and a network that is neither quick nor sure. */
class World {
  readonly random: () => number;
  readonly store = new Store();
  readonly nodes = new Map<string, Node>();
  readonly edges = new Map<string, Edge>();
  readonly events: Event[] = [];
  /** Bodies that are on their way. */
  readonly bodies: { readonly writer: WritableStreamDefaultWriter<Uint8Array>; rest: Uint8Array }[] = [];
  socket: (Socket & { heardUpTo?: number }) | undefined;
  timers: (() => void)[] = [];
  readonly session: Session;

  constructor(seed: number) {
    this.random = seeded(seed);
    this.session = new Session(
      this.store,
      new Rest(() => Promise.resolve(this.respond())),
      "shop",
      {
        connect: () => this.connected(),
        after: (_, action) => {
          this.timers.push(action);
          return () => undefined;
        },
        beforeDrawing: (action) => action(),
        jitter: () => 1,
      },
      () => "id",
    );
  }

  document(): StateDocument {
    const graph = { nodes: [...this.nodes.values()], edges: [...this.edges.values()] };
    return sample.document(this.events.length, { revision: this.events.length, graph });
  }

  /** Some node comes, changes or goes, with what is at it. */
  commit(): void {
    const sequence = this.events.length + 1;
    const known = [...this.nodes.values()];
    const some = known[Math.floor(this.random() * known.length)];
    const changes: Change[] = [];
    const put = (before: Node | null, after: Node | null): void => {
      changes.push({ element: "node", before, after });
      if (after) this.nodes.set(after.nodeId, after);
      else if (before) this.nodes.delete(before.nodeId);
    };
    const dice = this.random();
    if (some === undefined || dice < 0.5) {
      const made = sample.node(`n${sequence}`, { descr: `Text ${sequence}.`, attributes: { at: sequence } });
      put(null, made);
      if (some) {
        const joined = sample.edge(`e${sequence}`, some.nodeId, made.nodeId, { attributes: { why: "so" } });
        changes.push({ element: "edge", before: null, after: joined });
        this.edges.set(joined.edgeId, joined);
      }
    } else if (dice < 0.8) put(some, { ...some, descr: `Changed at ${sequence}.`, revision: sequence });
    else {
      for (const edge of [...this.edges.values()])
        if (edge.source === some.nodeId || edge.target === some.nodeId) {
          changes.push({ element: "edge", before: edge, after: null });
          this.edges.delete(edge.edgeId);
        }
      put(some, null);
    }
    this.events.push(sample.commit(sequence, { changes }));
  }

  /** Something of what can happen happens. */
  async step(isQuiet = false): Promise<void> {
    const dice = this.random();
    if (!isQuiet && dice < 0.3) this.commit();
    else if (dice < 0.5) this.bring();
    else if (dice < 0.65) this.open();
    else if (dice < 0.85) this.tell();
    else if (dice < 0.95) this.timers.shift()?.();
    else if (!isQuiet) this.cut();
    await turned();
    const { project, graph, outline } = this.store.get();
    expect(project === undefined ? graph.nodes.size : outline).toBe(project === undefined ? 0 : undefined);
  }

  private respond(): Response {
    const pipe = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 1e9 });
    this.bodies.push({
      writer: pipe.writable.getWriter(),
      rest: new TextEncoder().encode(inLines(this.document(), 3)),
    });
    return new Response(pipe.readable);
  }

  /** A piece of a body arrives, wherever it was cut. */
  private bring(): void {
    const body = this.bodies[Math.floor(this.random() * this.bodies.length)];
    if (body === undefined) return;
    const size = Math.ceil(this.random() * 900);
    void body.writer.write(body.rest.slice(0, size)).catch(() => undefined);
    body.rest = body.rest.slice(size);
    if (body.rest.length > 0) return;
    void body.writer.close().catch(() => undefined);
    this.bodies.splice(this.bodies.indexOf(body), 1);
  }

  private connected(): Socket {
    const socket: Socket & { heardUpTo?: number } = {
      ...{ onopen: null, onmessage: null, onclose: null, readyState: 1 },
      send: (text) => {
        const said = JSON.parse(text) as { type: string; since?: { sequence: number } };
        if (said.type !== "session.open") return;
        const sequence = this.events.length;
        socket.heardUpTo = said.since?.sequence ?? sequence;
        const resume = said.since ? "events" : "reload";
        this.say(sample.opened({ resume, sequence: resume === "events" ? socket.heardUpTo : sequence }));
      },
      close: () => undefined,
    };
    this.socket = socket;
    return socket;
  }

  private say(...events: Event[]): void {
    this.socket?.onmessage?.({ data: JSON.stringify(events) });
  }

  private open(): void {
    if (this.socket && this.socket.heardUpTo === undefined) this.socket.onopen?.({});
  }

  private tell(): void {
    const { socket } = this;
    if (socket?.heardUpTo === undefined || socket.heardUpTo === this.events.length) return;
    const upTo = socket.heardUpTo + Math.ceil(this.random() * (this.events.length - socket.heardUpTo));
    const news = this.events.slice(socket.heardUpTo, upTo);
    socket.heardUpTo = upTo;
    this.say(...news);
  }

  /** The line breaks, with whatever is on its way; or only one body does. */
  private cut(): void {
    if (this.random() < 0.5) {
      const { socket } = this;
      this.socket = undefined;
      socket?.onclose?.({ code: 1006, reason: "" });
    }
    for (const { writer } of this.bodies.splice(0)) void writer.abort(new Error("cut")).catch(() => undefined);
  }
}

describe("a state that comes in pieces", () => {
  test.each(Array.from({ length: 40 }, (_, seed) => seed))("seed %i", async (seed) => {
    const world = new World(seed);
    for (let at = 0; at < 12; at += 1) world.commit();
    world.session.open();
    for (let at = 0; at < 3 * (seed % 20); at += 1) await world.step();
    const isThere = (): boolean => world.store.get().connection.sequence === world.events.length;
    for (let at = 0; at < 3_000 && !isThere(); at += 1) await world.step(true);
    const { graph, project, connection, outline } = world.store.get();
    expect([connection.sequence, connection.reload, project !== undefined, outline]).toEqual([
      world.events.length,
      false,
      true,
      undefined,
    ]);
    expect(new Map([...graph.nodes].sort())).toEqual(new Map([...world.nodes].sort()));
    expect(new Map([...graph.edges].sort())).toEqual(new Map([...world.edges].sort()));
    const ends = [...world.edges.values()].map(({ edgeId, source }) => graph.outgoing.get(source)?.has(edgeId));
    expect(ends.every(Boolean)).toBe(true);
  });
});
