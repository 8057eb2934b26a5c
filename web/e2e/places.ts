/**
 * The places of the workbench, each with something in it, in the same words each time: what the kept pictures show.
 *
 * What only the machine knows (dates, durations) is told by one moment; ids are never shown. Each place is made on a
 * project of its own name, so that none depends on another.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ScriptedModel } from "./scriptedModel";
import { Server } from "./server";
import { type Doors, expect, House, isLive, type Project } from "./stage";
import { ask, box, chat, drawer, graph, inspector, keys, messages, openTab, rail, row, table } from "./view";

/** Shows the place on a page that is wide. */
type Show = () => Promise<Page>;

export interface Setting {
  readonly doors: Doors;
  /** The project of `graphwright demo`, and the offline assistant. */
  readonly sample: House;
  /** Answered by `model`. */
  readonly scripted: House;
  readonly model: ScriptedModel;
}

const DOCUMENTS = join(import.meta.dirname, "../../examples/carport/documents");
const LAWS = ["bauordnung-nordland.md", "bauordnung-suedland.md", "carport-guide.en.md"];

/** By name, how to get there. */
export function places({ doors, sample, scripted, model }: Setting): Readonly<Record<string, Show>> {
  const { origin } = sample.server;

  const open = async (project: Project): Promise<Page> => {
    const { origin: address, storage } = project.ana;
    const page = await doors.enter(address, { storageState: storage }, [tellOneMoment]);
    await page.goto(`${address}/#/p/${project.name}`);
    await isLive(page);
    return page;
  };
  const shop = async (): Promise<Page> => {
    const page = await open(sample.example());
    await expect(box(page, "OrderSystem")).toBeVisible();
    await findingsCome(page);
    await chat(page).getByRole("button", { name: "New thread", exact: true }).click(); // what was said is told elsewhere
    await nextStepsCome(page);
    return page;
  };
  const inDrawer = async (page: Page, name: string): Promise<void> =>
    rail(page).getByRole("button", { name }).first().click();
  /** So are the sentences that a conversation may begin with. */
  const nextStepsCome = (page: Page): Promise<void> =>
    expect(chat(page).locator(".next-steps button").first()).toBeVisible();
  /** What is wrong is found beside the work, and shown a moment later. */
  const findingsCome = (page: Page): Promise<void> =>
    expect(rail(page).locator("[data-drawer=problems] .count")).toBeVisible();
  const withLaws = async (project: Project, page: Page): Promise<void> => {
    for (const name of LAWS) {
      const text = await readFile(join(DOCUMENTS, name), "utf8");
      await project.ana.bring(`${project.path}/documents?name=${name}`, text);
    }
    await inDrawer(page, "Documents");
    await expect(drawer(page).locator(".document-list li")).toHaveCount(LAWS.length);
  };

  return {
    "sign-in": async () => {
      const page = await doors.enter(origin, {}, [tellOneMoment]);
      await page.goto(origin);
      await expect(page.getByLabel("Password")).toBeVisible();
      return page;
    },
    empty: async () => {
      const page = await open(await sample.project({ name: "first-minutes" }));
      await expect(chat(page).getByRole("heading", { name: "Describe your system" })).toBeVisible();
      return page;
    },
    build: async () => {
      const page = await open(await sample.project({ name: "bikes" }));
      await ask(page, "A rider rents a bike.");
      await expect(chat(page).getByRole("group", { name: "What the answer did" })).toBeVisible();
      await expect(box(page, "Rider")).toBeVisible();
      return page;
    },
    ask: async () => {
      const project = await scripted.project({ name: "orders" });
      await project.change(...SHOP);
      model.answers(
        "How is an order kept?",
        "Somebody buys goods in the shop [UC1], and the shop **ships them in time** [RQ1]:\n\n",
        "- the shop answers for it [SY1],\n- nobody has said yet who checks it.\n",
      );
      const page = await open(project);
      await findingsCome(page);
      await ask(page, "How is an order kept?");
      await expect(messages(page, "assistant").first().locator(".cite").first()).toBeVisible();
      return page;
    },
    investigate: async () => {
      const project = await sample.project({ name: "carport" });
      const page = await open(project);
      await withLaws(project, page);
      await chat(page).getByLabel("Kind of answer").selectOption("investigate");
      await ask(page, "Ist für meinen Carport eine Baugenehmigung nötig?");
      await expect(chat(page).locator(".form-card")).toBeVisible();
      await drawer(page).locator(".document-list li").first().getByRole("button").first().click();
      await drawer(page).locator(".passage").nth(2).click();
      await drawer(page).getByRole("button", { name: "Read as a page" }).click();
      await expect(page.locator(".pane-document .passage[data-chosen=true]")).toBeVisible();
      return page;
    },
    discuss: async () => {
      const project = await sample.project({ name: "payment" });
      await project.change(...SHOP);
      const page = await open(project);
      await findingsCome(page);
      await chat(page).getByLabel("Kind of answer").selectOption("discuss");
      await ask(page, "Should payment and ordering be parted?");
      await expect(drawer(page).locator(".board-group > h3").first()).toBeVisible();
      await expect(drawer(page).getByRole("radio").first()).toBeVisible();
      return page;
    },
    review: async () => {
      const project = await sample.project({ name: "proposed", policy: "review" });
      await propose(project);
      const page = await open(project);
      await findingsCome(page);
      await page.locator(".top .waiting").click();
      await expect(drawer(page).getByRole("treegrid", { name: "Review" })).toBeFocused();
      return page;
    },
    history: async () => {
      const project = await sample.project({ name: "grown" });
      for (const name of ["Ship order", "Pay order", "Bill order"])
        await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name, descr: "Does its part." });
      await project.ana.ask("PUT", `${project.path}/baselines/SRR`, { revision: 1 });
      const page = await open(project);
      await nextStepsCome(page);
      await inDrawer(page, "History");
      await drawer(page).getByRole("slider", { name: "Show the model as it was" }).press("Home");
      await expect(page.getByRole("status").filter({ hasText: "as it was at revision 1" })).toBeVisible();
      return page;
    },
    diagram: async () => {
      const page = await shop();
      await inDrawer(page, "Inspector");
      await box(page, "PackOrder").click();
      await expect(inspector(page).getByLabel("Volatility")).toBeVisible();
      return page;
    },
    clusters: async () => {
      const project = await sample.project({ name: "plant" });
      await project.change(...plant(900));
      const page = await open(project);
      await findingsCome(page);
      await expect(graph(page).locator(".box[data-group=true]").first()).toContainText("more");
      await nextStepsCome(page);
      return page;
    },
    table: async () => {
      const page = await shop();
      await inDrawer(page, "Tables");
      await openTab(page, "FN");
      await row(page, ".FN.").first().getByRole("gridcell").nth(2).click();
      return page;
    },
    matrix: async () => {
      const page = await shop();
      await inDrawer(page, "Matrix");
      await expect(table(page).getByRole("grid")).toBeVisible();
      return page;
    },
    documents: async () => {
      const project = await sample.project({ name: "laws" });
      const page = await open(project);
      await withLaws(project, page);
      await drawer(page).getByRole("searchbox").fill("mittlere Wandhöhe Garagen");
      await drawer(page).getByRole("searchbox").press("Enter");
      await drawer(page).locator(".hit").filter({ hasText: "§ 2 (1)" }).click();
      await expect(drawer(page).locator(".passage[data-chosen=true]")).toBeInViewport();
      return page;
    },
    runs: async () => {
      const page = await shop();
      await inDrawer(page, "Process");
      await expect(drawer(page).getByRole("row").nth(1)).toBeVisible();
      return page;
    },
    overview: async () => {
      const page = await shop();
      await inDrawer(page, "Overview");
      await expect(page.locator(".overview-gates li")).toHaveCount(4);
      return page;
    },
    comments: async () => {
      const project = await sample.project({ name: "remarks" });
      await project.change(...SHOP);
      const page = await open(project);
      await findingsCome(page);
      await inDrawer(page, "Inspector");
      await box(page, "Buy goods").click();
      const field = inspector(page).getByLabel("Write a comment");
      for (const text of ["Is this all?", "Returns are missing, @Ben, are they not?"]) {
        await field.fill(text);
        await field.press("Control+Enter");
        await expect(inspector(page).getByRole("article").filter({ hasText: text })).toBeVisible();
      }
      return page;
    },
    palette: async () => {
      const page = await shop();
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("order");
      await expect(page.getByRole("dialog").locator(".palette-piece").first()).toBeVisible();
      await expect(page.getByRole("dialog").getByRole("status")).toHaveCount(0);
      return page;
    },
    import: async () => {
      const page = await open(await sample.project({ name: "brought" }));
      await keys(page, "g", "f");
      const dialog = page.getByRole("dialog", { name: "Import a model" });
      const buffer = Buffer.from("No,What,Needs\nT1,Pump,T2\nT2,Valve,\n");
      await dialog.locator("input[type=file]").setInputFiles({ name: "things.csv", mimeType: "text/csv", buffer });
      await expect(dialog).toContainText("2 elements, 1 relation");
      return page;
    },
    administration: async () => {
      await sample.project({ name: "administered" }); // with it comes whoever shares all of them
      const page = await shop();
      await page.locator(".top .account").click();
      await page.getByRole("button", { name: "Administration" }).click();
      const dialog = page.getByRole("dialog", { name: "Administration" });
      await dialog.getByRole("button", { name: "People", exact: true }).click();
      await expect(dialog.locator("table")).toBeVisible();
      await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
      return page;
    },
    away: async () => {
      const server = await Server.start("serve");
      const project = await new House(server).project({ name: "line-lost" });
      await project.change(...SHOP);
      const page = await open(project);
      await findingsCome(page);
      await server.stop();
      await expect(page.getByRole("status").filter({ hasText: "Reconnecting" })).toBeVisible();
      return page;
    },
  };
}

