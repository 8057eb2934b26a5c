/** Two people change one model: conflicts are shown, undo takes back only one's own, and a block is pasted from a spreadsheet. */

import { expect, test } from "./stage";
import { box, expectSame, graph, openTab, row, table } from "./view";

const cart = {
  op: "node.create",
  id: "a",
  nodeType: "FUNC",
  name: "FillCart",
  descr: "Puts things into the cart.",
  tempId: "a",
};

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
  const refusal = ana.getByRole("alert").filter({ hasText: "conflict" });
  await expect(refusal).toContainText("Adds an article to the cart.");
  await expect(table(ana).locator(".grid textarea")).toHaveValue("Collects what somebody wants to buy.");
  await expect(row(ben, "Adds an article")).toBeVisible();
  await refusal.getByRole("button", { name: "Close" }).click();
  // Having seen both, Ana keeps hers on purpose.
  await table(ana).locator(".grid textarea").press("Enter");
  await expect(row(ben, "Collects what somebody wants to buy.")).toBeVisible();
  await expectSame(ana, ben);
});

test("a name that changed while somebody wrote another in the graph is a conflict with both values", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(cart);
  const ana = await doors.open(project.ana, project);
  await openTab(ana, "FN");
  await box(ana, "FillCart").click();
  await ana.keyboard.press("F2");
  const field = graph(ana).locator(".box input");
  await field.fill("LoadCart");
  await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { name: "PackCart" } });
  await expect(row(ana, "FillCart.FN.001")).toContainText("PackCart");
  await field.press("Enter");
  const refusal = ana.getByRole("alert").filter({ hasText: "conflict" });
  await expect(refusal).toContainText("PackCart");
  await expect(box(ana, "PackCart")).toBeVisible();
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
