/** Share links: an admin shows one thing to people without an account, who see that alone, until it has ended. */

import type { Page } from "@playwright/test";
import { type Doors, expect, type Project, test } from "./stage";
import { box, keys } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "Buy goods", descr: "Somebody buys.", tempId: "u" },
  { op: "node.create", id: "1", nodeType: "REQ", name: "Ship in time", descr: "The shop shall ship in 2 days." },
  { op: "edge.create", id: "4", edgeType: "compose", source: "s", target: "u" },
] as const;

const dialog = (page: Page) => page.getByRole("dialog", { name: "Share with people outside" });

/** Makes a link to what is chosen of the list, and answers with it. */
async function link(page: Page, what: string): Promise<string> {
  const field = dialog(page).locator(".once-shown input");
  const before = (await field.count()) > 0 ? await field.inputValue() : "";
  await dialog(page).getByLabel("What to share").selectOption({ label: what });
  await dialog(page).getByRole("button", { name: "Make a link" }).click();
  await expect(field).not.toHaveValue(before);
  await expect(field).toHaveValue(/#share=/);
  return await field.inputValue();
}

async function openDialog(page: Page): Promise<void> {
  await keys(page, "g", ".");
  await expect(dialog(page)).toBeVisible();
}

/** Somebody who was never here. */
async function follow(doors: Doors, project: Project, address: string, width = 1440): Promise<Page> {
  const page = await doors.enter(project.ana.origin, { viewport: { width, height: 800 } }, []);
  await page.goto(address);
  return page;
}

test("somebody without an account sees the view, the element or the conversation of a link, until it has ended", async ({
  unaided,
  doors,
}) => {
  const project: Project = await unaided.project();
  await project.change(...shop);
  const ana = await doors.open(project.ana, project);
  await expect(box(ana, "Shop")).toBeVisible();
  await box(ana, "Buy goods").click();
  await expect(ana.locator(".react-flow__node.selected")).toContainText("Buy goods");
  await openDialog(ana);
  const element = await link(ana, "Buy goods, with its relations");
  const view = await link(ana, "What the diagram shows now");
  await expect(dialog(ana).getByRole("list", { name: "Links that lead somewhere" }).getByRole("listitem")).toHaveCount(
    2,
  );

  const cora = await follow(doors, project, element);
  await expect(cora.getByRole("heading", { level: 1, name: "Buy goods" })).toBeVisible();
  await expect(cora.locator("main")).toContainText("Somebody buys.");
  await expect(cora.getByRole("region", { name: "Relations" })).toContainText("Shop is composed of Buy goods");
  await expect(cora.locator("body")).not.toContainText("Ship in time");

  const dan = await follow(doors, project, view);
  await expect(dan.locator(".box").filter({ hasText: "Shop" })).toBeVisible();
  await expect(dan.getByRole("heading", { level: 1 })).toHaveText(`Diagram of ${project.name}`);
  await expect(dan.locator(".box")).toHaveCount(3);
  await dan.reload();
  await expect(dan.locator(".box")).toHaveCount(3);

  await dialog(ana).getByRole("button", { name: "End the link to Buy goods" }).click();
  await expect(dialog(ana).getByRole("button", { name: "End the link to Buy goods" })).toHaveCount(0);
  await cora.reload();
  await expect(cora.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await expect(cora.locator("body")).not.toContainText("Somebody buys.");
});
