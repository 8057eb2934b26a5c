/** The session against a server of a few lines: it records what is sent and says what the test wants. */

import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Event } from "../../src/protocol";
import { Outbox } from "../../src/session/outbox";
import { Rest, type ServerError, STATE_SILENCE_MS } from "../../src/session/rest";
import { Session } from "../../src/session/session";
import { SILENCE_MS, type Socket } from "../../src/session/transport";
import { Store } from "../../src/state/store";
import { inLines } from "../lines";
import * as sample from "../samples";

class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readyState = 1;
  readonly sent: Record<string, unknown>[] = [];
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(code = 1000): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: "" });
  }
  say(...events: Event[]): void {
    this.onmessage?.({ data: JSON.stringify(events.length === 1 ? events[0] : events) });
  }
  types(): unknown[] {
    return this.sent.map((command) => command.type);
  }
}

/** What the browser keeps for all pages; nothing, where a test does not say. */
let kept: Storage | undefined;

class Server {
  /** What nobody waited for any more, and why it was refused. */
  readonly late: [string, string][] = [];
  readonly sockets: FakeSocket[] = [];
  readonly timers: { readonly milliseconds: number; readonly action: () => void }[] = [];
  /** A page that is drawn at once; a test may hold it back. */
  drawing: (action: () => void) => void = (action) => action();
  state = sample.document(0);
  requests = 0;
  /** Requests for the state that are not answered yet. */
  readonly asked: Asked[] = [];
  ids = 0;
  readonly store = new Store();
  readonly session = new Session(
    this.store,
    new Rest((_path, options) => {
      this.requests += 1;
      return new Promise((resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new Error("left")));
        this.asked.push({ resolve, reject });
      });
    }),
    "shop",
    {
      connect: () => {
        const socket = new FakeSocket();
        this.sockets.push(socket);
        return socket;
      },
      after: (milliseconds, action) => {
        const timer = { milliseconds, action };
        this.timers.push(timer);
        return () => this.timers.splice(this.timers.indexOf(timer), 1);
      },
      beforeDrawing: (action) => this.drawing(action),
      jitter: () => 1,
    },
    () => {
      this.ids += 1;
      return `id${this.ids}`;
    },
    new Outbox(kept, "shop", ({ commandId }, { code }) => void this.late.push([commandId, code])),
  );

  /** Answer with the state as it is now. */
  answer(): void {
    this.asked.shift()?.resolve(new Response(inLines(this.state)));
  }

  /** Answer whatever is asked until nothing more is. */
  async settled(): Promise<void> {
    await turned();
    while (this.asked.length > 0) {
      this.answer();
      await turned();
    }
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }

  /** Accept the newest connection and let the reload finish. */
  async accept(more: Parameters<typeof sample.opened>[0] = {}): Promise<void> {
    this.socket.onopen?.({});
    this.socket.say(sample.opened(more));
    await this.settled();
  }

  comeBack(): void {
    this.timers.shift()?.action();
  }
}

interface Asked {
  readonly resolve: (response: Response) => void;
  readonly reject: (why: Error) => void;
}

/** Long enough for a stream of a few lines to be read. */
const turned = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2));

let server: Server;
beforeEach(() => {
  kept = undefined;
  server = new Server();
  server.session.open();
});

