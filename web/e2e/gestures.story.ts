/** What a hand does in the diagram itself: names in place, new elements, menus, relations drawn, and moves taken back. */

import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./stage";
import { box, graph, keys, noticed, rail, settledPlaces, toast } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "BuyGoods", descr: "Somebody buys.", tempId: "u" },
  { op: "node.create", id: "m", nodeType: "MOD", name: "Warehouse", descr: "Holds things.", tempId: "m" },
  { op: "node.create", id: "a", nodeType: "ACTOR", name: "Customer", descr: "Buys.", tempId: "a" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "u" },
  { op: "edge.create", id: "2", edgeType: "compose", source: "s", target: "m" },
] as const;

const menu = (page: Page): Locator => page.getByRole("menu");
const nodeOf = (page: Page, name: string): Locator =>
  graph(page)
    .locator(".react-flow__node")
    .filter({ has: page.locator("bdi", { hasText: name }) });

test("a name is written in place by two clicks, and two clicks on nothing make an element", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await box(page, "Warehouse").dblclick();
  await graph(page).locator(".box input").fill("Depot");
  await graph(page).locator(".box input").press("Enter");
  await expect(box(page, "Depot")).toBeVisible();
  await graph(page)
    .locator(".react-flow__pane")
    .dblclick({ position: { x: 30, y: 300 } });
  const dialog = page.getByRole("dialog", { name: "New element" });
  await dialog.getByLabel("Name").fill("Cellar");
  await dialog.getByLabel("Name").press("Enter");
  await expect(dialog).toHaveCount(0);
});

test("what two clicks on nothing make stands under the pointer for everybody, and the rest where it was", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await settledPlaces(ana);
  const before = await box(ana, "Shop").boundingBox();
  const pane = await graph(ana).locator(".react-flow__pane").boundingBox();
  const at = { x: (pane?.x ?? 0) + 90, y: (pane?.y ?? 0) + 320 };
  await ana.mouse.dblclick(at.x, at.y);
  const dialog = ana.getByRole("dialog", { name: "New element" });
  await dialog.getByLabel("Name").fill("Cellar");
  await dialog.getByLabel("Name").press("Enter");
  await expect(dialog).toHaveCount(0);
  await settledPlaces(ana);
  const made = await box(ana, "Cellar").boundingBox();
  expect(Math.abs((made?.x ?? 0) + (made?.width ?? 0) / 2 - at.x)).toBeLessThan(2);
  expect(Math.abs((made?.y ?? 0) + (made?.height ?? 0) / 2 - at.y)).toBeLessThan(2);
  expect(await box(ana, "Shop").boundingBox()).toEqual(before);

  const gap = async (page: Page): Promise<number> => {
    const [one, two] = [await nodeOf(page, "Shop").evaluate(placeIn), await nodeOf(page, "Cellar").evaluate(placeIn)];
    return Math.round((two[0] ?? 0) - (one[0] ?? 0));
  };
  await expect(box(ben, "Cellar")).toBeVisible();
  await expect(async () => expect(await gap(ben)).toBe(await gap(ana))).toPass();
  await graph(ana).locator(".graph-space").focus();
  await ana.keyboard.press("Control+z");
  await expect(box(ben, "Cellar")).toHaveCount(0);
});

/** Where a box stands in the picture, whatever part of it the window shows. */
const placeIn = (node: Element): readonly number[] => {
  const { e, f } = new DOMMatrix(getComputedStyle(node).transform);
  return [e, f];
};

test("several boxes are put in one line by their menu, and one step takes that back", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  const lefts = async (): Promise<readonly number[]> =>
    await Promise.all(
      ["Shop", "Warehouse", "Customer"].map(async (name) =>
        Math.round((await nodeOf(page, name).evaluate(placeIn))[0] ?? 0),
      ),
    );
  await settledPlaces(page);
  const before = await lefts();
  expect(new Set(before).size).toBeGreaterThan(1);
  await box(page, "Shop").click();
  await box(page, "Warehouse").click({ modifiers: ["Shift"] });
  await box(page, "Customer").click({ modifiers: ["Shift"] });
  await box(page, "Customer").click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Align left" }).click();
  await expect(async () => expect(new Set(await lefts()).size).toBe(1)).toPass();
  await graph(page).locator(".graph-space").focus();
  await page.keyboard.press("Control+z");
  await expect(async () => expect(await lefts()).toEqual(before)).toPass();
});

test("what is copied in one project is pasted into another as one change, with what it is composed of", async ({
  unaided,
  doors,
}) => {
  const [from, to] = [await unaided.project(), await unaided.project()];
  await from.change(...shop);
  await to.change({ op: "node.create", id: "b", nodeType: "SYS", name: "Branch", descr: "Sells elsewhere." });
  const page = await doors.open(from.ana, from, { permissions: ["clipboard-read", "clipboard-write"] });
  await box(page, "Shop").click();
  await page.keyboard.press("Control+c");
  await page.goto(`${to.ana.origin}/#/p/${to.name}`);
  await box(page, "Branch").click();
  await page.keyboard.press("Control+v");
  const notice = await noticed(page, "3 elements were pasted.");
  for (const name of ["Shop", "BuyGoods", "Warehouse"]) await expect(box(page, name)).toBeVisible();
  await expect(box(page, "Customer")).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(box(page, "Shop")).toHaveCount(0);
  await expect(box(page, "Branch")).toBeVisible();
});

