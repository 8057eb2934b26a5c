/** What the assistant could not mend: the draft stays drawn with its fault, and what holds is taken at once by keyboard. */

import { join } from "node:path";
import axe from "axe-core";
import { Gate } from "./scriptedModel";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, messages } from "./view";

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

test("while a fault is mended the chat says so beside its line, and what holds stays", async ({
  scripted,
  model,
  doors,
}) => {
  const mended = new Gate();
  model.answers(
    "a shelf and a lock please",
    "I add both.\n\n```format-e\n<operations>\n## Nodes\n+ Shelf|FUNC|Shelf.FN.001|Holds goods for the customer\n",
    "+ Lock|FUNKTIONX|Lock.FN.002|Locks the shelf for the customer\n</operations>\n```\n",
  );
  model.answers(
    "Your changes are kept as a draft",
    "I mend the lock.\n\n",
    mended,
    "```format-e\n<operations>\n## Nodes\n+ Lock|FUNC|Lock.FN.002|Locks the shelf for the customer\n</operations>\n```\n",
  );
  const project = await scripted.project();
  const page = await doors.open(project.ana, project);
  await ask(page, "Add a shelf and a lock please");
  const card = chat(page).locator(".card.ghost");
  await expect(card.getByRole("heading")).toHaveText("1 of 2 changes does not hold; the assistant mends it …");
  await expect(card.locator(".lines li")).toHaveText([/Shelf/, /Lock.*✖.*FUNKTIONX/s]);
  await expect(messages(page, "assistant").last()).toContainText("I mend the lock.");
  mended.open();
  await expect(chat(page).locator(".applied .lines li")).toHaveText([/Shelf/, /Lock/]);
  await expect(chat(page).locator(".lines [data-severity=error]")).toHaveCount(0);
});
