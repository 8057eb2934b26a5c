/** A real server on a data folder of its own, and what the tests ask of it over REST, as the owner or as somebody else. */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { BrowserContextOptions } from "@playwright/test";

type Cookies = NonNullable<Exclude<BrowserContextOptions["storageState"], string | undefined>>;
type Json = Readonly<Record<string, unknown>>;

const COMMAND = process.env["GRAPHWRIGHT_COMMAND"] ?? resolve(import.meta.dirname, "../../.venv/bin/graphwright");

/** Somebody who is logged in: as a browser, and as a program that uses the same cookie. */
export class Person {
  constructor(readonly name: string, readonly origin: string, private readonly cookie: string) {}

  /** What a browser context starts with, so that its pages are logged in. */
  get storage(): Cookies {
    const [name, ...value] = this.cookie.split("=");
    const { hostname } = new URL(this.origin);
    const cookie = { name: name ?? "", value: value.join("="), domain: hostname, path: "/", expires: -1 };
    return { cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Strict" }], origins: [] };
  }

  async ask<T = Json>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { cookie: this.cookie, origin: this.origin, "content-type": "application/json" };
    const answer = await fetch(this.origin + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

export class Server {
  private constructor(
    readonly origin: string,
    readonly owner: Person,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** Starts `graphwright serve` (or `demo`) and goes in through its one-time link. */
  static async start(command: "serve" | "demo", settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), "graphwright-e2e-"));
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GRAPHWRIGHT_"));
    const env = { ...Object.fromEntries(inherited), GRAPHWRIGHT_DATA: folder, GRAPHWRIGHT_PORT: "0", ...settings };
    const child = spawn(COMMAND, [command, "--json"], { env, stdio: ["ignore", "pipe", "pipe"] });
    const told: string[] = [];
    child.stderr.on("data", (text: Buffer) => told.push(text.toString()));
    const ready = await new Promise<{ address: string; link: string }>((done, fail) => {
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`${COMMAND} ${command} ended with ${code}: ${told.join("")}`)));
      createInterface(child.stdout).once("line", (line) => {
        const said = JSON.parse(line);
        if (said.error === undefined) done(said);
        else fail(new Error(`${COMMAND} ${command}: ${line}`));
      });
    });
    const origin = ready.address.replace(/\/$/, "");
    const owner = await enter("owner", origin, ready.link.split("#ticket=")[1] ?? "");
    return new Server(origin, owner, child, folder);
  }

  /** A person of their own, with an account, invited into a project as the page's owner would do it. */
  async invite(name: string, project: string): Promise<Person> {
    const { ticket } = await this.owner.ask<{ ticket: string }>("PUT", `/api/projects/${project}/members`, { name, access: "editor" });
    return enter(name, this.origin, ticket);
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const ended = new Promise((done) => this.process.once("exit", done));
      this.process.kill("SIGTERM");
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Exchanges a one-time ticket for a cookie. */
async function enter(name: string, origin: string, ticket: string): Promise<Person> {
  const headers = { origin, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/session`, { method: "POST", headers, body: JSON.stringify({ ticket }) });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || cookie === undefined) throw new Error(`log-in: ${answer.status} ${await answer.text()}`);
  return new Person(name, origin, cookie);
}
