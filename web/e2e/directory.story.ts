/** The owner lets the organisation's directory in, sees who came by it and what it was refused, and shuts it out. */

import { expect, type Locator, test } from "@playwright/test";
import axe from "axe-core";
import { Server } from "./server";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

let server: Server;

test.beforeAll(async () => {
  server = await Server.start("serve", { GRAPHWRIGHT_OIDC_GROUPS: "makers=editor" });
});

test.afterAll(async () => server.stop());

test("a directory is let in with a token, what it tells and is refused is shown, and it is shut out again", async ({
  browser,
}) => {
  const context = await browser.newContext({ storageState: server.owner.storage });
  const page = await context.newPage();
  await page.goto(`${server.origin}/#/`);
  const open = async (): Promise<Locator> => {
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("button", { name: "Administration" }).click();
    const dialog = page.getByRole("dialog", { name: "Administration" });
    await dialog.getByRole("button", { name: "Directory" }).click();
    return dialog;
  };
  const first = await open();
  await expect(first).toContainText(`${server.origin}/scim/v2`);
  await expect(first).toContainText("No directory is let in yet.");
  await first.getByRole("button", { name: "Make the token" }).click();
  const token = await first.getByLabel("The token; it is shown only now").inputValue();

  const tell = async (path: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const answer = await fetch(`${server.origin}/scim/v2/${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  const ana = { schemas: [USER], userName: "ana@example.org", displayName: "Ana Berg", externalId: "ana" };
  expect(await tell("Users", ana)).toBe(201);
  expect(await tell("Groups", { schemas: [GROUP], displayName: "makers" })).toBe(201);
  expect(await tell("Users", ana)).toBe(409);

  await page.reload();
  const second = await open();
  await expect(second.getByRole("row", { name: /Ana Berg switched on/ })).toBeVisible();
  await expect(second.getByRole("row", { name: /makers 0 gives access/ })).toBeVisible();
  await expect(second).toContainText("Somebody or a group like this is there already");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map((each) => each.id)).toEqual([]);
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/directory.png` });

  await second.getByRole("button", { name: "Let no directory in" }).click();
  await second.getByRole("button", { name: "Let none in any more? Accounts and groups stay" }).click();
  await expect(second.getByRole("button", { name: "Make the token" })).toBeVisible();
  expect(await tell("Users", ana)).toBe(401);
});
