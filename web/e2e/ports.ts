/** Ports for servers that are told where to listen. */

import { createServer } from "node:net";

/** Below those of Linux's own (`ip_local_port_range`): the system gives them to nobody by itself. */
const [FIRST, COUNT] = [20_000, 12_000];
const given = new Set<number>();

/** A port that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });
}