describe("opening", () => {
  test("a fresh page opens without a place to resume and loads the state", async () => {
    server.state = sample.document(5, { graph: { nodes: [sample.node("a")], edges: [] } });
    await server.accept();
    expect(server.socket.sent[0]).toEqual({
      type: "session.open",
      protocolVersion: 1,
      projectId: "shop",
      language: "zxx",
    });
    expect(server.store.get().connection).toMatchObject({
      status: "open",
      sequence: 5,
      access: "editor",
      reload: false,
    });
    expect(server.store.get().graph.nodes.size).toBe(1);
  });

  test("events that arrive while the state is loading are played in after it", async () => {
    server.state = sample.document(5);
    server.socket.onopen?.({});
    server.socket.say(sample.opened(), sample.commit(5), sample.commit(6));
    await server.settled();
    expect(server.store.get().commits.map((commit) => commit.sequence)).toEqual([6]);
  });

  test("after a loss it comes back, says where it stopped, and hears only what it missed", async () => {
    server.state = sample.document(5);
    await server.accept();
    server.socket.close(1006);
    expect(server.store.get().connection.status).toBe("reconnecting");
    server.comeBack();
    await server.accept({ resume: "events", sequence: 6 });
    server.socket.say(sample.commit(6));
    expect(server.socket.sent[0]).toMatchObject({ since: { epoch: "e1", sequence: 5 } });
    expect([server.requests, server.store.get().connection.sequence]).toEqual([1, 6]);
  });

  test("a line that is opened once more goes on, and what was not answered is sent again on it", async () => {
    server.state = sample.document(5);
    await server.accept();
    void server.session.send({ type: "changes.undo" });
    server.socket.say(sample.opened({ resume: "events", sequence: 6, sessionId: "s2" }), sample.commit(6));
    const undo = { type: "changes.undo", commandId: "id1" };
    expect([server.sockets.length, server.requests, server.store.get().connection.sequence]).toEqual([1, 1, 6]);
    expect(server.socket.sent.filter(({ type }) => type === "changes.undo")).toEqual([undo, undo]);
  });

  test("a line that is opened once more while the state is on its way has the state, and what came after it", async () => {
    server.socket.onopen?.({});
    server.socket.say(sample.opened());
    server.state = sample.document(5);
    server.socket.say(sample.opened({ resume: "events", sequence: 5 }), sample.commit(6));
    await server.settled();
    expect(server.store.get().connection).toMatchObject({ status: "open", sequence: 6, reload: false });
  });

  test("what comes before the page is drawn is taken in at once, and none of it is lost with the line", async () => {
    await server.accept();
    let told = 0;
    server.store.subscribe(() => {
      told += 1;
    });
    const drawings: (() => void)[] = [];
    server.drawing = (action) => void drawings.push(action);
    server.socket.say(sample.commit(1));
    server.socket.say(sample.commit(2), sample.commit(3));
    expect([drawings.length, told]).toEqual([1, 0]);
    drawings[0]?.();
    expect([server.store.get().connection.sequence, told]).toEqual([3, 1]);
    server.socket.say(sample.commit(4));
    server.socket.close(1006);
    expect(server.store.get().connection).toMatchObject({ sequence: 4, status: "reconnecting" });
  });

  test("[R-136] a line that has died without a word is given up, and one on which the server says that it is there is not", async () => {
    await server.accept();
    const silence = (): void => {
      expect(server.timers.map(({ milliseconds }) => milliseconds)).toEqual([SILENCE_MS]);
      server.comeBack();
    };
    silence();
    server.socket.say();
    silence();
    expect([server.sockets.length, server.store.get().connection.status]).toEqual([1, "open"]);
    silence();
    expect(server.store.get().connection.status).toBe("reconnecting");
    server.comeBack();
    expect(server.sockets.length).toBe(2);
  });

  test("each failure waits twice as long, up to eight seconds", () => {
    for (let index = 0; index < 7; index += 1) {
      server.socket.close(1006);
      server.comeBack();
    }
    server.socket.close(1006);
    expect(server.timers[0]?.milliseconds).toBe(8_000);
  });

  test("a hole in the sequence fetches the state anew", async () => {
    await server.accept();
    server.state = sample.document(9);
    server.socket.say(sample.commit(8));
    await server.settled();
    expect([server.requests, server.store.get().connection.sequence]).toEqual([2, 9]);
  });

  test.each([
    [4401, "notAuthenticated"],
    [4404, "notFound"],
    [4426, "protocolVersion"],
  ])("close code %i ends it, with %s as the reason", async (code, reason) => {
    await server.accept();
    server.socket.close(code);
    expect(server.store.get().connection).toMatchObject({ status: "ended", reason: { code: reason } });
    expect(server.timers).toEqual([]);
  });
});

