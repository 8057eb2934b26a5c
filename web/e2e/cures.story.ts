/** Two elements are one: what a merge moves is told first, and then it is done, taken back, and proposed by the gardener. */

import { expect, test } from "./stage";
import { ask, box, drawer, graph, inspector, keys, messages, noticed, openTab, rail, row } from "./view";

const shop = (guest: string, other: string) =>
  [
    { op: "node.create", id: "g", nodeType: "ACTOR", name: guest, descr: "Who eats.", tempId: "g" },
    { op: "node.create", id: "v", nodeType: "ACTOR", name: other, descr: "Who eat.", tempId: "v" },
    { op: "node.create", id: "o", nodeType: "FLOW", name: "Order", descr: "Wishes.", tempId: "o" },
    { op: "node.create", id: "b", nodeType: "FLOW", name: "Bill", descr: "Sums.", tempId: "b" },
    { op: "edge.create", id: "1", edgeType: "io", source: "g", target: "o" },
    { op: "edge.create", id: "2", edgeType: "io", source: "v", target: "b" },
  ] as const;

test("a merge says what it moves before it is done, and is taken back", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop("Diner", "Patron"));
  const ana = await doors.open(project.ana, project);
  await rail(ana).getByRole("button", { name: "Inspector" }).click();
  await box(ana, "Diner").click();
  await keys(ana, "g", "j");
  const dialog = ana.getByRole("dialog");
  await dialog.getByRole("combobox").fill("Patron");
  await dialog.getByRole("combobox").press("Enter");
  const report = dialog.getByRole("region", { name: "What this moves" });
  await expect(report).toContainText("Patron.AC.002 io Bill.FL.002 becomes Diner.AC.001 io Bill.FL.002");
  await expect(report).toContainText("Patron.AC.002 ends and leads to Diner.AC.001 from now on");
  await ana.screenshot({ path: test.info().outputPath("merge.png") });
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  const notice = await noticed(ana, "Done as revision");
  await expect(box(ana, "Patron")).toHaveCount(0);
  await expect(inspector(ana)).toContainText("Bill");
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(box(ana, "Patron")).toHaveCount(1);
});

test("an element becomes one of another type and keeps its relations, and is taken back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop("Diner", "Patron"));
  const ana = await doors.open(project.ana, project);
  await box(ana, "Diner").click();
  await keys(ana, "g", "w");
  const dialog = ana.getByRole("dialog", { name: "Change the type of Diner" });
  await dialog.getByRole("combobox", { name: "New type" }).selectOption("Function");
  const report = dialog.getByRole("region", { name: "What this moves" });
  await expect(report).toContainText("Diner.AC.001 ends and leads to");
  await dialog.getByRole("button", { name: "Change the type", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await openTab(ana, "FN");
  await expect(row(ana, "Diner")).toHaveCount(1);
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await openTab(ana, "ACTOR");
  await expect(row(ana, "Diner")).toHaveCount(1);
});

test("a relation is led from another element, and is taken back", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(
    { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells.", tempId: "s" },
    { op: "node.create", id: "d", nodeType: "SYS", name: "Depot", descr: "Stores.", tempId: "d" },
    { op: "node.create", id: "m", nodeType: "MOD", name: "Shelf", descr: "Holds.", tempId: "m" },
    { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "m" },
  );
  const ana = await doors.open(project.ana, project);
  await graph(ana).locator(".graph-line-touch").first().dispatchEvent("click", { bubbles: true });
  await keys(ana, "g", "z");
  const dialog = ana.getByRole("dialog", { name: "Relink Shop → Shelf" });
  await dialog.getByRole("radio", { name: "From: Shop" }).check();
  await dialog.getByRole("combobox").fill("Depot");
  await dialog.getByRole("combobox").press("Enter");
  const report = dialog.getByRole("region", { name: "What this moves" });
  await expect(report).toContainText("becomes Depot.SY.002 compose Shelf.MD.001");
  await dialog.getByRole("button", { name: "Relink", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await rail(ana).getByRole("button", { name: "Inspector" }).click();
  await box(ana, "Shelf").click();
  const relations = inspector(ana).getByRole("region", { name: "Relations" });
  await expect(relations).toContainText("Depot");
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(relations).not.toContainText("Depot");
});

test("each suggestion of the gardener stands with its reason and is accepted by itself", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(...shop("Guest", "Guests"));
  const ana = await doors.open(project.ana, project);
  await ask(ana, "Tend the model");
  await expect(messages(ana, "assistant")).toContainText(/Guests? means the same as/);
  await rail(ana).getByRole("button", { name: "Review" }).click();
  const row = drawer(ana).getByRole("row", { name: /means the same as/ });
  await expect(row).toBeVisible();
  await ana.screenshot({ path: test.info().outputPath("gardener.png") });
});
