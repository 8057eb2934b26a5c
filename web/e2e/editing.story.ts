/** Two people change one model: conflicts are shown, undo takes back only one's own, and a block is pasted from a spreadsheet. */

import type { Locator, Page } from "@playwright/test";
import { expect, isLive, test } from "./stage";
import { ask, box, chat, expectSame, graph, inspector, messages, openTab, rail, row, table } from "./view";

const cart = {
  op: "node.create",
  id: "a",
  nodeType: "FUNC",
  name: "FillCart",
  descr: "Puts things into the cart.",
  tempId: "a",
};

const conflict = (page: Page): Locator => page.locator(".conflict-bar");

test("two people who edit the same cell both learn of it and nothing is lost silently", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(cart);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const edit = async (page: typeof ana, text: string): Promise<void> => {
    await openTab(page, "FN");
    await row(page, "FillCart.FN.001").getByRole("gridcell", { name: "Puts things into the cart." }).click();
    await table(page).getByRole("grid").press("F2");
    await table(page).locator(".grid textarea").fill(text);
  };
  await edit(ana, "Collects what somebody wants to buy.");
  await edit(ben, "Adds an article to the cart.");
  await table(ben).locator(".grid textarea").press("Enter");
  await expect(row(ben, "Adds an article")).toBeVisible();
  await expect(ana.locator(".top .note").first()).toContainText("2");
  await table(ana).locator(".grid textarea").press("Enter");
  await expect(conflict(ana)).toHaveText(
    "Ben set Description of “FillCart” to “Adds an article to the cart.” meanwhile. " +
      "Yours: Collects what somebody wants to buy.Set mineKeep theirsEdit both",
  );
  await expect(ana.locator(".toast")).toHaveCount(0);
  await expect(row(ana, "Adds an article")).toBeVisible();
  await expect(table(ana).locator(".grid textarea")).toHaveCount(0);
  // A reload loses nothing of it. Having seen both, Ana sets hers on purpose.
  await ana.reload();
  await conflict(ana).getByRole("button", { name: "Set mine" }).click();
  await expect(row(ben, "Collects what somebody wants to buy.")).toBeVisible();
  await expect(conflict(ana)).toHaveCount(0);
  await expectSame(ana, ben);
});

test("a name that changed while somebody wrote another in the graph or the tree is told with who changed it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart);
  const ana = await doors.open(project.ben, project);
  await openTab(ana, "FN");
  await box(ana, "FillCart").click();
  await ana.keyboard.press("F2");
  const field = graph(ana).locator(".box input");
  await field.fill("LoadCart");
  await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { name: "PackCart" } });
  await expect(row(ana, "FillCart.FN.001")).toContainText("PackCart");
  await field.press("Enter");
  await expect(conflict(ana)).toContainText(/ renamed “FillCart” to “PackCart” meanwhile\. Yours: LoadCart/);
  await conflict(ana).getByRole("button", { name: "Keep theirs" }).click();
  await expect(conflict(ana)).toHaveCount(0);
  await expect(box(ana, "PackCart")).toBeVisible();
});

test("an edit in the inspector that was overtaken waits to be decided, also when one looks at something else", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart, { ...cart, id: "b", name: "PayCart", tempId: "b" });
  const ben = await doors.open(project.ben, project);
  await box(ben, "FillCart").click();
  await ben.keyboard.press("g");
  await ben.keyboard.press("i");
  const descr = ben.getByRole("textbox", { name: "Description" });
  await descr.fill("Collects what somebody wants to buy.");
  await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { descr: "Adds an article." } });
  await expect(ben.locator(".top .note").first()).toContainText("2");
  // The field is left by looking at another element, and is gone before the answer comes.
  await box(ben, "PayCart").click();
  await expect(conflict(ben)).toContainText("set Description of “FillCart” to “Adds an article.” meanwhile.");
  await expect(conflict(ben)).toContainText("Yours: Collects what somebody wants to buy.");
  await box(ben, "FillCart").click();
  await expect(descr).toHaveValue("Adds an article.");
  await conflict(ben).getByRole("button", { name: "Set mine" }).click();
  await expect(descr).toHaveValue("Collects what somebody wants to buy.");
  await expect(conflict(ben)).toHaveCount(0);
});

