/** Under the policy `review` nothing of an answer is applied until a person has looked: somebody else may be that person. */

import { expect, test } from "./stage";
import { ask, box, chat, drawer, expectSame, openTab, row } from "./view";

test("a proposal is a ghost on both screens until the other person accepts it by keyboard", async ({ unaided, doors }) => {
  const project = await unaided.project({ policy: "review" });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ana, "Create the system Shop");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.proposal[data-state=open]")).toContainText("Shop");
    await expect(box(page, "Shop")).toHaveAttribute("data-mark", "new");
  }
  await openTab(ben, "SY");
  await expect(row(ben, "Shop")).toHaveCount(0);

  await ben.locator("body").press("g");
  await ben.locator("body").press("r");
  await expect(drawer(ben).getByRole("group", { name: "Review" })).toBeFocused();
  await ben.keyboard.press("a");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".applied .lines li")).toHaveCount(1);
    await expect(box(page, "Shop")).not.toHaveAttribute("data-mark");
  }
  await expect(row(ben, "Shop.SY.001")).toBeVisible();
  await expectSame(ana, ben);
});

test("a rejected proposal leaves nothing behind", async ({ unaided, doors }) => {
  const project = await unaided.project({ policy: "review" });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ben, "Create the system Shop");
  const card = chat(ana).locator(".card.proposal");
  await card.getByLabel(/Why not/).fill("We have a shop already.");
  await card.getByRole("button", { name: "Reject" }).click();
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.proposal")).toHaveAttribute("data-state", "rejected");
    await expect(box(page, "Shop")).toHaveCount(0);
    await expect(page.locator(".top .note").first()).toContainText("revision 0");
  }
  await expectSame(ana, ben);
});
