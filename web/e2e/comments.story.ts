/** People remark on elements of the model and answer each other, each in a browser of their own. */

import type { Locator } from "@playwright/test";
import { expect, isLive, test } from "./stage";
import { ask, box, chat, drawer, inspector, keys, messages, noticed, rail, toast } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "BuyGoods", descr: "Somebody buys.", tempId: "u" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "u" },
] as const;

test("a remark that calls somebody reaches them, is answered and resolved, and both see each step", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await rail(ana).getByRole("button", { name: "Inspector" }).click();
  await box(ana, "BuyGoods").click();
  const comments = inspector(ana).getByRole("region", { name: "Comments" });
  const field = comments.getByLabel("Write a comment");
  await field.pressSequentially("Is this all, @B");
  await expect(comments.getByRole("option", { name: "Ben" })).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue("Is this all, @Ben ");
  await field.press("Enter");
  await expect(comments.getByRole("article")).toContainText("Is this all, @Ben");

  // Ben is told, sees the mark on the box, and answers from the list.
  const notice = await noticed(ben, "Is this all, @Ben");
  await expect(box(ben, "BuyGoods").getByRole("button", { name: "1 conversation" })).toBeVisible();
  await expect(rail(ben).getByRole("button", { name: "Comments" })).toContainText("1");
  await notice.getByRole("button", { name: "Show" }).click();
  const said = drawer(ben).getByRole("article");
  await expect(said).toContainText("new");
  await expect(rail(ben).getByRole("button", { name: "Comments" })).not.toContainText("1");
  await said.getByRole("button", { name: "Reply" }).click();
  await said.getByLabel("Reply").fill("No, returns are missing.");
  await said.getByLabel("Reply").press("Enter");
  await expect(toast(ana, "returns are missing")).toBeVisible();
  await expect(comments.getByRole("article")).toContainText("No, returns are missing.");

  await comments.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(drawer(ben).getByRole("article")).toHaveCount(0);
  await expect(box(ben, "BuyGoods").getByRole("button", { name: "1 conversation" })).toHaveCount(0);
  await ben.reload();
  await isLive(ben);
  await drawer(ben).getByLabel("Resolved ones, too").check();
  await drawer(ben).getByRole("button", { name: "Reopen" }).click();
  await expect(comments.getByRole("article")).toHaveCount(1);
});

test("[U-618] the drawer of comments has a field for what is selected", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Comments" }).click();
  await expect(drawer(page).getByRole("textbox")).toHaveCount(0);
  await box(page, "BuyGoods").click();
  const field = drawer(page).getByLabel("Write a comment on BuyGoods");
  await field.fill("Returns are missing.");
  await field.press("Enter");
  await expect(drawer(page).getByRole("article")).toContainText("Returns are missing.");
  await expect(field).toHaveValue("");
});

test("whoever wrote a remark changes it and takes it away; what was begun and not sent is kept", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ben, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "BuyGoods").click();
  const comments = inspector(page).getByRole("region", { name: "Comments" });
  const field = comments.getByLabel("Write a comment");
  await field.fill("First");
  await box(page, "Shop").click({ position: { x: 20, y: 10 } });
  await expect(field).toHaveValue("");
  await box(page, "BuyGoods").click();
  await expect(field).toHaveValue("First");
  await field.press("Enter");
  await comments.getByRole("button", { name: "Change", exact: true }).click();
  await comments.getByLabel("Change the comment").fill("Second");
  await comments.getByLabel("Change the comment").press("Enter");
  await expect(comments.getByRole("article")).toContainText("Second");
  await expect(comments.getByRole("article")).toContainText("changed");
  await comments.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(comments.getByRole("article")).toHaveCount(0);
});

test("a remark outlives what it is about, and stands there again after an undo", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "BuyGoods").click();
  await inspector(page).getByLabel("Write a comment").fill("Keep this?");
  await inspector(page).getByLabel("Write a comment").press("Enter");
  await expect(inspector(page).getByRole("article")).toHaveCount(1);
  await box(page, "BuyGoods").click();
  await page.keyboard.press("Delete");
  await expect(box(page, "BuyGoods")).toHaveCount(0);
  await keys(page, "g", "k");
  await expect(drawer(page)).toContainText("BuyGoods deleted");
  await page.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(box(page, "BuyGoods").getByRole("button", { name: "1 conversation" })).toBeVisible();
  await drawer(page).getByRole("button", { name: "BuyGoods" }).click();
  await expect(inspector(page).getByRole("article")).toContainText("Keep this?");
});

test("a message, a step of its run and a passage are remarked on where they are read, and found from the list", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await ask(page, "A customer places an order");
  const answer = messages(page, "assistant").last();
  await expect(answer.locator(".run-line").last()).toContainText("steps");
  await answer.getByRole("button", { name: "Comment", exact: true }).click();
  await remark(answer, "Why this?");
  await expect(answer.getByRole("button", { name: "1 comment" })).toBeVisible();

  await rail(page).getByRole("button", { name: "Process" }).click();
  await drawer(page).getByRole("row").nth(2).click();
  await remark(drawer(page), "Slow");
  await rail(page).getByRole("button", { name: "Documents" }).click();
  await drawer(page)
    .getByLabel("Add files")
    .first()
    .setInputFiles({
      name: "rules.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("# Rules\n\nPaid, then sent.\n"),
    });
  await drawer(page).getByRole("button", { name: /Rules/ }).first().click();
  await drawer(page).locator(".passage").click();
  await remark(drawer(page), "By whom?");

  await rail(page).getByRole("button", { name: "Comments" }).click();
  const list = drawer(page).getByRole("list", { name: "Comments" });
  await expect(list.getByRole("article")).toHaveCount(3);
  await list.getByRole("button", { name: /^Passage/ }).click();
  await expect(drawer(page).locator(".passage[data-chosen=true]")).toContainText("Paid, then sent.");
  await rail(page).getByRole("button", { name: "Comments" }).click();
  await list.getByRole("button", { name: /^Step/ }).click();
  await expect(drawer(page).locator(".step-details").getByRole("article")).toContainText("Slow");
  await chat(page).getByRole("button", { name: "New thread" }).click();
  await rail(page).getByRole("button", { name: "Comments" }).click();
  await list.getByRole("button", { name: /^Message/ }).click();
  await expect(messages(page, "assistant").last().getByRole("article")).toContainText("Why this?");

  // Whoever comes back to the chat later is not taken there again.
  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await expect(chat(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await expect(messages(page, "assistant").last().getByRole("button", { name: "1 comment" })).toBeVisible();
  await expect(messages(page, "assistant").last().getByLabel("Write a comment")).toHaveCount(0);
});

async function remark(where: Locator, text: string): Promise<void> {
  const field = where.getByLabel("Write a comment");
  await field.fill(text);
  await field.press("Enter");
  await expect(where.getByRole("article").filter({ hasText: text })).toBeVisible();
}
