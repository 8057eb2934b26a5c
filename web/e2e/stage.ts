/**
 * What every story starts from: a server with the assistant it needs, two people in browsers of their own, an empty project.
 *
 * Whatever a story does, no page may send anything to another server, break its Content-Security-Policy or throw: that is
 * checked at the end of each of them.
 */

import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { ScriptedModel } from "./scriptedModel";
import { isLater, type Person, Server } from "./server";

/** One server, and the two people who have accounts there. */
export class House {
  private count = 0;
  private ben: Person | undefined;

  constructor(readonly server: Server) {}

  /** An empty project that both may change; which of them it is does not matter where it is given no name. */
  async project(
    options: { readonly name?: string; readonly policy?: string; readonly profile?: string } = {},
  ): Promise<Project> {
    this.count += 1;
    const { name = `story-${this.count}` } = options;
    await this.make({ ...options, name });
    if (this.ben === undefined) this.ben = await this.server.invite("Ben", name);
    else await this.server.owner.ask("PUT", `/api/projects/${name}/members`, { name: "Ben", access: "editor" });
    return new Project(name, this.server.owner, this.ben);
  }

  /** A project that was made though nobody could say so is not made again. */
  private async make(wanted: { readonly name: string }): Promise<void> {
    const { owner } = this.server;
    try {
      await owner.ask("POST", "/api/projects", wanted);
    } catch (error) {
      if (!isLater(error)) throw error;
      const { projects } = await owner.ask<{ projects: readonly { name: string }[] }>("GET", "/api/projects");
      if (!projects.some(({ name }) => name === wanted.name)) await this.make(wanted);
    }
  }

  /** The project that `graphwright demo` makes. */
  example(): Project {
    return new Project("order-system", this.server.owner, this.server.owner);
  }
}

export class Project {
  constructor(
    readonly name: string,
    readonly ana: Person,
    readonly ben: Person,
  ) {}

  get path(): string {
    return `/api/projects/${this.name}`;
  }

  /** Sends a change set as Ana and answers with the ids of the nodes it made, by their temporary ids. */
  async change(...operations: readonly object[]): Promise<Readonly<Record<string, string>>> {
    const { revision } = await this.ana.ask<{ revision: number }>("GET", this.path);
    const body = { commandId: crypto.randomUUID(), baseRevision: revision, operations };
    const done = await this.ana.ask<{ commit?: { aliases: Record<string, string> } }>(
      "POST",
      `${this.path}/changes`,
      body,
    );
    return done.commit?.aliases ?? {};
  }
}

/** Opens pages for people, watches what they send, and closes them in the end. */
export class Doors {
  readonly complaints: string[] = [];
  private readonly contexts: { close(): Promise<void> }[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly defaults: BrowserContextOptions,
  ) {}

  /** A browser of one's own with the project open and live. */
  async open(person: Person, project: Project, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.enter(person.origin, { storageState: person.storage, ...options });
    await page.goto(`${person.origin}/#/p/${project.name}`);
    await isLive(page);
    return page;
  }

  /** The same as somebody sees it who was never here. */
  async openAsNew(person: Person, project: Project, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.enter(person.origin, { storageState: person.storage, ...options }, []);
    await page.goto(`${person.origin}/#/p/${project.name}`);
    await isLive(page);
    return page;
  }

  /** A page that is nowhere yet. */
  async enter(origin: string, options: BrowserContextOptions = {}, before = [showAll]): Promise<Page> {
    const context = await this.browser.newContext({ ...this.defaults, ...options });
    this.contexts.push(context);
    await context.exposeFunction("complain", (told: string) => this.complaints.push(told));
    await context.addInitScript(() => {
      const { complain } = window as unknown as { complain: (told: string) => void };
      document.addEventListener("securitypolicyviolation", (event) =>
        complain(
          `policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ""}:${event.lineNumber}`,
        ),
      );
    });
    context.on("request", (request) => {
      if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
        this.complaints.push(`foreign request: ${request.url()}`);
    });
    context.on("weberror", (error) => this.complaints.push(`thrown: ${error.error().stack || error.error().message}`));
    // Most stories look at one thing on all canvases at once.
    for (const script of before) await context.addInitScript(script);
    const page = await context.newPage();
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(origin).host) this.complaints.push(`foreign socket: ${socket.url()}`);
    });
    page.on("dialog", (dialog) => {
      this.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return page;
  }

  async close(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
  }
}

interface Each {
  readonly doors: Doors;
}

interface Shared {
  /** Answered by the offline assistant. */
  readonly unaided: House;
  /** The sample project of `graphwright demo`, called order-system. */
  readonly sample: House;
  readonly model: ScriptedModel;
  /** Answered by `model`. */
  readonly scripted: House;
}

export const test = base.extend<Each, Shared>({
  doors: async ({ browser, contextOptions, viewport, locale, colorScheme }, use) => {
    const doors = new Doors(browser, { ...contextOptions, viewport, locale: locale ?? "en-GB", colorScheme });
    await use(doors);
    await doors.close();
    expect(doors.complaints).toEqual([]);
  },
  unaided: [async ({}, use) => serving("serve", {}, use), { scope: "worker" }],
  sample: [async ({}, use) => serving("demo", {}, use), { scope: "worker" }],
  model: [
    async ({}, use) => {
      const model = await ScriptedModel.start();
      await use(model);
      await model.stop();
    },
    { scope: "worker" },
  ],
  scripted: [
    async ({ model }, use) =>
      serving("serve", { GRAPHWRIGHT_MODEL: "openai-compatible:scripted", GRAPHWRIGHT_BASE_URL: model.address }, use),
    { scope: "worker" },
  ],
});

async function serving(
  command: "serve" | "demo",
  settings: Readonly<Record<string, string>>,
  use: (house: House) => Promise<void>,
): Promise<void> {
  const server = await Server.start(command, settings);
  await use(new House(server));
  await server.stop();
}

/** What a person does who opens every pane, on a page that has kept nothing yet. */
function showAll(): void {
  if (!location.protocol.startsWith("http")) return; // an empty page keeps nothing
  const kept = JSON.parse(localStorage.getItem("graphwright") ?? "{}") as object;
  if (!("panes" in kept))
    localStorage.setItem("graphwright", JSON.stringify({ ...kept, panes: ["graph", "table", "chat"] }));
}

/** Waits until the page knows the project and everything it was told of it. */
export async function isLive(page: Page): Promise<void> {
  await expect(page.locator(".frame")).toBeVisible();
  await expect(page.locator(".composer textarea")).toBeEnabled();
}

export { expect } from "@playwright/test";
