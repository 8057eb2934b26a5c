/** A real server on a data folder of its own, and what the tests ask of it over REST, as the owner or as somebody else. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import type { BrowserContextOptions } from "@playwright/test";
import { PROTOCOL_VERSION } from "../src/protocol";

type Cookies = NonNullable<Exclude<BrowserContextOptions["storageState"], string | undefined>>;
type Json = Readonly<Record<string, unknown>>;

const COMMAND = process.env.GRAPHWRIGHT_COMMAND ?? resolve(import.meta.dirname, "../../.venv/bin/graphwright");

/** Somebody who is logged in: as a browser, and as a program that uses the same cookie. */
export class Person {
  constructor(
    readonly name: string,
    readonly origin: string,
    private readonly cookie: string,
  ) {}

  /** Is in a project and looks at a node, without a page; until the returned function is called. */
  async lookAt(project: string, nodeId: string): Promise<() => void> {
    const headers = {
      ...{ cookie: this.cookie, origin: this.origin, connection: "Upgrade", upgrade: "websocket" },
      ...{ "sec-websocket-version": "13", "sec-websocket-key": randomBytes(16).toString("base64") },
    };
    const asked = request(`${this.origin}/ws`, { headers }).end();
    const [, line] = (await once(asked, "upgrade")) as [unknown, Duplex];
    line.on("error", () => undefined).on("data", answering(line));
    line.write(frame({ type: "session.open", protocolVersion: PROTOCOL_VERSION, projectId: project }));
    line.write(frame({ type: "presence.update", canvas: "graph", focus: [nodeId] }));
    return () => line.destroy();
  }

  /** What a browser context starts with, so that its pages are logged in. */
  get storage(): Cookies {
    const [name, ...value] = this.cookie.split("=");
    const { hostname } = new URL(this.origin);
    const cookie = { name: name ?? "", value: value.join("="), domain: hostname, path: "/", expires: -1 };
    return { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Strict" }], origins: [] };
  }

  /** Once more where one of several servers has gone away in the middle and it does not matter how often it is asked. */
  async ask<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    for (;;) {
      try {
        return await this.told(method, path, "application/json", body === undefined ? undefined : JSON.stringify(body));
      } catch (error) {
        const isOnce = method !== "POST" || (typeof body === "object" && body !== null && "commandId" in body);
        if (!isOnce || !isLater(error)) throw error;
      }
    }
  }

  /** A file, as it is. */
  async bring(path: string, file: string): Promise<void> {
    await this.told("POST", path, "application/octet-stream", file);
  }

  private async told<T>(method: string, path: string, media: string, body: string | undefined): Promise<T> {
    const headers = { cookie: this.cookie, origin: this.origin, "content-type": media };
    const answer = await fetch(this.origin + path, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** Whether the server says that another attempt may be answered: on a busy machine a server may lose its projects. */
export const isLater = (error: unknown): boolean => String(error).includes('"retry":"later"');

/** A short text as a browser sends it, under a mask of zeros. */
function frame(command: object): Buffer {
  const text = Buffer.from(JSON.stringify(command));
  return Buffer.concat([Buffer.from([0x81, 0xfe, text.length >> 8, text.length & 0xff, 0, 0, 0, 0]), text]);
}

/** Of what a server tells only whether somebody is still there is answered. */
function answering(line: Duplex): (piece: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 10 || (rest.length >= 2 && ((rest[1] ?? 0) & 0x7f) < 126)) {
      const [kind = 0, size = 0] = rest;
      const start = size < 126 ? 2 : size === 126 ? 4 : 10;
      const length = size < 126 ? size : size === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < start + length) return;
      const told = rest.subarray(start, start + length);
      if (kind === 0x89) line.write(Buffer.concat([Buffer.from([0x8a, 0x80 | size, 0, 0, 0, 0]), told]));
      rest = rest.subarray(start + length);
    }
  };
}

type Settings = Readonly<Record<string, string>>;

export class Server {
  private constructor(
    readonly origin: string,
    readonly owner: Person,
    private process: ChildProcess,
    private readonly folder: string,
    private readonly settings: Settings,
  ) {}

  /** Starts `graphwright serve` (or `demo`) and goes in through its one-time link. */
  static async start(command: "serve" | "demo", settings: Settings = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "graphwright-e2e-"));
    const { child, address, link } = await launch(command, {
      GRAPHWRIGHT_DATA: folder,
      GRAPHWRIGHT_PORT: "0",
      ...settings,
    });
    const origin = address.replace(/\/$/, "");
    const owner = await enter("owner", origin, link.split("#ticket=")[1] ?? "");
    return new Server(origin, owner, child, folder, settings);
  }

  /** A ticket for a person of their own, who becomes an editor of a project. */
  async ticket(name: string, project: string): Promise<string> {
    return (
      await this.owner.ask<{ ticket: string }>("PUT", `/api/projects/${project}/members`, { name, access: "editor" })
    ).ticket;
  }

  /** The same, gone in. */
  async invite(name: string, project: string): Promise<Person> {
    return enter(name, this.origin, await this.ticket(name, project), "a long enough password");
  }

  /** What somebody types at the machine of the server, while it runs. */
  async run(...words: readonly string[]): Promise<void> {
    await promisify(execFile)(COMMAND, words, { env: { ...withoutOurs(), GRAPHWRIGHT_DATA: this.folder } });
  }

  /** Dies without a chance to tidy up, as in a power cut. */
  async kill(): Promise<void> {
    await end(this.process, "SIGKILL");
  }

  /** Starts again with the same folder at the same address. */
  async revive(): Promise<void> {
    const again = { GRAPHWRIGHT_DATA: this.folder, GRAPHWRIGHT_PORT: new URL(this.origin).port, ...this.settings };
    this.process = (await launch("serve", again)).child;
  }

  async stop(): Promise<void> {
    await end(this.process, "SIGTERM");
    await rm(this.folder, { recursive: true, force: true });
  }
}

interface Launched {
  readonly child: ChildProcess;
  readonly address: string;
  readonly link: string;
}

/** What programs are given here, without what this machine says of our own. */
function withoutOurs(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GRAPHWRIGHT_")));
}

function launch(command: string, settings: Settings): Promise<Launched> {
  const env = { ...withoutOurs(), ...settings };
  const child = spawn(COMMAND, [command, "--json"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const told: string[] = [];
  child.stderr.on("data", (text: Buffer) => told.push(text.toString()));
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => fail(new Error(`${COMMAND} ${command} ended with ${code}: ${told.join("")}`)));
    createInterface(child.stdout).once("line", (line) => {
      const said = JSON.parse(line);
      if (said.error === undefined) done({ child, ...said });
      else fail(new Error(`${COMMAND} ${command}: ${line}`));
    });
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}

/** Exchanges a one-time ticket for a cookie; who was invited chooses a password with it. */
async function enter(name: string, origin: string, ticket: string, password?: string): Promise<Person> {
  const headers = { origin, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ticket, password }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || cookie === undefined) throw new Error(`log-in: ${answer.status} ${await answer.text()}`);
  return new Person(name, origin, cookie);
}
