/** The server dies in the middle of work and comes back: pages say so, keep what was typed, and send it once. */

import { Server } from "./server";
import { expect, House, isLive, test } from "./stage";
import { chat, drawer, expectSame, messages, openTab, rail, row, table } from "./view";

test("what is typed while the server is away arrives once when it is back", async ({ doors }) => {
  const server = await Server.start("serve");
  const project = await new House(server).project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const add = async (name: string): Promise<void> => {
    await openTab(ana, "AC");
    await table(ana).getByLabel("Name of the new one").fill(name);
    await table(ana).getByLabel("Name of the new one").press("Enter");
  };
  await add("Customer");
  await expect(row(ana, "Customer.AC.001")).toBeVisible();
  await expect(ana.getByRole("banner")).toContainText("saved"); // a row may be seen before the answer to its change

  await server.kill();
  for (const page of [ana, ben])
    await expect(page.getByRole("status").filter({ hasText: "Reconnecting" })).toBeVisible();
  await expect(row(ana, "Customer.AC.001")).toBeVisible(); // what was read stays readable
  await add("Clerk");
  await expect(ana.getByRole("status").filter({ hasText: "1 change waits" })).toBeVisible();
  await rail(ana).getByRole("button", { name: "History" }).click(); // what draws it was never asked for yet

  await server.revive();
  await expect(drawer(ana).getByRole("list", { name: "History" })).toBeVisible({ timeout: 30_000 });
  await openTab(ben, "AC");
  for (const page of [ana, ben]) {
    await expect(page.getByText("Reconnecting")).toHaveCount(0);
    await expect(row(page, "Clerk.AC.002")).toBeVisible();
    await expect(row(page, "Clerk")).toHaveCount(1);
  }
  await expectSame(ana, ben);
  await server.stop();
});

test("[R-136] a line that has died without a word is given up, and the page comes back to what has changed", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.enter(project.ana.origin, { storageState: project.ana.storage });
  const swallowed: boolean[] = [];
  // A router that forgets the first line: nothing goes through it any more, and nobody is told.
  await page.routeWebSocket(/\/ws/, (line) => {
    const at = swallowed.push(false) - 1;
    const server = line.connectToServer();
    line.onMessage((frame) => swallowed[at] || server.send(frame));
    server.onMessage((frame) => swallowed[at] || line.send(frame));
  });
  await page.clock.install();
  await page.goto(`${project.ana.origin}/#/p/${project.name}`);
  await isLive(page);
  await openTab(page, "AC");
  swallowed[0] = true;
  await project.change({ op: "node.create", id: "1", nodeType: "ACTOR", name: "Clerk", descr: "Keeps the books." });
  await page.clock.fastForward(31_000);
  await expect(row(page, "Clerk")).toHaveCount(0);
  await page.clock.fastForward(31_000);
  await expect(page.getByRole("status").filter({ hasText: "Reconnecting" })).toBeVisible();
  await page.clock.fastForward(1_000);
  await expect(row(page, "Clerk")).toHaveCount(1);
  expect(swallowed).toEqual([true, false]);
});

test("without a network the page says so at once, and what was said stands in the conversation and waits", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const header = page.getByRole("banner");
  await expect(header).toContainText("saved");
  await page.context().setOffline(true);
  await expect(header).toContainText("not connected", { timeout: 2_000 });
  const field = chat(page).locator(".composer textarea");
  await field.fill("The kiosk consists of a printer and a screen.");
  await field.press("Enter");
  const unheard = chat(page).locator(".message[data-status=unheard]");
  await expect(unheard).toContainText("The kiosk consists of a printer and a screen.");
  await expect(unheard).toContainText("Waits");
  await expect(page.getByRole("status").filter({ hasText: "1 message waits" })).toBeVisible();
  await page.waitForTimeout(1_200); // an absence that somebody notices
  await page.context().setOffline(false);
  await expect(page.getByText("Connected again: all is sent")).toBeVisible();
  await expect(unheard).toHaveCount(0);
  await expect(messages(page, "person")).toHaveCount(1);
  await expect(messages(page, "assistant").last()).toContainText("Printer");
  await expect(header).toContainText("saved");
});