test("the menu of a box, a line and the canvas does what the keys do, by pointer and by key", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await box(page, "BuyGoods").click({ button: "right" });
  await expect(menu(page).getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu(page)).toHaveCount(0);
  await box(page, "BuyGoods").click();
  await page.keyboard.press("Shift+F10");
  await menu(page).getByRole("menuitem", { name: "Details and comments" }).click();
  await expect(page.locator("[data-pane=inspector]").getByLabel("Name", { exact: true })).toHaveValue("BuyGoods");
  await graph(page)
    .locator(".react-flow__pane")
    .click({ button: "right", position: { x: 30, y: 300 } });
  await expect(menu(page).getByRole("menuitem", { name: "New …" })).toBeVisible();
  await page.keyboard.press("Escape");
  const line = graph(page).locator(".graph-line-touch").first();
  await line.dispatchEvent("contextmenu", { clientX: 400, clientY: 300, bubbles: true });
  await menu(page).getByRole("menuitem", { name: "Delete" }).click();
  await expect(graph(page).locator(".graph-line-touch")).toHaveCount(1);
});

test("a relation is drawn from the edge of a box to anywhere on another, with legal ends lit and legal kinds offered", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await settledPlaces(page);
  await nodeOf(page, "Customer").hover();
  const handle = nodeOf(page, "Customer").locator(".react-flow__handle.source");
  const [from, to] = [await handle.boundingBox(), await nodeOf(page, "BuyGoods").boundingBox()];
  if (!from || !to) throw new Error("not drawn");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await expect(box(page, "BuyGoods")).toHaveAttribute("data-legal", "true");
  await page.mouse.up();
  await expect(box(page, "BuyGoods")).not.toHaveAttribute("data-legal", /./);
  const dialog = page.getByRole("dialog", { name: "Link Customer to …" });
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await dialog.getByRole("button", { name: "Link" }).click();
  await expect(dialog).toHaveCount(0);
});

test("a box that was dragged goes back by undo, and the model stays as it is", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await box(ana, "BuyGoods").dblclick();
  await graph(ana).locator(".box input").fill("BuyThings");
  await graph(ana).locator(".box input").press("Enter");
  await expect(box(ben, "BuyThings")).toBeVisible();
  const where = async (page: Page): Promise<string> =>
    (await nodeOf(page, "Customer").getAttribute("style"))?.match(/translate\([^)]*\)/)?.[0] ?? "";
  await settledPlaces(ana);
  const before = await where(ana);
  await box(ana, "Customer").click();
  await ana.keyboard.press("Alt+ArrowDown"); // once: two are one step only within a moment
  await expect.poll(() => where(ben)).not.toBe(before);
  await expect.poll(() => where(ben)).toBe(await where(ana));
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(toast(ana, "boxes moved").first()).toBeVisible();
  await expect.poll(() => where(ana)).toBe(before);
  await expect.poll(() => where(ben)).toBe(before);
  await expect(box(ana, "BuyThings")).toBeVisible();
  await ana.locator(".top").getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => where(ana)).not.toBe(before);
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(box(ben, "BuyGoods")).toBeVisible();
});

test("whom I follow takes my canvas along, and a hand on it lets them go; pointers are seen where both want it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ana.locator(".faces").getByRole("button", { name: "Follow Ben" }).click();
  await expect(ana.locator(".follow-bar")).toContainText("Ben");
  await box(ben, "Shop").first().click();
  await expect(nodeOf(ana, "Shop")).toHaveClass(/selected/);
  await graph(ben).getByLabel("View", { exact: true }).selectOption("model");
  await expect(graph(ana).getByLabel("View", { exact: true })).toHaveValue("model");
  await graph(ben).getByRole("button", { name: "Zoom in" }).click();
  const zoom = async (page: Page): Promise<string | undefined> =>
    /scale\(([\d.]+)\)/
      .exec((await page.locator(".react-flow__viewport").getAttribute("style")) ?? "")?.[1]
      ?.slice(0, 5);
  await expect(async () => expect(await zoom(ana)).toBe(await zoom(ben))).toPass();

  await graph(ana)
    .locator(".react-flow__pane")
    .click({ position: { x: 5, y: 5 } });
  await expect(ana.locator(".follow-bar")).toHaveCount(0);
  for (const page of [ana, ben]) {
    await rail(page).focus();
    await keys(page, "g", ",");
  }
  await graph(ben)
    .locator(".react-flow__pane")
    .hover({ position: { x: 40, y: 40 } });
  await graph(ben)
    .locator(".react-flow__pane")
    .hover({ position: { x: 60, y: 60 } });
  await expect(ana.locator(".pointer-of")).toHaveText("Ben");
  await ben.mouse.move(-1, -1); // out of the window
  await expect(ana.locator(".pointer-of")).toHaveCount(0);

  const other = await unaided.project();
  await ana.locator(".faces").getByRole("button", { name: "Follow Ben" }).click();
  await expect(ana.locator(".follow-bar")).toContainText("Ben");
  await ana.goto(`${other.ana.origin}/#/p/${other.name}`);
  await expect(ana.locator(".follow-bar")).toHaveCount(0);
  await ana.goto(`${project.ana.origin}/#/p/${project.name}`);
  await expect(ana.locator(".faces").getByRole("button", { name: "Follow Ben" })).toBeVisible();
  await expect(ana.locator(".follow-bar")).toHaveCount(0);
});
