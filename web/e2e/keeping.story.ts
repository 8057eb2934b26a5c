/** What people write is kept: without a line, over a reload, and where somebody else changes or deletes the same. */

import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, inspector, rail } from "./view";

const fill = {
  op: "node.create",
  id: "a",
  nodeType: "FUNC",
  name: "FillCart",
  descr: "Adds to the cart.",
  tempId: "a",
};
const pay = { ...fill, id: "b", name: "PayCart", descr: "Takes the money.", tempId: "b" };
const bar = (page: Page): Locator => page.locator(".conflict-bar");
const descr = (page: Page): Locator => inspector(page).getByRole("textbox", { name: "Description" });

/** Opens an element of the graph in the inspector. */
async function look(page: Page, name: string): Promise<void> {
  await box(page, name).click();
  await expect(inspector(page).getByRole("textbox", { name: "Name" })).toHaveValue(name);
}

async function inspect(page: Page, name: string): Promise<void> {
  await box(page, name).click();
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await look(page, name);
}

test("an edit without a line that somebody overtook waits to be decided, and its field with it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(fill, pay);
  const ben = await doors.open(project.ben, project);
  await inspect(ben, "FillCart");
  await ben.context().setOffline(true);
  await expect(ben.getByRole("status").filter({ hasText: "Reconnecting" })).toBeVisible();
  await descr(ben).fill("Collects what somebody wants to buy.");
  await descr(ben).press("Tab");
  await expect(ben.getByRole("status").filter({ hasText: "1 change waits" })).toBeVisible();
  await look(ben, "PayCart");
  await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { descr: "Adds an article." } });
  // A bar says it all: no box for each thing that does not come, neither now nor when the line is back.
  await ben.waitForTimeout(1_500);
  await expect(ben.locator(".toast[data-kind=error]")).toHaveCount(0);
  await ben.context().setOffline(false);
  await expect(bar(ben)).toContainText("set Description of “FillCart” to “Adds an article.” meanwhile.");
  await expect(bar(ben)).toContainText("Yours: Collects what somebody wants to buy.");
  // Nor is anybody told that all is sent, as this is not: what comes of the answer comes with it.
  await ben.waitForTimeout(500);
  await expect(ben.locator(".toast")).toHaveCount(0);
  // Nobody writes on there before it is decided, so that neither text is written over.
  await look(ben, "FillCart");
  await expect(descr(ben)).toHaveValue("Adds an article.");
  await expect(descr(ben)).toBeDisabled();
  await bar(ben).getByRole("button", { name: "Keep theirs" }).click();
  await descr(ben).fill("Adds an article to the cart.");
  await descr(ben).press("Tab");
  await expect(bar(ben)).toHaveCount(0);
  const ana = await doors.open(project.ana, project);
  await inspect(ana, "FillCart");
  await expect(descr(ana)).toHaveValue("Adds an article to the cart.");
});

test("[U-681] [U-682] [U-683] two versions of a long text show where they differ, and both may be kept", async ({
  unaided,
  doors,
}) => {
  const long =
    "The cabin is lit by two lamps, carries a handrail on both sides, has a sill edge with a yellow stripe, " +
    "and hangs on links that keep it upright over the whole way, at the top as well as in the pit below.";
  const project = await unaided.project();
  await project.change({ ...fill, descr: long }, pay);
  const ben = await doors.open(project.ben, project);
  await ben.setViewportSize({ width: 1600, height: 950 });
  const write = async (mine: string, theirs: string): Promise<void> => {
    await inspect(ben, "FillCart");
    await descr(ben).fill(mine);
    await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { descr: theirs } });
    await descr(ben).press("Tab");
  };
  const [nine, seven] = [long.replace("on links", "on nine links"), long.replace("on links", "on seven links")];
  await write(seven, nine);
  await expect(bar(ben).getByRole("deletion")).toHaveText(["nine"]);
  await expect(bar(ben).getByRole("insertion")).toHaveText(["seven"]);
  await expect(bar(ben)).not.toContainText("two lamps");
  await expect(rail(ben).getByRole("button", { name: "History" })).toBeInViewport({ ratio: 0.99 });
  await bar(ben).getByRole("button", { name: "Edit both" }).click();
  const both = bar(ben).getByRole("textbox", { name: "Text of both" });
  await expect(both).toBeFocused();
  await expect(both).toHaveValue(`${nine}\n\n${seven}`);
  await both.press("Escape");
  await bar(ben).getByRole("button", { name: "Keep theirs" }).click();
  await expect(bar(ben)).toHaveCount(0);
  await ben.keyboard.press("Escape");
  // Two changes that do not touch: each in its place.
  const [lit, deep] = [nine.replace("two lamps", "three lamps"), nine.replace("pit below", "pit beneath")];
  await write(lit, deep);
  await bar(ben).getByRole("button", { name: "Edit both" }).click();
  await expect(both).toHaveValue(lit.replace("pit below", "pit beneath"));
  await bar(ben).getByRole("button", { name: "Save" }).click();
  await expect(bar(ben)).toHaveCount(0);
  await expect(descr(ben)).toHaveValue(lit.replace("pit below", "pit beneath"));
});

