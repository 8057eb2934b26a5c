/** Every component in every state looks as it did: compared with small pictures, in light and dark, and judged by axe. */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { createServer, type ViteDevServer } from "vite";

let served: ViteDevServer | undefined;

test.beforeAll(async () => {
  const root = resolve(import.meta.dirname, "../components");
  const server = {
    port: 0,
    host: "127.0.0.1",
    fs: { allow: [resolve(root, ".."), realpathSync(resolve(root, "../node_modules"))] },
    watch: null,
    hmr: false,
  };
  served = await createServer({ root, configFile: resolve(root, "../vite.config.ts"), server, logLevel: "error" });
  await served.listen();
});
test.afterAll(async () => served?.close());

// Half as many points: a picture is small, and how a machine draws the edge of a letter is lost in it.
test.use({ deviceScaleFactor: 0.5, viewport: { width: 1000, height: 1700 } });

test("components in light", ({ page }) => looksAsBefore(page, "light"));
test("components in dark", ({ page }) => looksAsBefore(page, "dark"));

async function looksAsBefore(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  const address = served?.httpServer?.address();
  if (typeof address !== "object" || address === null) throw new Error("nothing is served");
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await expect(page.getByRole("heading", { name: "Names" })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.keyboard.press("Tab"); // the ring of the focus, too
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1000);
  await expect(page).toHaveScreenshot(`components-${colorScheme}.png`, {
    scale: "device",
    maxDiffPixelRatio: 0.01,
    threshold: 0.3,
  });
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  expect(told).toEqual([]);
}