describe("the first state", () => {
  const shown = sample.document(5, { graph: { nodes: [sample.node("a")], edges: [] } });
  const large = Array.from({ length: 2_000 }, (_, at) => sample.node(`n${at}`, { descr: "Long." }));

  test("is asked for before the line is open, once", async () => {
    expect([server.requests, server.sockets.length]).toEqual([1, 1]);
    server.state = shown;
    server.answer();
    await turned();
    expect(server.store.get().project).toBeUndefined();
    await server.accept({ sequence: 5 });
    expect([server.requests, server.store.get().graph.nodes.size]).toEqual([1, 1]);
  });

  test("is asked for anew where something happened between it and the opening of the line", async () => {
    server.state = sample.document(4);
    server.answer();
    server.state = shown;
    await server.accept({ sequence: 5 });
    expect([server.requests, server.store.get().connection.sequence]).toEqual([2, 5]);
  });

  test("of another epoch than the line is asked for anew", async () => {
    server.state = sample.document(5, { epoch: "e0" });
    server.answer();
    server.state = shown;
    await server.accept({ sequence: 5 });
    expect([server.requests, server.store.get().connection.epoch]).toEqual([2, "e1"]);
  });

  test("that came to nothing is asked for again when the line is open", async () => {
    server.asked.shift()?.reject(new Error("no network"));
    server.state = shown;
    await server.accept({ sequence: 5 });
    expect([server.requests, server.store.get().connection.status]).toEqual([2, "open"]);
  });

  test("that ends in the middle is nothing, and the line is opened anew when that goes on", async () => {
    const half = inLines(shown).split("\n").slice(0, -2).join("\n");
    for (let times = 0; times < 4; times += 1) {
      server.asked.shift()?.resolve(new Response(half));
      if (times === 0) {
        server.socket.onopen?.({});
        server.socket.say(sample.opened({ sequence: 5 }));
      }
      await turned();
    }
    expect(server.store.get()).toMatchObject({ connection: { status: "reconnecting", sequence: 0 } });
    expect(server.store.get().project).toBeUndefined();
    server.state = shown;
    server.comeBack();
    await server.accept({ sequence: 5 });
    expect(server.store.get()).toMatchObject({ connection: { status: "open", sequence: 5 } });
  });

  test("of a large model is outlined before it is whole: nothing to count, find or change", async () => {
    const state = sample.document(5, { graph: { nodes: large, edges: [sample.edge("e", "n0", "n1")] } });
    const [outline, rest] = inLines(state).split(/(?<="outlined"\}\n)/);
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    server.asked.shift()?.resolve(new Response(stream.readable));
    server.socket.onopen?.({});
    server.socket.say(sample.opened({ sequence: 5 }));
    void writer.write(new TextEncoder().encode(outline));
    await turned();
    const meanwhile = server.store.get();
    expect([meanwhile.outline?.nodes.size, meanwhile.graph.nodes.size, meanwhile.project]).toEqual([
      2_000,
      0,
      undefined,
    ]);
    const after = sample.node("n0", { name: "Renamed", descr: "Longer." });
    const before = large[0] as (typeof large)[0];
    server.socket.say(sample.commit(6, { changes: [{ element: "node", before, after }] }));
    void writer.write(new TextEncoder().encode(rest));
    void writer.close();
    await turned();
    const whole = server.store.get();
    expect([whole.outline, whole.graph.nodes.size, whole.graph.edges.get("e")?.source]).toEqual([
      undefined,
      2_000,
      "n0",
    ]);
    expect(whole.graph.nodes.get("n0")).toEqual(after);
  });

  test("of a large model is put away when access ends while it comes, and nothing of it is drawn after", async () => {
    const [outline, rest] = inLines(sample.document(5, { graph: { nodes: large, edges: [] } })).split(
      /(?<="outlined"\}\n)/,
    );
    const stream = new TransformStream<Uint8Array, Uint8Array>();
    const writer = stream.writable.getWriter();
    server.asked.shift()?.resolve(new Response(stream.readable));
    server.socket.onopen?.({});
    server.socket.say(sample.opened({ sequence: 5 }));
    void writer.write(new TextEncoder().encode(outline));
    await turned();
    expect(server.store.get().outline?.nodes.size).toBe(2_000);
    server.socket.close(4403);
    expect(server.store.get()).toMatchObject({ outline: undefined, connection: { status: "ended" } });
    writer.write(new TextEncoder().encode(rest)).catch(() => undefined);
    writer.close().catch(() => undefined);
    await turned();
    const { project, outline: drawn, graph } = server.store.get();
    expect([project, drawn, graph.nodes.size]).toEqual([undefined, undefined, 0]);
  });

  test("that stops in the middle without an end is given up after a while", async () => {
    vi.useFakeTimers();
    try {
      const stream = new TransformStream<Uint8Array, Uint8Array>();
      const writer = stream.writable.getWriter();
      const rest = new Rest(() => Promise.resolve(new Response(stream.readable)));
      const told = rest.state("shop", () => undefined, new AbortController().signal).then(undefined, String);
      void writer.write(new TextEncoder().encode(inLines(shown).slice(0, 20)));
      await vi.advanceTimersByTimeAsync(STATE_SILENCE_MS - 1);
      expect(await Promise.race([told, Promise.resolve("waits")])).toBe("waits");
      await vi.advanceTimersByTimeAsync(1);
      expect(await told).toBe("ServerError: nothing came for too long");
    } finally {
      vi.useRealTimers();
    }
  });

  test("and any other answer that is cut off in the middle is refused like one that never came", async () => {
    const cut = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (end) => end.enqueue(new TextEncoder().encode('{"revision":')),
        pull: (end) => end.error(new TypeError("network error")),
      });
    const rest = new Rest(() => Promise.resolve(new Response(cut())));
    const all = [rest.get("a"), rest.post("a", {}), rest.put("a", {}), rest.delete("a"), rest.text("a")];
    const told = await Promise.allSettled(all);
    for (const each of told) expect(each).toMatchObject({ reason: { name: "ServerError", code: "unreachable" } });
  });

  test("that never comes is not waited for by the line after", async () => {
    server.socket.onopen?.({});
    server.socket.say(sample.opened({ sequence: 5 }));
    server.asked.shift();
    server.socket.onclose?.({ code: 1006, reason: "" });
    server.comeBack();
    server.state = shown;
    await server.accept({ sequence: 5 });
    expect([server.requests, server.store.get().graph.nodes.size]).toEqual([2, 1]);
  });

  test("that stays behind the line is not shown: another line is opened", async () => {
    server.state = sample.document(4);
    await server.accept({ sequence: 5 });
    expect(server.store.get()).toMatchObject({ connection: { status: "reconnecting", sequence: 0 } });
    server.comeBack();
    server.state = shown;
    await server.accept({ sequence: 5 });
    expect(server.store.get()).toMatchObject({ connection: { status: "open", sequence: 5 } });
  });

  test("is not waited for by who leaves", async () => {
    server.session.close();
    await turned();
    expect([server.store.get().connection.status, server.store.get().project]).toEqual(["closed", undefined]);
  });
});

