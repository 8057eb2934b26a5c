/** The first minutes: a tour that can be left, an empty table that says what to write, a sample beside one's own project. */

import { expect, test } from "./stage";
import { ask, box, chat, graph, rail, settledPlaces, table } from "./view";

test("a tour of three steps is walked by keys, and left at any of them", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.openAsNew(project.ana, project);
  const tour = page.getByRole("region", { name: "Show me around" });
  await page.getByRole("button", { name: "Show me around" }).click();
  await expect(tour).toBeFocused();
  await expect(tour).toContainText("1 of 3");
  await expect(chat(page).locator(".composer")).toHaveAttribute("data-toured", "");
  await tour.getByRole("button", { name: "Next" }).press("Enter");
  await expect(tour).toContainText("2 of 3");
  await tour.getByRole("button", { name: "Next" }).press("Enter");
  await expect(tour).toContainText("3 of 3");
  await expect(rail(page)).toHaveAttribute("data-toured", "");
  await tour.press("Escape");
  await expect(tour).toHaveCount(0);
  await expect(page.locator("[data-toured]")).toHaveCount(0);
  await expect(chat(page).locator(".composer textarea")).toBeFocused();
});

test("an empty table begins a sentence, and the sample leaves one's own project open", async ({ sample, doors }) => {
  const project = await sample.project();
  const page = await doors.openAsNew(project.ana, project);
  await rail(page).locator("[data-canvas=table]").click();
  await table(page).getByRole("tab").filter({ hasText: "Use case" }).click();
  await table(page).getByRole("button", { name: "Ask for it" }).click();
  await expect(chat(page).locator(".composer textarea")).toHaveValue("Add a Use case: ");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Open the sample" }).click();
  await expect((await opened).getByRole("heading", { level: 1, name: "order-system" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: project.name })).toBeVisible();
});

test("what the first sentence made is told in a line, stands out, is hidden and had back, and is taken back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.openAsNew(project.ana, project, { permissions: ["clipboard-read", "clipboard-write"] });
  await expect(chat(page).getByRole("heading", { name: "Describe your system" })).toBeInViewport();
  await ask(page, "A rider rents a bike.");
  const strip = chat(page).getByRole("group", { name: "What the answer did" });
  await expect(strip.getByRole("status")).toHaveText(/^\d+ added, \d+ relations$/);
  const boxes = graph(page).locator(".box");
  await expect(box(page, "Rider")).toHaveAttribute("data-light", "fresh");

  await settledPlaces(page);
  const count = await boxes.count();
  await strip.getByRole("button", { name: "Show" }).click();
  await expect(graph(page).locator(".react-flow__node.selected")).toHaveCount(count);
  await graph(page).locator(".graph-space").press("h");
  await expect(boxes).toHaveCount(0);
  await page.locator("body").press("Control+z");
  await expect(boxes).toHaveCount(count);
  await box(page, "Rider").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy as text (Format E)" }).click();
  await expect(page.getByText("Copied as text")).toBeVisible();

  await strip.getByRole("button", { name: "Undo" }).dblclick();
  await expect(strip).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(boxes).toHaveCount(count);

  await page.goto(`${project.ana.origin}/#/p/caf%C3`);
  await expect(page.getByRole("heading", { name: "There is no project “caf%C3”" })).toBeVisible();
  await page.goto(`${project.ana.origin}/#/p/nothing-here`);
  await expect(page.getByRole("heading", { name: "There is no project “nothing-here”" })).toBeVisible();
  await page.getByRole("button", { name: "All projects" }).click();
  await expect(page.getByRole("button", { name: new RegExp(project.name) })).toBeVisible();
});

test("the list of projects says how each stands, is searched, and what is found is opened", async ({
  unaided,
  doors,
}) => {
  const begun = await unaided.project();
  const sold = { nodeType: "SYS", name: "Shop", descr: "Sells." };
  const { s: shop = "" } = await begun.change({ op: "node.create", id: "1", tempId: "s", ...sold });
  for (let made = 0; made < 7; made += 1) await unaided.project();
  const leaves = await begun.ben.lookAt(begun.name, shop);
  const page = await doors.enter(begun.ana.origin, { storageState: begun.ana.storage });
  const projects = page.locator(".projects");
  const standing = projects.getByRole("button", {
    name: new RegExp(`^${begun.name} 1 person here 1 element, phase 1, 1 change`),
  });
  await expect(async () => {
    await page.goto(`${begun.ana.origin}/#/`);
    await page.reload(); // the list is as it was when it came
    await expect(projects.getByRole("button", { name: new RegExp(`^${begun.name} `) })).toBeVisible();
    await expect(standing).toBeVisible({ timeout: 1 });
  }).toPass();
  leaves();
  await expect(standing).toContainText(/last by root, .*\d{4}/);
  await expect(projects.getByRole("button", { name: /nothing in it yet$/ }).first()).toBeVisible();

  const field = page.getByRole("searchbox", { name: "Find a project" });
  await field.fill("no such thing at all");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await field.fill(begun.name);
  await projects.getByRole("button", { name: new RegExp(`^${begun.name} `) }).click();
  await expect(page.getByRole("heading", { level: 1, name: begun.name })).toBeVisible();
});