test("[U-699] a bar on a small screen leaves every place of the rail its name", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(fill, pay);
  const ben = await doors.open(project.ben, project);
  await ben.setViewportSize({ width: 1024, height: 700 });
  await inspect(ben, "FillCart");
  await descr(ben).fill("Puts it in.");
  await project.change({ op: "node.update", id: "u", ref: "FillCart.FN.001", set: { descr: "Adds it." } });
  await descr(ben).press("Tab");
  await expect(bar(ben)).toBeVisible();
  const names = rail(ben).locator("button > span:not(.count)");
  const heights = await names.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(12);
  expect(Math.min(...heights)).toBeGreaterThan(9);
  const buttons = await rail(ben)
    .locator("button")
    .evaluateAll((found) => found.map((each) => each.clientHeight));
  expect(Math.min(...buttons)).toBeGreaterThanOrEqual(24);
  await expect(rail(ben).getByRole("button", { name: "History" })).toBeInViewport({ ratio: 0.99 });
});

test("[U-686] no name of a person covers what is remarked", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(
    ...Array.from({ length: 30 }, (_, at) => ({ ...fill, id: `a${at}`, name: `Step${100 + at}`, tempId: `a${at}` })),
  );
  const ben = await doors.open(project.ben, project);
  await inspect(ben, "Step101");
  await inspector(ben)
    .getByRole("textbox", { name: /comment/i })
    .fill("Why so?");
  await ben.keyboard.press("Control+Enter");
  const ana = await doors.open(project.ana, project);
  await box(ben, "Step101").click();
  const [name, mark] = [box(ana, "Step101").locator(".box-ring-name"), box(ana, "Step101").locator(".comment-mark")];
  await expect(name).toHaveText("Ben");
  const [one, two] = [await name.boundingBox(), await mark.boundingBox()];
  expect(one && two && one.y + one.height <= two.y).toBe(true);
});

test("what waits is sent by the next page, once, and what stands in a field or in the chat is there again", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(fill, pay);
  const ben = await doors.open(project.ben, project);
  await chat(ben).locator(".composer textarea").fill("What is still to be asked");
  await inspect(ben, "FillCart");
  await ben.context().setOffline(true);
  await descr(ben).fill("Collects what somebody wants to buy.");
  await descr(ben).press("Tab");
  await expect(ben.getByRole("status").filter({ hasText: "1 change waits" })).toBeVisible();
  await look(ben, "PayCart");
  await descr(ben).fill("Half a sentence");
  // Nothing is sent any more by the page that goes.
  await ben.evaluate(() => {
    WebSocket.prototype.send = () => undefined;
  });
  await ben.context().setOffline(false);
  await ben.reload();
  await look(ben, "PayCart");
  await expect(descr(ben)).toHaveValue("Half a sentence");
  await expect(inspector(ben).getByText("Not saved yet.")).toBeVisible();
  await inspector(ben).getByRole("button", { name: "Save", exact: true }).click();
  await expect(inspector(ben).getByText("Not saved yet.")).toHaveCount(0);
  await look(ben, "FillCart");
  await expect(descr(ben)).toHaveValue("Collects what somebody wants to buy.");
  await expect(ben.locator(".top .note").first()).toContainText("3");
  await expect(chat(ben).locator(".composer textarea")).toHaveValue("What is still to be asked");
  await ben.evaluate(() => location.assign("#/"));
  await ben.getByRole("button", { name: new RegExp(project.name) }).click();
  await expect(chat(ben).locator(".composer textarea")).toHaveValue("What is still to be asked");
});

