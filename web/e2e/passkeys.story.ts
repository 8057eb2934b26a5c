/** Passkeys, with the authenticator that Chromium brings for such tests: made in the account, and used to come in. */

import { resolve } from "node:path";
import { type CDPSession, expect, type Page, test } from "@playwright/test";
import { Server } from "./server";

const PASSWORD = "a long enough password";
let server: Server;
let origin: string;

test.beforeAll(async () => {
  server = await Server.start("serve");
  origin = server.origin.replace("127.0.0.1", "localhost");
  await server.owner.ask("POST", "/api/projects", { name: "shop" });
});

test.afterAll(() => server.stop());

test("somebody makes a passkey and comes in with it, without name, password and code", async ({ browser }) => {
  const page = await browser.newPage();
  const device = await deviceAt(page);
  await page.goto(`${origin}/#ticket=${await server.ticket("Ana", "shop")}`);
  await choosePassword(page);
  await page.goto(`${origin}/#/`);
  await page.getByRole("button", { name: "My account" }).click();
  const account = page.getByRole("dialog", { name: "My account" });
  await account.getByLabel("What you call it").fill("Laptop");
  await account.getByLabel("Your password").fill("not this one at all");
  await account.getByRole("button", { name: "Make a passkey" }).click();
  await expect(account.getByRole("alert")).toContainText("your password is needed");
  await account.getByLabel("Your password").fill(PASSWORD);
  await account.getByRole("button", { name: "Make a passkey" }).click();
  await expect(account.getByRole("button", { name: "Remove Laptop" })).toBeVisible();
  await expect(account).toContainText("For localhost, made");
  expect(await kept(device)).toBe(1);
  await picture(page, "passkey-account");

  await account.getByLabel("Your password").fill(PASSWORD);
  await account.getByRole("button", { name: "Make a passkey" }).click();
  await expect(account.getByRole("alert")).toContainText("This device has a passkey already");
  await account.getByRole("button", { name: "Log out" }).click();

  const button = page.getByRole("button", { name: "Log in with a passkey" });
  await expect(button).toBeVisible();
  await picture(page, "passkey-door");
  await button.click();
  await page.getByRole("button", { name: "My account" }).click();
  await expect(account).toContainText("Logged in as Ana");
  await expect(account).toContainText("Logged in with a passkey");
  await expect(account).toContainText("used last");

  await account.getByRole("button", { name: "Remove Laptop" }).click();
  await expect(account.getByRole("button", { name: "Remove Laptop" })).toHaveCount(0);
  await account.getByRole("button", { name: "Log out" }).click();
  await button.click();
  await expect(page.getByText("opens no account here")).toBeVisible();
});

test("a device that does not know its holder lets nobody in, and one without a passkey is told so", async ({
  browser,
}) => {
  const empty = await browser.newPage();
  await deviceAt(empty);
  await empty.goto(`${origin}/#/`);
  await empty.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(empty.getByText("The device gave no passkey")).toBeVisible();

  const page = await browser.newPage();
  const device = await deviceAt(page);
  await page.goto(`${origin}/#ticket=${await server.ticket("Ben", "shop")}`);
  await choosePassword(page);
  await page.goto(`${origin}/#/`);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make a passkey" }).click();
  await expect(page.getByText("not used yet")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: false });
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page.getByText("The device gave no passkey")).toBeVisible();
});

test("at the number of a host no passkey is offered", async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/#/`);
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page.getByRole("button", { name: "Log in with a passkey" })).toHaveCount(0);
});

interface Device {
  readonly cdp: CDPSession;
  readonly id: string;
}

/** A fingerprint reader that always knows its holder. */
async function deviceAt(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

async function kept({ cdp, id }: Device): Promise<number> {
  return (await cdp.send("WebAuthn.getCredentials", { authenticatorId: id })).credentials.length;
}

/** What somebody with an invitation is asked for first. */
async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByLabel("The same once more").fill(PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("New password")).toHaveCount(0);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder !== undefined) await page.screenshot({ path: resolve(folder, `${name}.png`) });
}
