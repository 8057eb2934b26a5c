/** The stories of the workbench in a real browser: `npm --prefix web run e2e`. `CHROMIUM` names another browser than Debian's. */

import { defineConfig } from "@playwright/test";
import { chromium } from "./chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "*.story.ts",
  outputDir: process.env.GRAPHWRIGHT_PICTURES ?? "../node_modules/.e2e",
  forbidOnly: true,
  retries: 0,
  // Two pages draw and a server answers for each of them.
  workers: 2,
  fullyParallel: false,
  timeout: 40_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    colorScheme: "light",
    actionTimeout: 10_000,
    launchOptions: {
      executablePath: chromium(),
      args: [
        "--no-sandbox", // containers run as root
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    screenshot: "only-on-failure",
    trace: "off",
  },
});