test("whoever deletes what somebody is writing in is asked, and whoever writes brings both back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(fill, pay);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await inspect(ben, "FillCart");
  await descr(ben).press("End");
  await descr(ben).pressSequentially(" And then");
  await box(ana, "FillCart").click();
  await ana.waitForTimeout(500); // until where Ben is has come
  await ana.keyboard.press("Delete");
  const dialog = ana.getByRole("dialog");
  await expect(dialog).toContainText("Ben is writing in it.");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(box(ana, "FillCart")).toBeVisible();
  await box(ana, "FillCart").click();
  await ana.keyboard.press("Delete");
  await dialog.getByRole("button", { name: "Delete it all the same" }).click();
  await expect(box(ana, "FillCart")).toHaveCount(0);
  await expect(bar(ben)).toContainText("root deleted “FillCart” while you were writing in it.");
  await expect(bar(ben)).toContainText("Adds to the cart. And then");
  await bar(ben).getByRole("button", { name: "Bring it back" }).click();
  await expect(box(ana, "FillCart")).toBeVisible();
  await expect(descr(ben)).toHaveValue("Adds to the cart. And then");
  await expect(bar(ben)).toHaveCount(0);
});

test("a proposal to delete says which relations go, and how many changes that is", async ({ unaided, doors }) => {
  const project = await unaided.project({ policy: "review" });
  await project.change(
    { op: "node.create", id: "m", nodeType: "MOD", name: "Pump", descr: "Pumps.", tempId: "m" },
    { op: "node.create", id: "r", nodeType: "REQ", name: "R5", descr: "Shall pump.", tempId: "r" },
    { op: "node.create", id: "s", nodeType: "REQ", name: "R6", descr: "Shall stop.", tempId: "s" },
    { op: "edge.create", id: "e", edgeType: "relation", source: "m", target: "r" },
    { op: "edge.create", id: "f", edgeType: "relation", source: "m", target: "s" },
  );
  const ben = await doors.open(project.ben, project);
  await ask(ben, "Delete Pump.");
  const card = chat(ben).locator(".card.proposal");
  await expect(card).toContainText("3 changes proposed");
  await expect(card.locator(".lines li")).toHaveText([/Pump.*and 2 relations/, /Pump → R5/, /Pump → R6/]);
  await card.getByRole("button", { name: /Review/ }).click();
  await expect(drawer(ben).getByRole("row").first()).toContainText("3 changes");
  await expect(drawer(ben).getByRole("row").nth(1)).toContainText("and 2 relations");
  await drawer(ben)
    .getByRole("button", { name: /^Accept.*3/ })
    .click();
  await expect(chat(ben).locator("h3", { hasText: "3 changes applied" })).not.toHaveCount(0);
});

test("the list of projects tells what was said to one while one was away, until it is read", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(fill);
  const ana = await doors.open(project.ana, project);
  await inspect(ana, "FillCart");
  const field = inspector(ana).getByRole("region", { name: "Comments" }).getByLabel("Write a comment");
  await field.pressSequentially("Is this all, @B");
  await expect(inspector(ana).getByRole("option", { name: "Ben" })).toBeVisible();
  await field.press("Enter");
  await field.press("Enter");
  await expect(inspector(ana).getByRole("article")).toContainText("Is this all, @Ben");
  const ben = await doors.open(project.ben, project);
  const entry = ben.getByRole("button", { name: new RegExp(`^${project.name}`) });
  await ben.evaluate(() => location.assign("#/"));
  await expect(entry).toContainText("1 comment for you");
  await entry.click();
  await rail(ben).getByRole("button", { name: "Comments" }).click();
  await expect(drawer(ben).getByRole("article")).toContainText("new");
  await ben.evaluate(() => location.assign("#/"));
  await expect(entry).toBeVisible();
  await expect(entry).not.toContainText("for you");
});