describe("commands", () => {
  test("a command is answered by the reply that names it", async () => {
    await server.accept();
    const answer = server.session.send({ type: "changes.undo" });
    expect(server.store.get().connection.unsent).toBe(1);
    server.socket.say({ type: "reply", replyTo: "id1", result: { commitId: "c1" }, sequence: 1 } as unknown as Event);
    expect([await answer, server.store.get().connection.unsent]).toEqual([{ commitId: "c1" }, 0]);
  });

  test("a network that is gone ends the line at once, and a message that was not taken is told until it is", async () => {
    await server.accept();
    server.session.networkLost();
    expect(server.store.get().connection.status).toBe("reconnecting");
    void server.session.send({ type: "message.send", text: "A gate.", workflow: "auto", threadId: "t1" } as never);
    void server.session.send({ type: "changes.undo" });
    const unheard = { commandId: "id1", text: "A gate.", threadId: "t1" };
    expect(server.store.get().connection).toMatchObject({ unsent: 2, unheard: [unheard] });
    server.comeBack();
    await server.accept({ resume: "events" });
    server.socket.say({ type: "reply", replyTo: "id1", result: {}, sequence: 1 } as unknown as Event);
    expect(server.store.get().connection).toMatchObject({ status: "open", unsent: 1, unheard: [] });
  });

  test("a refusal keeps its code and its fields", async () => {
    await server.accept();
    const answer = server.session.send({ type: "changes.undo" });
    server.socket.say({
      type: "error",
      replyTo: "id1",
      code: "conflict",
      message: "no",
      retry: "never",
      fields: { a: 1 },
    });
    await expect(answer).rejects.toMatchObject({ code: "conflict", fields: { a: 1 } } satisfies Partial<ServerError>);
  });

  test("what was not answered is sent again with the same id, in the same order", async () => {
    await server.accept();
    void server.session.send({ type: "changes.undo" });
    server.socket.close(1006);
    void server.session.send({ type: "changes.redo" });
    expect(server.store.get().connection.unsent).toBe(2);
    server.comeBack();
    await server.accept({ resume: "events" });
    expect(server.socket.sent.slice(1, 3)).toEqual([
      { type: "changes.undo", commandId: "id1" },
      { type: "changes.redo", commandId: "id2" },
    ]);
  });

  test("nothing is sent before the session is open", () => {
    void server.session.send({ type: "changes.undo" });
    server.socket.onopen?.({});
    expect(server.socket.types()).toEqual(["session.open"]);
  });

  test("when the connection is over, whoever waits is told", async () => {
    await server.accept();
    const answer = server.session.send({ type: "changes.undo" });
    server.socket.close(4401);
    await expect(answer).rejects.toMatchObject({ code: "notAuthenticated" });
  });
});

