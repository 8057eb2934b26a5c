/**
 * Under the policy `review` nothing of an answer is applied until a person has looked: change by change, on any screen, and
 * somebody else may be that person.
 */

import type { Locator, Page } from "@playwright/test";
import { expect, type Project, test } from "./stage";
import { ask, box, chat, drawer, expectSame, graph, keys, openTab, row, table, toast } from "./view";

test("a proposal is a ghost on both screens until the other person accepts it by keyboard", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ana, "Create the system Shop");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.proposal[data-state=open]")).toContainText("Shop");
    await expect(box(page, "Shop")).toHaveAttribute("data-mark", "new");
  }
  await openTab(ben, "SY");
  await expect(row(ben, "Shop")).toHaveAttribute("data-mark", "new");
  await expect(row(ben, "Shop").getByRole("img", { name: "proposed, not there yet" })).toBeVisible();
  await table(ben)
    .getByRole("checkbox", { name: /proposed change/ })
    .uncheck();
  await expect(row(ben, "Shop")).toHaveCount(0);
  await expect(box(ben, "Shop")).toHaveCount(0);

  await keys(ben, "g", "r");
  await expect(drawer(ben).getByRole("treegrid", { name: "Review" })).toBeFocused();
  await ben.keyboard.press("Control+Enter");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".applied .lines li")).toHaveCount(1);
    await expect(box(page, "Shop")).not.toHaveAttribute("data-mark");
  }
  await expect(row(ben, "Shop.SY.001")).toBeVisible();
  await expect(drawer(ben).getByRole("treegrid", { name: "Review" })).toBeFocused();
  await ben.keyboard.press("Escape");
  await expectSame(ana, ben);
});

test("a rejected proposal leaves nothing behind but who rejected it and why", async ({ unaided, doors }) => {
  const project = await unaided.project({ policy: "review" });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ben, "Create the system Shop");
  const card = chat(ana).locator(".card.proposal");
  await card.getByLabel(/What should be different/).fill("We have a shop already.");
  await card.getByRole("button", { name: /^Reject/ }).click();
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.proposal").first()).toHaveAttribute("data-state", "rejected");
    await expect(chat(page).locator(".card.proposal").first()).toContainText("We have a shop already.");
    await expect(page.locator(".top .note").first()).toContainText("revision 0");
  }
  // The card of a decided proposal is there for whoever comes later.
  await ben.reload();
  await expect(chat(ben).locator(".card.proposal").first()).toContainText("rejected it.");
});

test("a part of a proposal is accepted, with what hangs on it, after an edit, a reload and somebody else's change", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  const useCase = await proposeOrders(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) await page.locator(".top .waiting").click();
  const tray = drawer(ana).getByRole("treegrid", { name: "Review" });
  const change = (name: string): Locator => tray.locator("[data-kind=change]").filter({ hasText: name });
  await expect(change("Customer").first()).toHaveAttribute("aria-selected", "true");

  // Rejecting the customer drops the relation that needs it, and says so; a reload keeps the choice.
  await tray.press("r");
  await expect(change("OrderChain → Customer")).toHaveAttribute("data-state", "dropped");
  await expect(drawer(ana)).toContainText("Rejecting Customer also drops 1 change.");
  await expect(drawer(ana)).toContainText("Interview, page 3");
  await ana.reload();
  await expect(change("Customer").first()).toHaveAttribute("data-state", "rejected");
  await expect(drawer(ana).getByRole("button", { name: "Accept 3 of 5" })).toBeEnabled();

  // Editing makes a new version; the other reviewer is told what is different before deciding.
  await change("OrderChain").first().click();
  await tray.press("e");
  await drawer(ana).getByLabel("Name").fill("OrderFlow");
  await drawer(ana).getByRole("button", { name: "Save the edit" }).click();
  await expect(change("OrderFlow").first()).toBeVisible();
  await expect(drawer(ana).getByRole("button", { name: "Accept 3 of 5" })).toBeEnabled();
  await expect(drawer(ben)).toContainText("This is version 2 now; 1 change is different from what you saw.");
  await expect(drawer(ben).getByRole("button", { name: /^Accept all/ })).toBeDisabled();
  await drawer(ben).getByRole("button", { name: "Go on with version 2" }).click();
  await expect(drawer(ben).getByRole("button", { name: "Accept all 5" })).toBeEnabled();

  // Somebody changes what one of the changes was made on: it is marked, and renewed.
  await project.change({ op: "node.update", id: "1", ref: useCase, set: { name: "PlaceTheOrder" } });
  await expect(drawer(ana)).toContainText("The model has changed under 1 of these changes.");
  await drawer(ana).getByRole("button", { name: "Renew the proposal" }).click();
  await drawer(ana)
    .getByRole("button", { name: /^Go on with version/ })
    .click();
  await change("PlaceTheOrder").first().click();
  await expect(drawer(ana).locator(".difference del")).toHaveText("PlaceTheOrder");
  await tray.press("Control+Enter");

  for (const page of [ana, ben]) {
    await expect(drawer(page)).toContainText("accepted 3 of 5 changes.");
    await expect(box(page, "PlaceAnOrder")).toBeVisible();
    await expect(box(page, "Customer")).toHaveCount(0);
  }
  await ben.reload();
  await ben.getByRole("button", { name: "History", exact: true }).click();
  await drawer(ben).getByRole("button", { name: "Proposal" }).click();
  await expect(drawer(ben)).toContainText("accepted 3 of 5 changes.");
});

