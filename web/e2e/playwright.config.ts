/** The stories of the workbench in a real browser: `npm --prefix web run e2e`. `CHROMIUM` names another browser than Debian's. */

import { defineConfig } from "@playwright/test";
import { chromium } from "./chromium";

/** Bounds against hanging, in ms, not promises of speed: other work may hold the machine. */
const STEP = 30_000;
const STORY = 120_000;

export default defineConfig({
  testDir: ".",
  testMatch: "*.story.ts",
  // One picture for all machines: letters come with the page, and what is compared is small.
  snapshotPathTemplate: "{testDir}/references/{arg}{ext}",
  outputDir: process.env.GRAPHWRIGHT_PICTURES ?? "../node_modules/.e2e",
  forbidOnly: true,
  retries: 0,
  // Two pages draw and a server answers for each of them.
  workers: 2,
  fullyParallel: false,
  timeout: STORY,
  expect: { timeout: STEP },
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    colorScheme: "light",
    actionTimeout: STEP,
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