describe("[U-633] what waits when the page goes", () => {
  const shelf = (): Storage => {
    const held = new Map<string, string>();
    return {
      get length() {
        return held.size;
      },
      key: (at: number) => [...held.keys()][at] ?? null,
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => void held.set(key, value),
      removeItem: (key: string) => void held.delete(key),
      clear: () => held.clear(),
    };
  };
  const rename = { type: "changes.submit", baseRevision: 1, operations: [] } as const;
  const undo = { type: "changes.undo" } as const;

  test("is sent by the next page of the same person in the order of before, with its ids, and forgotten with the answer", async () => {
    const storage = shelf();
    kept = storage;
    const one = new Server();
    one.session.open();
    await one.accept();
    one.socket.close(1006);
    void one.session.send(rename);
    void one.session.send(undo);
    void one.session.send({ ...rename, dryRun: true });
    one.session.close();
    const two = new Server();
    two.session.open();
    await two.accept();
    const writing = (): unknown[] => two.socket.sent.filter((each) => "commandId" in each);
    expect(writing()).toEqual([
      { ...rename, commandId: "id1" },
      { ...undo, commandId: "id2" },
    ]);
    expect(two.store.get().connection.unsent).toBe(2);
    two.socket.say({ type: "reply", replyTo: "id2", result: {} } as Event);
    two.socket.say({ type: "error", replyTo: "id1", code: "conflict", message: "no", retry: "never" } as Event);
    expect(two.late).toEqual([["id1", "conflict"]]);
    expect([two.store.get().connection.unsent, storage.length]).toEqual([0, 0]);
  });

  test("is not sent for somebody else, nor when the server knows its id no more", async () => {
    const storage = shelf();
    kept = storage;
    const one = new Server();
    one.session.open();
    await one.accept();
    void one.session.send(undo);
    one.session.putAway();
    const other = new Server();
    other.session.open();
    await other.accept({ person: { personId: "p9", name: "Zoe", access: "editor" } });
    expect(other.socket.types()).not.toContain("changes.undo");
    const [key] = [storage.key(0) ?? ""];
    storage.setItem(
      key,
      JSON.stringify({ ...JSON.parse(storage.getItem(key) ?? ""), at: Date.now() - 7 * 86_400_000 }),
    );
    const later = new Server();
    later.session.open();
    await later.accept();
    expect([later.socket.types().includes("changes.undo"), storage.length]).toEqual([false, 0]);
  });
});