test("[U-526] whoever accepts while a change is being edited accepts it as it is written there", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  await proposeOrders(project);
  const ana = await doors.open(project.ana, project);
  await ana.locator(".top .waiting").click();
  const tray = drawer(ana).getByRole("treegrid", { name: "Review" });
  await tray.locator("[data-kind=change]").filter({ hasText: "Customer" }).first().click();
  await tray.press("e");
  const name = drawer(ana).getByLabel("Name");
  const accept = drawer(ana).getByRole("button", { name: "Accept all 5" });
  await name.fill("");
  await accept.click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(accept).toBeEnabled();
  await expect(toast(ana, "an edit that was begun has a mistake")).toBeVisible();
  await name.fill("Patron");
  await tray.locator("[data-kind=change]").filter({ hasText: "OrderChain" }).first().click();
  await expect(name).toHaveCount(0); // another change is looked at, and what was written stays
  await tray.press("e");
  await name.fill("OrderFlow");
  await tray.locator("[data-kind=change]").filter({ hasText: "Customer" }).first().click();
  await expect(name).toHaveValue("Patron");
  await accept.click();
  await expect(drawer(ana)).toContainText("accepted all 5 changes");
  for (const each of ["Patron", "OrderFlow"]) await expect(box(ana, each)).toBeVisible();
  await expect(box(ana, "Customer")).toHaveCount(0);
});

test("[U-615] what a colleague changed while I edit the same is asked, and my edit is kept and marked when I leave", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  await proposeOrders(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const tray = (page: Page): Locator => drawer(page).getByRole("treegrid", { name: "Review" });
  const change = (page: Page, name: string): Locator =>
    tray(page).locator("[data-kind=change]").filter({ hasText: name });
  for (const page of [ana, ben]) {
    await page.locator(".top .waiting").click();
    await change(page, "OrderChain").first().click();
    await tray(page).press("e");
  }
  await drawer(ana).getByLabel("Name").fill("OrderLine");
  await drawer(ben).getByLabel("Name").fill("OrderFlow");
  await drawer(ben).getByRole("button", { name: "Save the edit" }).click();

  const asked = drawer(ana).getByRole("alert").filter({ hasText: "Ben changed this meanwhile." });
  await expect(asked).toContainText("OrderFlow");
  await expect(asked).toContainText("OrderLine");
  await expect(drawer(ana).getByRole("button", { name: "Save the edit" })).toBeDisabled();
  // Nothing is written over, whichever way it is accepted.
  await drawer(ana).getByRole("button", { name: "Go on with version 2" }).click();
  await drawer(ana).getByRole("button", { name: "Accept all 5" }).click();
  await expect(toast(ana, "Choose whose holds")).toBeVisible();

  // Whoever leaves the project and comes back finds it, and sees it from the list.
  await ana.reload();
  await expect(change(ana, "OrderFlow").first().getByText("edited, not saved yet")).toBeAttached();
  await change(ana, "OrderFlow").first().click();
  await asked.getByRole("button", { name: "Keep theirs" }).click();
  await expect(asked).toHaveCount(0);
  await expect(drawer(ana).getByLabel("Name")).toHaveValue("OrderFlow");
  await drawer(ana).getByLabel("Name").fill("OrderLine");
  await expect(drawer(ana)).toContainText("Accepting takes the edit that is not saved yet.");
  await drawer(ana).getByRole("button", { name: "Accept all 5" }).click();
  await expect(box(ana, "OrderLine")).toBeVisible();
});

test("[U-689] a proposal that somebody else decides while I look at it stays where it is, and no button of the next one comes in its place", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  await proposeOrders(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ben, "Create the actor Clerk");
  for (const page of [ana, ben]) await page.locator(".top .waiting").click();
  const active = (page: Page): Locator => drawer(page).locator('[role=row][aria-selected="true"]');
  // Nobody has chosen a row: it is the one that the tray opened on.
  for (const page of [ana, ben]) await expect(active(page)).toContainText("Customer");
  const buttons = drawer(ana)
    .locator(".tray-details")
    .getByRole("button", { name: /^(Accept|Reject)/ });
  await expect(buttons.first()).toBeVisible();
  await drawer(ben).locator(".tray-details").getByRole("button", { name: "Reject", exact: true }).click();
  await expect(drawer(ana)).toContainText("Ben rejected it.");
  await expect(active(ana)).toContainText("Customer");
  await expect(buttons).toHaveCount(0);
});