const SHOP = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "shop" },
  { op: "node.create", id: "u", nodeType: "UC", name: "Buy goods", descr: "Somebody buys.", tempId: "goods" },
  {
    ...{ op: "node.create", id: "r", nodeType: "REQ", name: "Ship in time", tempId: "time" },
    descr: "The shop shall ship an order within 2 days.",
  },
  { op: "node.create", id: "a", nodeType: "ACTOR", name: "Buyer", descr: "Whoever buys.", tempId: "buyer" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "shop", target: "goods" },
] as const;

/** One function of so many others, each with a name that says which it is. */
function plant(count: number): readonly object[] {
  const top = { op: "node.create", id: "top", nodeType: "FUNC", name: "Run the plant", descr: "All.", tempId: "top" };
  const parts = Array.from({ length: count }, (_, at) => [
    {
      ...{ op: "node.create", id: `n${at}`, nodeType: "FUNC", tempId: `f${at}` },
      ...{ name: `Carry out step ${at}`, descr: `Does what step ${at} asks for.` },
    },
    { op: "edge.create", id: `e${at}`, edgeType: "compose", source: "top", target: `f${at}` },
  ]);
  return [top, ...parts.flat()];
}

/** Something new, something renamed and something taken away, with the reason. */
async function propose(project: Project): Promise<void> {
  const { goods, buyer } = await project.change(...SHOP);
  const { revision } = await project.ana.ask<{ revision: number }>("GET", project.path);
  await project.ana.ask("POST", `${project.path}/proposals`, {
    commandId: crypto.randomUUID(),
    baseRevision: revision,
    reason: "The customer was missing.",
    provenance: { chain: "Interview, page 3" },
    operations: [
      { op: "node.update", id: "place", ref: goods, set: { name: "Buy goods by card" } },
      { op: "node.create", id: "chain", tempId: "chain", nodeType: "FCHAIN", name: "Order chain", descr: "In turn." },
      { op: "edge.create", id: "of", edgeType: "compose", source: goods, target: "chain" },
      { op: "node.create", id: "pay", tempId: "pay", nodeType: "FUNC", name: "Take the money", descr: "Takes it." },
      { op: "edge.create", id: "with", edgeType: "compose", source: "chain", target: "pay" },
      { op: "node.delete", id: "no", ref: buyer },
    ],
  });
}

/** Every date is told as this one, and whatever the server did took as long as everything else. */
function tellOneMoment(): void {
  const moment = new Date("2020-01-02T09:30:00Z"); // before the server's: what goes on has taken no time yet
  Date.now = () => moment.getTime();
  for (const method of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"] as const) {
    const told = Date.prototype[method] as (...given: unknown[]) => string;
    Date.prototype[method] = (...given: unknown[]) => told.apply(moment, given);
  }
  const parse = JSON.parse;
  JSON.parse = (text: string) =>
    parse(text, function (this: { startedAt?: string }, key: string, value: unknown) {
      if (key === "durationMs") return 100;
      const begun = key === "endedAt" && value !== null ? this.startedAt : undefined;
      return begun === undefined ? value : new Date(Date.parse(begun) + 100).toISOString();
    });
  Response.prototype.json = async function () {
    return JSON.parse(await this.text());
  };
}
