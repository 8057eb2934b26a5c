/**
 * The places of the workbench look as they did: in three widths, light and dark, compared with kept pictures.
 *
 * `make pictures` writes those anew that differ. On another machine with the same browser the letters are the same, for
 * they come with the page; what is let pass is the edge of a letter, not a word, a colour or a line that has moved. A
 * browser of another version may draw the same page otherwise here and there: then only what is changed in the large is told.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { places } from "./places";
import { expect, test } from "./stage";
import { rail } from "./view";

const SIZES = [
  { width: 1600, height: 760 },
  { width: 1024, height: 700 },
  { width: 390, height: 760 },
] as const;
const NAMES = [
  "sign-in",
  "empty",
  "build",
  "ask",
  "investigate",
  "discuss",
  "review",
  "history",
  "diagram",
  "clusters",
  "table",
  "matrix",
  "documents",
  "runs",
  "overview",
  "comments",
  "palette",
  "import",
  "administration",
  "away",
] as const;
type Name = (typeof NAMES)[number];
/** A phone shows one thing at a time, and that is the conversation where nobody says otherwise. */
const ON_PHONE: Partial<Record<Name, string>> = {
  clusters: "Graph",
  table: "Tables",
  matrix: "Matrix",
  overview: "Overview",
  away: "Graph",
};
const PHONE = 500;
/** The version of the browser that drew the kept pictures. */
const DRAWN_BY = resolve(import.meta.dirname, "references/browser.txt");
const SAME_BROWSER = { maxDiffPixels: 40 };
const ANOTHER = { maxDiffPixelRatio: 0.02 };

test.use({
  viewport: SIZES[0],
  contextOptions: {
    reducedMotion: "reduce",
    timezoneId: "UTC",
    bypassCSP: true, // what is not shown is hidden by a style of ours
  },
});

test.beforeAll(({ browser }, { config: { updateSnapshots } }) => {
  if (updateSnapshots === "all" || updateSnapshots === "changed") writeFileSync(DRAWN_BY, `${browser.version()}\n`);
});

for (const name of NAMES)
  test(name, async ({ browser, doors, sample, scripted, model }) => {
    const passes = readFileSync(DRAWN_BY, "utf8").trim() === browser.version() ? SAME_BROWSER : ANOTHER;
    const page = await places({ doors, sample, scripted, model })[name]?.();
    if (page === undefined) throw new Error(`there is no place ${name}`);
    await page.evaluate(() => document.fonts.ready);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const open = size.width < PHONE ? ON_PHONE[name] : undefined;
      if (open !== undefined) await rail(page).getByRole("button", { name: open }).first().click();
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await expect.soft(page).toHaveScreenshot(["places", `${name}-${size.width}-${colorScheme}.png`], {
          stylePath: resolve(import.meta.dirname, "pictures.css"),
          threshold: 0.06,
          ...passes,
        });
      }
    }
  });