test("every key works to the end: after an edit, a change that is turned down and each decision the list has the keys", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await proposeOrders(project);
  const { revision } = await project.ana.ask<{ revision: number }>("GET", project.path);
  await project.ana.ask("POST", `${project.path}/proposals`, {
    commandId: crypto.randomUUID(),
    baseRevision: revision,
    operations: [{ op: "node.create", id: "1", nodeType: "ACTOR", name: "Clerk", descr: "Packs" }],
  });
  const ana = await doors.open(project.ana, project, { viewport: { width: 1280, height: 800 } });
  await keys(ana, "g", "r");
  const tray = drawer(ana).getByRole("treegrid", { name: "Review" });
  const active = tray.locator("[aria-selected=true]");
  await expect(tray).toBeFocused();

  // The diagram stands beside the list and goes along with it, before and after.
  const [picture, list] = await Promise.all([graph(ana).boundingBox(), drawer(ana).boundingBox()]);
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThanOrEqual(list?.x ?? 0);
  expect(picture?.height).toBeGreaterThan(600);
  await tray.press("Home");
  for (const row of [/5 changes/, /Step 1/, /Customer/]) {
    await expect(active).toContainText(row);
    if (row.source !== "Customer") await tray.press("j");
  }
  await expect(active).toContainText("Customer");
  await expect(box(ana, "Customer")).toHaveAttribute("data-light", "pointed");
  await tray.press("b");
  await expect(box(ana, "Customer")).toHaveCount(0);
  await expect(box(ana, "PlaceOrder")).toHaveAttribute("data-mark", "changed");
  await expect(box(ana, "PlaceOrder")).not.toContainText("PlaceAnOrder");
  await tray.press("b");
  await expect(box(ana, "PlaceOrder")).toContainText("PlaceAnOrder");

  // An edit gives the keys back, kept or not.
  await tray.press("e");
  await expect(drawer(ana).getByLabel("Name")).toBeFocused();
  await ana.keyboard.press("Escape");
  await expect(tray).toBeFocused();
  await ana.keyboard.press("e");
  await drawer(ana).getByLabel("Name").fill("Buyer");
  await ana.keyboard.press("Control+Enter");
  await expect(active).toContainText("Buyer");
  await expect(tray).toBeFocused();

  // With everything turned down the same key says so, and the next proposal is one key away.
  await ana.keyboard.press("R");
  await ana.keyboard.press("Control+Enter");
  await expect(drawer(ana)).toContainText("rejected it.");
  await expect(tray).toBeFocused();
  await ana.keyboard.press("]");
  await ana.keyboard.press("j");
  await expect(active).toContainText("Clerk");
  await ana.keyboard.press("Control+Enter");
  await openTab(ana, "AC");
  await expect(row(ana, "Clerk.AC.001")).toBeVisible();
});

/** A use case, and a proposal of Ana's about it in which some changes need others. */
async function proposeOrders(project: Project): Promise<string> {
  const { shop, place } = await project.change(
    { op: "node.create", id: "1", tempId: "shop", nodeType: "SYS", name: "Shop", descr: "" },
    { op: "node.create", id: "2", tempId: "place", nodeType: "UC", name: "PlaceOrder", descr: "Old words" },
    { op: "edge.create", id: "3", edgeType: "compose", source: "shop", target: "place" },
  );
  if (shop === undefined || place === undefined) throw new Error("nothing was made");
  const { revision } = await project.ana.ask<{ revision: number }>("GET", project.path);
  await project.ana.ask("POST", `${project.path}/proposals`, {
    commandId: crypto.randomUUID(),
    baseRevision: revision,
    reason: "The customer was missing.",
    provenance: { customer: "Interview, page 3" },
    operations: [
      { op: "node.create", id: "customer", tempId: "customer", nodeType: "ACTOR", name: "Customer", descr: "Orders" },
      { op: "node.update", id: "place", ref: place, set: { name: "PlaceAnOrder" } },
      { op: "node.create", id: "chain", tempId: "chain", nodeType: "FCHAIN", name: "OrderChain", descr: "How it goes" },
      { op: "edge.create", id: "of", edgeType: "compose", source: place, target: "chain" },
      { op: "edge.create", id: "with", edgeType: "compose", source: "chain", target: "customer" },
    ],
  });
  return place;
}

test("what follows from the model is derived with its reasons, and decided like any other proposal", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change({
    op: "node.create",
    id: "n1",
    nodeType: "REQ",
    name: "Fast",
    descr: "The system shall answer within 2 s.",
  });
  const ana = await doors.open(project.ana, project);
  await openProblems(ana);
  await drawer(ana).getByRole("group", { name: "Derive" }).getByRole("button", { name: "Tests" }).click();
  const tray = drawer(ana).getByRole("treegrid", { name: "Review" });
  await tray.getByRole("row", { name: /Test fast beyond Goes/ }).click();
  await expect(drawer(ana)).toContainText("a rule, 60 % sure: a number in a requirement is a limit");
  await tray.focus();
  await ana.keyboard.press("Control+Enter");
  await openTab(ana, "TS");
  await expect(row(ana, "TestFast.TS.001")).toBeVisible();

  await openProblems(ana);
  await drawer(ana).getByRole("button", { name: "Tests" }).click();
  await expect(drawer(ana).getByRole("status").filter({ hasText: "none follow" })).toBeVisible();
});

async function openProblems(page: Page): Promise<void> {
  await keys(page, "g", "b");
}
