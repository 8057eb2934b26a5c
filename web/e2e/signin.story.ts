/** Signing in with an identity provider of other people, in a real browser that goes there and comes back. */

import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { expect, type Page, test } from "@playwright/test";
import { freePort } from "./ports";
import { Server } from "./server";

const IDP = resolve(import.meta.dirname, "../../tests/oidc/idp");
const SECRET = "only-for-this-story";

test.skip(
  !process.env.CI && !existsSync(resolve(IDP, "node_modules")),
  "no identity provider: `make judges` installs it",
);

let server: Server;
let provider: ChildProcess;

test.beforeAll(async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  provider = spawn(process.execPath, ["provider.mjs", `${origin}/`, `${origin}/api/session/company/logout`, SECRET], {
    cwd: IDP,
    stdio: ["ignore", "pipe", "ignore"],
  });
  server = await Server.start("serve", {
    GRAPHWRIGHT_PORT: String(port),
    GRAPHWRIGHT_OIDC_ISSUER: await firstLine(provider),
    GRAPHWRIGHT_OIDC_CLIENT_ID: "workbench",
    GRAPHWRIGHT_OIDC_CLIENT_SECRET: SECRET,
    GRAPHWRIGHT_OIDC_NAME: "Example Works",
    GRAPHWRIGHT_OIDC_GROUPS: "makers=editor",
  });
  await server.owner.ask("POST", "/api/projects", { name: "shop" });
  await server.owner.ask("POST", "/api/projects", { name: "plant" });
});

test.afterAll(async () => {
  provider.kill();
  await server.stop();
});

test("somebody signs in with the organisation, is back where they were, sees where they are logged in, and leaves", async ({
  browser,
}) => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/#/p/shop`);
  const button = page.getByRole("button", { name: "Sign in with Example Works" });
  await expect(button).toBeVisible();
  await expect(page.getByLabel("Password")).toBeVisible();
  await picture(page, "signin-door");
  await button.click();
  await expect(page.locator(".composer textarea")).toBeEnabled();
  await expect(page).toHaveURL(new RegExp(`^${server.origin}/#/p/shop`));
  await expect(page.getByRole("list", { name: "People here" })).toContainText("Ana Berg (you)");

  await page.goto(`${server.origin}/#/`);
  await page.getByRole("button", { name: "My account" }).click();
  const account = page.getByRole("dialog", { name: "My account" });
  await expect(account).toContainText("You sign in with Example Works.");
  await expect(account).toContainText("Signed in with the organisation");
  await expect(account).toContainText("this one");
  await expect(account.getByLabel("New password")).toHaveCount(0);
  await picture(page, "signin-account");
  await account.getByRole("button", { name: "Log out" }).click();
  await expect(button).toBeVisible();
});

test("an answer that nobody asked for lets nobody in, and leaves the address bar", async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/?state=stolen&code=stolen`);
  await expect(page.getByText("another browser, or took too long")).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/`);
  await page.goto(`${server.origin}/?state=x&error=access_denied`);
  await expect(page.getByRole("alert")).toContainText("stopped there");
});

test("whoever has an account connects it", async ({ browser }) => {
  const context = await browser.newContext({ storageState: server.owner.storage });
  const page = await context.newPage();
  await page.goto(`${server.origin}/#/`);
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Connect with Example Works" }).click();
  await expect(page.getByText("this identity belongs to another account here")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Projects" })).toBeVisible();
});

test("with a second factor a password alone lets nobody in", async ({ browser }) => {
  const ben = await server.invite("Ben", "shop");
  const page = await (await browser.newContext({ storageState: ben.storage })).newPage();
  await page.goto(`${server.origin}/#/`);
  await page.getByRole("button", { name: "My account" }).click();
  const account = page.getByRole("dialog", { name: "My account" });
  await account.getByRole("button", { name: "Set up an authenticator app" }).click();
  const secret = await account.getByLabel("The secret for the app").inputValue();
  await account.getByLabel("Code").fill(codeOf(secret)); // it holds for as long again
  await account.getByRole("button", { name: "Switch on" }).click();
  const recovery = (await account.getByLabel("Recovery codes").inputValue()).split(/\s+/);
  expect(recovery).toHaveLength(10);
  await picture(page, "second-factor");
  await account.getByRole("button", { name: "Log out" }).click();

  await page.getByLabel("Name", { exact: true }).fill("Ben");
  await page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByText("Your password is right.")).toBeVisible();
  await picture(page, "second-factor-door");
  await page.getByLabel("Code of your authenticator app").fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("the code is wrong")).toBeVisible();
  await page.getByLabel("Code of your authenticator app").fill(recovery[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator(".composer textarea")).toBeEnabled();
});

/** What the app shows now. */
function codeOf(secret: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", key).update(step).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("the provider prints nothing");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("the provider ended");
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder !== undefined) await page.screenshot({ path: resolve(folder, `${name}.png`) });
}
