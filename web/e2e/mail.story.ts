/** Somebody is told by mail what another says to them, follows the link to the remark, and ends the mails by one click. */

import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { MailServer } from "./mailServer";
import { freePort } from "./ports";
import { Server } from "./server";
import { expect, House, test } from "./stage";
import { drawer } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "BuyGoods", descr: "Somebody buys.", tempId: "u" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "u" },
] as const;

test("a mention reaches somebody by mail, leads to the remark, and one click ends the mails", async ({ doors }) => {
  test.setTimeout(180_000);
  const mails = await MailServer.start();
  const port = await freePort();
  const page = `http://127.0.0.1:${port}`;
  const server = await Server.start("serve", { GRAPHWRIGHT_PORT: String(port), ...mails.settings(page) });
  try {
    const project = await new House(server).project();
    const { u } = await project.change(...shop);
    const ben = await doors.open(project.ben, project);

    // By keyboard alone: the address, its code, and what is mailed.
    const account = await opened(ben);
    const address = account.getByLabel("Your address");
    await address.focus();
    await ben.keyboard.type("ben@example.org");
    await ben.keyboard.press("Enter");
    const code = account.getByLabel("Code");
    await expect(code).toBeFocused();
    await judged(ben);
    await ben.keyboard.type("000000");
    await ben.keyboard.press("Enter");
    await expect(account.getByRole("alert")).toContainText("not the code");
    const asked = await mails.next();
    await code.fill(/^ {4}(\d{6})\r?$/m.exec(asked)?.[1] ?? "no code");
    await ben.keyboard.press("Enter");
    await expect(account).toContainText("Mails go to ben@example.org.");
    await expect(account.getByLabel("When somebody mentions or answers me")).toBeChecked();
    await expect(account.getByLabel("When somebody mentions or answers me")).toBeFocused();
    await expect(account.getByLabel("When a proposal waits for a review")).not.toBeChecked();
    await judged(ben);
    await ben.keyboard.press("Escape");
    await expect(account).toHaveCount(0);

    // While Ben is away Ana calls him.
    await ben.goto("about:blank");
    const said = await project.ana.ask<{ commentId: string }>("POST", `${project.path}/comments`, {
      ...{ commandId: crypto.randomUUID(), kind: "node", about: u, text: "Is this all, @Ben?" },
    });
    const mail = await mails.next();
    expect(mail).toContain("> Is this all, @Ben?");
    const link = new RegExp(`${page}/#/p/\\S+comment=${said.commentId}`).exec(mail)?.[0] ?? "no link";
    await ben.goto(link);
    const remark = drawer(ben).locator("li[data-wanted=true]");
    await expect(remark).toContainText("Is this all, @Ben?");
    await expect(remark).toContainText("new");
    await expect(remark).toContainText("BuyGoods");
    await judged(ben);

    // Resolved meanwhile, the link leads there all the same.
    await project.ana.ask("PATCH", `${project.path}/comments/${said.commentId}`, {
      ...{ commandId: crypto.randomUUID(), resolved: true },
    });
    await ben.goto("about:blank");
    await ben.goto(link);
    await expect(remark).toContainText("Resolved by");

    // Somebody without a log-in, in another browser.
    const end = /(http\S+#unsubscribe=[\w-]+)/.exec(mail)?.[1] ?? "no link";
    const stranger = await doors.enter(page);
    await stranger.goto(end);
    await expect(stranger.getByRole("heading", { name: "You get no more mails" })).toBeVisible();
    await judged(stranger);
    await ben.goto("about:blank");
    await project.ana.ask("POST", `${project.path}/comments`, {
      ...{ commandId: crypto.randomUUID(), kind: "node", about: u, text: "And now, @Ben?" },
    });
    await ben.goto(`${page}/#/p/${project.name}`);
    await expect(await opened(ben)).toContainText("Nothing is mailed.");
    expect(await mails.count()).toBe(0);
  } finally {
    await server.stop();
    await mails.stop();
  }
});

test("an administrator tries the mail server and reads what it says", async ({ doors }) => {
  const mails = await MailServer.start();
  const port = await freePort();
  const page = `http://127.0.0.1:${port}`;
  const server = await Server.start("serve", { GRAPHWRIGHT_PORT: String(port), ...mails.settings(page) });
  try {
    const project = await new House(server).project();
    const ana = await doors.open(project.ana, project);
    await opened(ana);
    await ana.getByRole("button", { name: "Administration" }).click();
    await ana.getByRole("button", { name: "Server" }).click();
    const part = ana.getByRole("dialog");
    await part.getByLabel("Address for a test").fill("ops@example.org");
    await part.getByLabel("Address for a test").press("Enter");
    await expect(part.getByRole("status")).toContainText("The mail server took it.");
    expect(await mails.next()).toContain("Test mail from Graphwright");
    await judged(ana);
    await mails.stop();
    await part.getByRole("button", { name: "Send a test mail" }).click();
    await expect(part.getByRole("status")).toContainText("The mail server cannot be reached.");

    // One of several servers goes away in the middle: what it says is all that can be said.
    const fields = { outcome: "unknown" };
    const json = { code: "storeBusy", message: "it went away", retry: "later", fields };
    await ana.route("**/api/mail/test", (route) => route.fulfill({ status: 503, json }));
    await part.getByRole("button", { name: "Send a test mail" }).click();
    await expect(part.getByRole("alert")).toContainText("Nobody knows whether this was done.");
    await expect(part.getByRole("alert")).not.toContainText("Nothing was changed.");
  } finally {
    await server.stop();
  }
});

/** The part of one's account that is about mails. */
async function opened(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "My account" }).click();
  const part = page
    .getByRole("dialog")
    .locator("section", { has: page.getByRole("heading", { name: "Notices by mail" }) });
  await expect(part).toBeVisible();
  return part;
}

async function judged(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
