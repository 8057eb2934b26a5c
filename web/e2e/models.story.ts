/** Whoever wants to know which language model answers, what it can do and what it may use up, finds it in one dialog. */

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { Server } from "./server";
import { expect, House, test } from "./stage";

const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";

async function isClean(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), animations: "disabled" });
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
}

test("without a language model the dialog says who answers and how to set one", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await page.locator("body").press("Control+k");
  await page.keyboard.type("language model");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Language model" });
  await expect(dialog).toContainText("the offline assistant answers");
  await expect(dialog).toContainText("GRAPHWRIGHT_MODEL");
  await isClean(page, "models-none");
});

test("configured language models are told with what they can do, and with what each workflow and persona uses", async ({
  doors,
}) => {
  const server = await Server.start("serve", {
    GRAPHWRIGHT_MODEL: "openai:gpt-6-sol",
    GRAPHWRIGHT_API_KEY: "unused",
    GRAPHWRIGHT_FALLBACK: "deepseek:deepseek-flash",
    GRAPHWRIGHT_MODEL_CHOICES: "discuss.Solver=deepseek:deepseek-flash@high, ask=@low",
    GRAPHWRIGHT_WORKFLOW_BUDGETS: "discuss.calls=60, discuss.Solver.money=0.50",
  });
  try {
    const house = new House(server);
    const page = await doors.open(server.owner, await house.project());
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Language model" }).click();
    const dialog = page.getByRole("dialog", { name: "Language model" });
    const row = (text: string): Locator => dialog.getByRole("row").filter({ hasText: text });
    await expect(dialog.getByRole("region", { name: /^deepseek/ })).toContainText("DEEPSEEK_API_KEY");
    await expect(
      dialog
        .getByRole("region", { name: /^deepseek/ })
        .getByRole("row")
        .nth(1),
    ).toContainText("its key is missing");
    await expect(row("Discuss: Solver")).toContainText("$0.50");
    await expect(row("Discuss: Solver")).toContainText("high");
    await expect(row("60 calls")).toContainText("openai:gpt-6-sol");
    await isClean(page, "models");
  } finally {
    await server.stop();
  }
});
