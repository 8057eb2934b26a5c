/** Saved views: somebody gives what they see a name; others find it at once, in the rail, in the palette and by its link. */

import type { Page } from "@playwright/test";
import { expect, isLive, type Project, test } from "./stage";
import { box, noticed, rail, row, table, toast } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "BuyGoods", descr: "Somebody buys.", tempId: "u" },
  { op: "node.create", id: "1", nodeType: "REQ", name: "Ship in time", descr: "The shop shall ship within 2 days." },
  { op: "node.create", id: "2", nodeType: "REQ", name: "Answer in time", descr: "The shop shall answer in 1 day." },
  { op: "node.create", id: "3", nodeType: "REQ", name: "Keep secrets", descr: "The shop shall keep addresses." },
  { op: "edge.create", id: "4", edgeType: "compose", source: "s", target: "u" },
] as const;

const panel = (page: Page) => page.locator("#views-panel");
const chip = (page: Page) => page.locator(".top").getByRole("group", { name: "Saved view" });

async function openPanel(page: Page): Promise<void> {
  await rail(page).locator("[data-canvas=views]").click();
  await expect(panel(page).locator(".saved-views")).toBeVisible();
}

/** Only the table of requirements, filtered, sorted and without a column. */
async function lookAtRequirements(page: Page): Promise<void> {
  await rail(page).locator("[data-canvas=table]").click();
  await table(page).getByRole("tab").filter({ hasText: "RQ" }).click();
  await table(page).getByRole("searchbox").first().fill("in time");
  await table(page).locator("[role=columnheader][data-column=name]").getByRole("button").first().click();
  await expect(names(page)).toHaveText([/Answer in time/, /Ship in time/]);
}

const names = (page: Page) => table(page).locator('[role=gridcell][aria-colindex="2"]');

async function saveAs(page: Page, name: string, isShared: boolean): Promise<void> {
  await openPanel(page);
  await panel(page).getByLabel("Name of the view").fill(name);
  if (isShared) await panel(page).getByLabel("For everybody in this project").check();
  await panel(page).getByRole("button", { name: "Save" }).click();
  await expect(chip(page)).toContainText(name);
  await expect(panel(page)).toBeHidden();
}

test("a shared view is found by others at once and shows them the same rows, by the rail, the palette and its link", async ({
  unaided,
  doors,
}) => {
  const project: Project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await openPanel(ben);
  await expect(panel(ben)).toContainText("Nothing is saved yet.");
  await lookAtRequirements(ana);
  await saveAs(ana, "Timing", true);

  await panel(ben).getByRole("region", { name: "Shared" }).getByRole("button", { name: "Timing", exact: true }).click();
  await expect(names(ben)).toHaveText([/Answer in time/, /Ship in time/]);
  await expect(box(ben, "Shop")).toHaveCount(0);
  await expect(chip(ben).getByRole("button", { name: "Update" })).toHaveCount(0);

  // He looks at more of it, goes back to what was saved, and leaves.
  await table(ben).getByRole("searchbox").first().fill("");
  await expect(row(ben, "Keep secrets")).toBeVisible();
  await chip(ben).getByRole("button", { name: "Reset" }).click();
  await expect(names(ben)).toHaveCount(2);
  await chip(ben).getByRole("button", { name: "Leave the view Timing" }).click();
  await expect(chip(ben)).toHaveCount(0);

  await rail(ben).locator("[data-canvas=graph]").click();
  await expect(box(ben, "Shop")).toBeVisible();
  await ben.keyboard.press("Control+k");
  await ben.getByRole("combobox", { name: "Search" }).fill("timing");
  await ben.getByRole("option", { name: /Timing/ }).click();
  await expect(names(ben)).toHaveCount(2);

  await expect(ben).toHaveURL(/saved=/);
  const view = new URL(ben.url()).hash.match(/saved=([\w-]+)/)?.[1] ?? "";
  const fresh = await doors.enter(project.ben.origin, { storageState: project.ben.storage });
  await fresh.goto(`${project.ben.origin}/#/p/${project.name}?saved=${view}`);
  await isLive(fresh);
  await expect(names(fresh)).toHaveText([/Answer in time/, /Ship in time/]);
  await expect(chip(fresh)).toContainText("Timing");
});

test("a view of one's own stays one's own; it is renamed, updated, shared, deleted and had back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await lookAtRequirements(ana);
  await saveAs(ana, "Mine", false);
  await openPanel(ben);
  await expect(panel(ben)).toContainText("Nothing is saved yet.");

  await rail(ana).locator("[data-canvas=graph]").click();
  await chip(ana).getByRole("button", { name: "Update" }).click();
  await expect(toast(ana, "Mine shows what you see now.")).toBeVisible();
  await expect(chip(ana).getByRole("button", { name: "Reset" })).toHaveCount(0);
  await openPanel(ana);
  await panel(ana).getByRole("button", { name: "What can be done with Mine" }).click();
  await panel(ana).getByRole("button", { name: "Rename" }).click();
  await panel(ana).getByLabel("New name of Mine").fill("Whole picture");
  await panel(ana).getByLabel("New name of Mine").press("Enter");
  await expect(chip(ana)).toContainText("Whole picture");

  await panel(ana).getByRole("button", { name: "What can be done with Whole picture" }).click();
  await panel(ana).getByRole("button", { name: "Share with everybody here" }).click();
  const listed = panel(ben).getByRole("button", { name: "Whole picture", exact: true });
  await expect(listed).toBeVisible();

  await panel(ana).getByRole("button", { name: "What can be done with Whole picture" }).click();
  await panel(ana).getByRole("button", { name: "Delete" }).click();
  const notice = await noticed(ana, "was deleted");
  await expect(listed).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(listed).toBeVisible();

  await listed.click();
  await expect(box(ben, "Shop")).toBeVisible();
  await expect(names(ben)).toHaveCount(0);
});

test("whoever opens the link of a view that is gone stays where they are and is told so", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.enter(project.ana.origin, { storageState: project.ana.storage });
  await page.goto(`${project.ana.origin}/#/p/${project.name}?saved=01a20081-7d8c-7b0f-a8e0-5d3fd7b2a2b4`);
  await isLive(page);
  await expect(toast(page, "This view was deleted")).toBeVisible();
  await expect(box(page, "Shop")).toBeVisible();
});
