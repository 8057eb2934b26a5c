import { expect, test } from "vitest";
import { askedAhead } from "../../src/session/ahead";
import type { Fetch } from "../../src/session/rest";

/** Answers each request with its path and how many came before it; refuses those of somebody who is not in. */
class Door {
  readonly asked: string[] = [];
  readonly signals: (AbortSignal | null | undefined)[] = [];
  isIn = true;

  readonly fetch: Fetch = (path, options = {}) => {
    this.asked.push(`${options.method ?? "GET"} ${path}`);
    this.signals.push(options.signal);
    if (path === "/unreachable") return Promise.reject(new TypeError("no line"));
    return Promise.resolve(new Response(`${path} ${this.asked.length}`, { status: this.isIn ? 200 : 401 }));
  };
}

const said = async (answer: Promise<Response>): Promise<string> => (await answer).text();

test("what was asked ahead answers the first who asks; the second asks again", async () => {
  const door = new Door();
  const fetch = askedAhead(door.fetch, ["/session", "/state"]);
  expect(door.asked).toEqual(["GET /session", "GET /state"]);
  expect(await said(fetch("/state"))).toBe("/state 2");
  expect(await said(fetch("/other"))).toBe("/other 3");
  expect(await said(fetch("/state"))).toBe("/state 4");
});

test("a refusal, and a line that was not there, are no answers: it is asked anew", async () => {
  const door = new Door();
  door.isIn = false;
  const fetch = askedAhead(door.fetch, ["/session", "/unreachable"]);
  door.isIn = true;
  expect(await said(fetch("/session"))).toBe("/session 3");
  await expect(fetch("/unreachable")).rejects.toThrow("no line");
});

test("after something was changed nothing that was asked before it is an answer", async () => {
  const door = new Door();
  const fetch = askedAhead(door.fetch, ["/session"]);
  await fetch("/session", { method: "DELETE" });
  expect(await said(fetch("/session"))).toBe("/session 3");
});

test("who asks may end it as if they had begun it", () => {
  const door = new Door();
  const fetch = askedAhead(door.fetch, ["/state"]);
  const stop = new AbortController();
  void fetch("/state", { signal: stop.signal });
  expect(door.signals[0]?.aborted).toBe(false);
  stop.abort();
  expect(door.signals[0]?.aborted).toBe(true);
});
