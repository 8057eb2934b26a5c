/** The whole installation, as its owner reads it in three languages: nothing is cut, covered or out of reach, and a hold is put and lifted. */

import { join } from "node:path";
import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, test } from "./stage";

const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))).toEqual([]);
}

for (const [locale, administration, parts, hold, lift] of [
  ["en-GB", "Administration", ["Projects", "People", "Server", "Audit"], "Put on hold", "Lift the hold"],
  ["de-DE", "Verwaltung", ["Projekte", "Personen", "Server", "Prüfprotokoll"], "Sperren", "Sperre aufheben"],
  ["fr-FR", "Administration", ["Projets", "Personnes", "Serveur", "Journal d’audit"], "Geler", "Lever le gel"],
] as const)
  test(`the owner reads all of it and puts a project on hold (${locale})`, async ({ unaided, doors }) => {
    const project = await unaided.project();
    const page = await doors.open(project.ana, project, {
      ...{ locale, viewport: { width: 1280, height: 800 } },
      reducedMotion: "reduce", // no colour is judged on its way to another
    });
    await page.locator(".top .account").click();
    await page.getByRole("button", { name: administration }).click();
    const dialog = page.getByRole("dialog", { name: administration });
    for (const part of parts) {
      await dialog.getByRole("button", { name: part, exact: true }).click();
      await expect(dialog.locator("table, dl.facts").first()).toBeVisible();
      await expect(dialog.locator("[aria-busy=true]")).toHaveCount(0);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectAccessible(page);
          await page.screenshot({
            path: join(
              PICTURES,
              `administration-${parts.indexOf(part as never)}-${locale}-${width}-${colorScheme}.png`,
            ),
            animations: "disabled",
          });
        }
        expect(await overflowing(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await dialog.getByRole("button", { name: parts[0], exact: true }).click();
    await dialog.getByRole("button", { name: `${hold}: ${project.name}` }).click();
    await dialog.locator("form input").fill("An audit of the year");
    await dialog.locator("form button[type=submit]").click();
    await expect(dialog.getByRole("row").filter({ hasText: project.name })).toContainText("An audit of the year");
    await dialog.getByRole("button", { name: `${lift}: ${project.name}` }).click();
    await dialog.locator("form input").fill("It is over");
    await dialog.locator("form button[type=submit]").click();
    await expect(dialog.getByRole("button", { name: `${hold}: ${project.name}` })).toBeVisible();
    await expectAccessible(page);
  });

/** What sticks out of the dialog, apart from tables, which scroll by themselves. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const dialog = document.querySelector("dialog[open]:last-of-type, dialog[open]")?.getBoundingClientRect();
    return [...document.querySelectorAll("dialog[open] :is(button, label, h2, h3, p, dd)")]
      .filter((each) => each.closest(".administration") === null)
      .filter((each) => each.getBoundingClientRect().right > (dialog?.right ?? 0) + 1)
      .map((each) => each.outerHTML.slice(0, 80));
  });
}