test("undo takes back my own last change and not that of somebody else; redo brings it back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const add = async (page: typeof ana, name: string): Promise<void> => {
    await openTab(page, "AC");
    await table(page).getByLabel("Name of the new one").fill(name);
    await table(page).getByLabel("Name of the new one").press("Enter");
    await expect(row(page, `${name}.AC.`)).toBeVisible();
  };
  await add(ana, "Customer");
  await add(ben, "Clerk");
  for (const page of [ana, ben]) await expect(box(page, "Clerk")).toBeVisible();
  await ana.getByRole("button", { name: "Undo", exact: true }).click();
  for (const page of [ana, ben]) {
    await expect(row(page, "Customer")).toHaveCount(0);
    await expect(row(page, "Clerk")).toBeVisible();
  }
  await ana.locator("body").press("Control+Shift+Z");
  for (const page of [ana, ben]) await expect(row(page, "Customer")).toBeVisible();
  await expectSame(ana, ben);
});

test("a block of a spreadsheet is shown before it is applied, and applied whole or not at all", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart);
  const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
  const [ana, ben] = await Promise.all([
    doors.open(project.ana, project, permissions),
    doors.open(project.ben, project),
  ]);
  const paste = async (block: string): Promise<void> => {
    await openTab(ana, "FN");
    await row(ana, "FillCart.FN.001").getByRole("gridcell", { name: "FillCart", exact: true }).click();
    await ana.evaluate((text) => navigator.clipboard.writeText(text), block);
    await ana.keyboard.press("Control+V");
  };
  const preview = ana.getByRole("dialog");
  await paste("Id\tName\tDescription\n\tPayCart\tTakes the money.\nNobody.FN.009\tLost\tHas an id that is not there.");
  await expect(preview.locator("tr[data-problem=true]")).toContainText("Nobody.FN.009");
  await expect(preview.getByRole("button", { name: /Apply/ })).toBeDisabled();
  await preview.getByRole("button", { name: "Cancel" }).click();
  await expect(row(ben, "PayCart")).toHaveCount(0);

  await paste(
    "Id\tName\tDescription\nFillCart.FN.001\tFillCart\tFills it.\n\tPayCart\tTakes the money.\n\tSendGoods\tSends the parcel.",
  );
  await expect(preview.locator("tbody tr")).toHaveCount(3);
  await preview.getByRole("button", { name: /Apply 3/ }).click();
  await openTab(ben, "FN");
  for (const text of ["Fills it.", "Takes the money.", "Sends the parcel."]) await expect(row(ben, text)).toBeVisible();
  await expect(ben.locator(".top .note").first()).toContainText("2"); // one change set, one revision
  await expectSame(ana, ben);
});

test("[U-668] while a dialog is open a conflict stands in its head, where it is decided", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "FillCart").click();
  await inspector(page).getByLabel("Description").fill("Mine.");
  await project.change({ op: "node.update", id: "x", ref: "FillCart.FN.001", set: { descr: "Theirs." } });
  await expect(page.locator(".top .note").first()).toContainText("2");
  await page.keyboard.press("Control+K"); // which leaves the field, and so sends what stands in it
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator(".conflict-bar")).toContainText("Yours: Mine.");
  await dialog.getByRole("button", { name: "Set mine" }).click();
  await expect(conflict(page)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inspector(page).getByLabel("Description")).toHaveValue("Mine.");
});

test("[U-669] what is begun and not sent is there after a reload and a look elsewhere, until it is given up", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart);
  const page = await doors.open(project.ana, project);
  await ask(page, "How many functions are there?");
  await expect(messages(page, "assistant").first()).toBeVisible();
  const composer = chat(page).locator(".composer textarea");
  await composer.fill("Half a question");
  await chat(page).locator(".composer textarea").press("Escape");
  await messages(page, "person").first().getByRole("button", { name: "Edit" }).click();
  const edit = messages(page, "person").first().locator(".edit textarea");
  await edit.fill("How many actors are there?");
  await openTab(page, "FN");
  await table(page).locator(".add-row input").fill("EmptyCart");
  await openTab(page, "RQ");
  await expect(table(page).locator(".add-row input")).toHaveValue(""); // another table, another row
  await openTab(page, "FN");
  await expect(table(page).locator(".add-row input")).toHaveValue("EmptyCart");

  await page.reload();
  await isLive(page);
  await expect(composer).toHaveValue("Half a question");
  await expect(edit).toHaveValue("How many actors are there?");
  await expect(table(page).locator(".add-row input")).toHaveValue("EmptyCart");

  await edit.press("Escape");
  await table(page).locator(".add-row input").press("Enter");
  await expect(row(page, "EmptyCart")).toBeVisible();
  await page.reload();
  await isLive(page);
  await expect(edit).toHaveCount(0);
  await expect(table(page).locator(".add-row input")).toHaveValue("");
  await expect(composer).toHaveValue("Half a question");
});
