/**
 * A revision is given a name by keyboard, everybody sees it, the model is asked about as it was and compared with what it
 * became; before a question is sent the composer says which story will answer.
 */

import { expect, test } from "./stage";
import { ask, box, chat, drawer, graph, messages } from "./view";

test("a named revision is seen, asked about, compared, renamed and forgotten on both screens", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);

  await ana.locator("body").press("Control+s");
  const dialog = ana.getByRole("dialog", { name: "Name this revision" });
  await dialog.getByRole("textbox", { name: "Name of revision 1" }).fill("1 is no name");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("such as PDR or v1.2");
  await dialog.getByRole("textbox").fill("PDR");
  await dialog.getByRole("textbox").press("Enter");
  await expect(dialog).toHaveCount(0);
  for (const page of [ana, ben]) await expect(page.locator(".top .note").first()).toContainText("revision 1 · PDR");

  await project.change({ op: "node.create", id: "2", nodeType: "FUNC", name: "PayOrder", descr: "Takes the money." });
  await expect(ben.locator(".top .note").first()).not.toContainText("PDR");
  await ben.getByRole("button", { name: "History", exact: true }).click();
  await expect(drawer(ben).locator(".commit [data-baseline]")).toHaveText(["PDR"]);
  await drawer(ben).getByRole("button", { name: "Compare with now: PDR" }).click();
  const comparison = drawer(ben).locator(".comparison");
  await expect(comparison).toContainText("1 added");
  await expect(comparison.locator(".lines li")).toHaveText([/PayOrder/]);
  await project.change({ op: "node.create", id: "3", nodeType: "FUNC", name: "BillOrder", descr: "Writes a bill." });
  await expect(comparison.locator(".lines li")).toHaveText([/PayOrder/, /BillOrder/]);

  const box = chat(ben).locator(".composer textarea");
  await drawer(ben).getByRole("button", { name: "Ask about it: PDR" }).click();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("@PDR ");
  await box.pressSequentially("Which functions have no requirement?");
  await expect(chat(ben).locator(".workflow-preview")).toHaveText(
    "Automatic: Ask, revision 1, because it is a question",
  );
  await box.press("Enter");
  await expect(messages(ben, "assistant").first()).toContainText("ShipOrder");
  await expect(messages(ben, "assistant").first()).not.toContainText("PayOrder");
  for (const page of [ana, ben])
    await expect(messages(page, "person").first().locator(".chip")).toHaveText("revision 1 · PDR");

  await drawer(ben).getByRole("button", { name: "Rename PDR" }).click();
  await drawer(ben).getByRole("textbox", { name: "Rename PDR" }).fill("SRR");
  await drawer(ben).getByRole("textbox", { name: "Rename PDR" }).press("Enter");
  await expect(messages(ana, "person").first().locator(".chip")).toHaveText("revision 1 · SRR");
  await drawer(ben).getByRole("button", { name: "Remove the name SRR" }).click();
  await drawer(ben)
    .getByRole("button", { name: /The revision stays/ })
    .click();
  await expect(messages(ana, "person").first().locator(".chip")).toHaveText("revision 1");
  await expect(drawer(ben)).toContainText("No revision has a name yet.");

  // An earlier one is named where its changes are.
  await drawer(ben)
    .getByRole("button", { name: /Revision 2/i })
    .click();
  await drawer(ben).getByRole("list", { name: "History" }).getByRole("button", { name: "Name this revision" }).click();
  await ben.getByRole("textbox", { name: "Name of revision 2" }).fill("CDR");
  await ben.keyboard.press("Enter");
  await expect(drawer(ben).locator(".commit [data-baseline]")).toHaveText(["CDR"]);
});

test("a slider goes through the revisions by keys, the diagram shows each to be looked at, and two are compared", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  for (const name of ["ShipOrder", "PayOrder", "BillOrder"])
    await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name, descr: "Does its part." });
  const page = await doors.open(project.ana, project);
  await graph(page).getByLabel("View", { exact: true }).selectOption("model");
  await expect(box(page, "BillOrder")).toBeVisible();
  await page.getByRole("button", { name: "History", exact: true }).click();
  const slider = drawer(page).getByRole("slider", { name: "Show the model as it was" });
  await expect(slider).toHaveAttribute("aria-valuetext", "Revision 3 of 3");
  await slider.press("Home");
  await expect(box(page, "BillOrder")).toHaveCount(0);
  await expect(box(page, "PayOrder")).toHaveCount(0);
  await expect(box(page, "ShipOrder")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "as it was at revision 1" })).toBeVisible();
  await slider.press("ArrowRight");
  await expect(box(page, "PayOrder")).toBeVisible();
  await expect(box(page, "BillOrder")).toHaveCount(0);

  await expect(page).toHaveURL(/past=2/);
  await page.reload();
  await expect(box(page, "PayOrder")).toBeVisible();
  await box(page, "PayOrder").click();
  await page.keyboard.press("Delete");
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ThankOrder", descr: "Says thanks." });
  await expect(slider).toHaveAttribute("aria-valuetext", "Revision 2 of 4");
  await expect(box(page, "PayOrder")).toBeVisible();
  await expect(box(page, "ThankOrder")).toHaveCount(0);

  await drawer(page).getByRole("spinbutton", { name: "Compare with revision" }).fill("3");
  await drawer(page).getByRole("button", { name: "Compare", exact: true }).click();
  await expect(drawer(page).locator(".comparison .lines li")).toHaveText([/BillOrder/]);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(box(page, "ThankOrder")).toBeVisible();
  await expect(box(page, "PayOrder")).toBeVisible();
  await expect(page).not.toHaveURL(/past=/);
});

test("the composer says which story will answer, and somebody may choose another", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const box = chat(page).locator(".composer textarea");
  const preview = chat(page).locator(".workflow-preview");
  await expect(preview).toHaveText("");

  await box.fill("A customer places an order");
  await expect(preview).toHaveAttribute("data-workflow", "build");
  await box.fill("Who places an order?");
  await expect(preview).toHaveAttribute("data-workflow", "ask");
  await expect(preview).toHaveText("Automatic: Ask, because it is a question");
  await chat(page).getByLabel("Kind of answer").selectOption("build");
  await expect(preview).toHaveCount(0);
  await box.fill("");
});

test("what was used up is shown by person, day and language model", async ({ scripted, model, doors }) => {
  const project = await scripted.project();
  const page = await doors.open(project.ana, project);
  const costs = page.getByRole("dialog", { name: "Costs" });
  const open = async (): Promise<void> => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: "Costs" }).click();
  };
  await open();
  await expect(costs).toContainText("Nothing has been used up yet.");
  await page.keyboard.press("Escape");
  await expect(costs).toHaveCount(0);

  model.answers("What is there?", "Nothing yet.");
  await ask(page, "What is there?");
  await expect(messages(page, "assistant").first()).toContainText("Nothing yet.");
  await expect(messages(page, "assistant").first()).toHaveAttribute("data-status", "complete");
  await open(); // costs are those of the moment
  for (const [way, name] of [
    ["Person", /./],
    ["Day", /^\d{4}-\d\d-\d\d$/],
    ["Language model", /scripted/],
    ["Question", /^What is there\?$/],
  ] as const) {
    await costs.getByRole("button", { name: way, exact: true }).click();
    await expect(costs.locator("tbody tr")).toHaveCount(1);
    await expect(costs.locator("tbody th")).toHaveText(name);
    await expect(costs.locator("tbody td").first()).toHaveText("1");
  }
  await expect(costs.locator("tfoot")).toContainText("Total");
});
