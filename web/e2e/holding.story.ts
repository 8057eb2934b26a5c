/** What the assistant could not mend: the draft stays drawn with its fault, and what holds is taken at once by keyboard. */

import { join } from "node:path";
import axe from "axe-core";
import { Gate } from "./scriptedModel";
import { expect, test } from "./stage";
import { ask, box, chat, drawer } from "./view";

const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";
const DRAFT = [
  "I make it.\n\n```format-e\n<operations>",
  "+ Shop|SYS|Shop.SY.001|Sells things",
  "+ Ordering|UC|Ordering.UC.001|Somebody orders",
  "+ Handling|FCHAIN|Handling.FC.001|What happens with an order",
  "+ Check|FUNC|Check.FN.001|Checks an order",
  "+ Fast|REQ|Fast.RQ.001|The shop shall check within a second",
  "+ Shop.SY.001 -cp-> Ordering.UC.001",
  "+ Ordering.UC.001 -cp-> Handling.FC.001",
  "+ Handling.FC.001 -cp-> Check.FN.001",
  "+ Check.FN.001 -st-> Shop.SY.001",
  "</operations>\n```",
].join("\n");

test("a draft with a fault is marked, and the 8 of 9 changes that hold are accepted by keyboard", async ({
  scripted,
  model,
  doors,
}) => {
  const project = await scripted.project({ policy: "review" });
  const repairing = new Gate();
  model.answers("Shop.SY.001", "I look again. ", repairing, "I am sorry.");
  model.answers("Build a shop", DRAFT);
  const page = await doors.open(project.ana, project, { viewport: { width: 1280, height: 800 } });
  await ask(page, "Build a shop");
  await expect(chat(page).locator(".lines [data-severity=error]")).toHaveCount(1);
  repairing.open();

  await expect(chat(page).locator(".card.proposal")).toContainText("8 of 9 hold; this one needs you.");
  await page.locator(".top .waiting").press("Enter");
  await expect(drawer(page).getByRole("treegrid", { name: "Review" })).toBeFocused();
  await page.keyboard.press("u");
  const take = drawer(page).getByRole("button", { name: "Accept the 8 that hold" });
  await expect(take).toBeEnabled();
  await expect(drawer(page).getByRole("button", { name: /^Accept all/ })).toBeDisabled();
  await page.evaluate(axe.source);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await take.scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(PICTURES, `holding-${width}.png`), animations: "disabled" });
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }

  await page.keyboard.press("Shift+H");
  await expect(box(page, "Fast")).not.toHaveAttribute("data-mark");
  // The rest is a proposal of its own, and still says what is wrong with it, beside what was decided.
  await expect(drawer(page).locator("[data-kind=proposal]").filter({ hasText: "1 change" })).toBeVisible();
  await expect(drawer(page).locator("[data-kind=change] [data-severity=error]")).toHaveCount(2);
});
