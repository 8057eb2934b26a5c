/** A real Chromium for the scripts that measure, logged in. The machine may have no GPU: what is drawn is drawn by the processor. */

import { chromium } from "@playwright/test";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
];

/** `link` lets the owner in once. */
export async function enter(link) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGUMENTS });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  const entrance = await context.newPage();
  await entrance.goto(link);
  await entrance.locator(".projects, .frame").first().waitFor();
  await entrance.close();
  return { browser, context, origin: new URL(link).origin };
}
