/** The inspector and the model tree: whatever is selected is edited in place, found, moved and deleted, and has an address. */

import { expect, isLive, test } from "./stage";
import { box, chat, drawer, graph, inspector, keys, noticed, rail, toast, tree } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "u", nodeType: "UC", name: "BuyGoods", descr: "Somebody buys.", tempId: "u" },
  { op: "node.create", id: "m", nodeType: "MOD", name: "Warehouse", descr: "Holds things.", tempId: "m" },
  { op: "node.create", id: "f", nodeType: "FUNC", name: "FillCart", descr: "Fills it.", tempId: "f" },
  { op: "node.create", id: "g", nodeType: "FUNC", name: "SendGoods", descr: "Sends it.", tempId: "g" },
  { op: "node.create", id: "r", nodeType: "REQ", name: "Speed", descr: "The shop shall answer.", tempId: "r" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "u" },
  { op: "edge.create", id: "2", edgeType: "compose", source: "s", target: "m" },
  { op: "edge.create", id: "3", edgeType: "satisfy", source: "f", target: "r" },
] as const;

test("every field of the selected element is edited in place, seen by others, and taken back by one undo", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) {
    await rail(page).getByRole("button", { name: "Inspector" }).click();
    await box(page, "FillCart").click();
  }
  // Each sees that the other looks at it, too.
  await expect(inspector(ana).getByText("Ben looks at this, too")).toBeAttached();

  const name = inspector(ana).getByLabel("Name", { exact: true });
  await name.fill("LoadCart");
  await name.press("Enter");
  await expect(box(ben, "LoadCart")).toBeVisible();
  await inspector(ana).getByLabel("Volatility").selectOption("high");
  await expect(inspector(ben).getByLabel("Volatility")).toHaveValue("high");
  await expect(inspector(ben).getByRole("region", { name: "Changes" })).toContainText("Volatility: ∅ → high");

  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(toast(ana, "“LoadCart” changed")).toBeVisible();
  await expect(inspector(ben).getByLabel("Volatility")).toHaveValue("");
  await ana.locator(".top").getByRole("button", { name: "Undo" }).click();
  await expect(toast(ana, "“FillCart” renamed to “LoadCart”")).toBeVisible();
  await expect(inspector(ben).getByLabel("Name", { exact: true })).toHaveValue("FillCart");
});

test("what cannot be kept stays in its field with the reason, also where somebody else was quicker", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "FillCart").click();
  const name = inspector(page).getByLabel("Name", { exact: true });
  await name.fill("  ");
  await name.press("Enter");
  await expect(inspector(page).getByRole("alert")).toHaveText("May not be empty.");
  await name.press("Escape");
  await expect(name).toHaveValue("FillCart");

  const descr = inspector(page).getByLabel("Description");
  await descr.fill("Mine.");
  await project.change({ op: "node.update", id: "x", ref: "FillCart.FN.001", set: { descr: "Theirs." } });
  await expect(page.locator(".top .note").first()).toContainText("2");
  await descr.press("Control+Enter");
  const conflict = page.locator(".conflict-bar");
  await expect(conflict).toContainText("Theirs.");
  await expect(conflict).toContainText("Yours: Mine.");
  // Having seen both, she keeps hers on purpose.
  await conflict.getByRole("button", { name: "Set mine" }).click();
  await expect(conflict).toHaveCount(0);
  await page.reload();
  await isLive(page);
  await expect(inspector(page).getByLabel("Description")).toHaveValue("Mine.");
});

test("relations are added to legal ends and taken away, and a selected relation is one to edit", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "SendGoods").click();
  const relations = inspector(page).getByRole("region", { name: "Relations" });
  await relations.getByRole("button", { name: "Add a relation" }).click();
  await relations.getByRole("combobox", { name: "Relation", exact: true }).selectOption({ label: "satisfies →" });
  const ends = relations.getByRole("combobox", { name: "The other end" });
  await ends.fill("S");
  await expect(relations.getByRole("listbox").getByRole("option")).toHaveCount(1); // a function satisfies requirements alone
  await ends.press("Enter");
  await expect(relations.getByRole("button", { name: "RQ Speed", exact: true })).toBeVisible();

  await relations.getByRole("button", { name: "Open the relation to Speed" }).click();
  await expect(inspector(page).getByLabel("Kind")).toHaveValue("satisfies");
  await inspector(page).getByRole("button", { name: "Delete this relation" }).click();
  const notice = await noticed(page, "“SendGoods → Speed” deleted");
  await notice.getByRole("button", { name: "Undo" }).click();
  await box(page, "SendGoods").click();
  await expect(relations.getByRole("button", { name: "RQ Speed", exact: true })).toBeVisible();
});

test("several elements are set at once by what they share, counted, and without a selection the project is summed up", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await expect(inspector(page).getByRole("region", { name: "What the model holds" })).toContainText(/Function\s*2/);
  await box(page, "FillCart").click();
  await box(page, "SendGoods").click({ modifiers: ["Shift"] });
  await expect(inspector(page).getByRole("status")).toHaveText("2 elements selected");
  await inspector(page).getByLabel("Volatility").selectOption("low");
  await expect(inspector(page).getByLabel("Volatility")).toHaveValue("low");
  await expect(page.locator(".top .note").first()).toContainText("2"); // one change set
  await inspector(page).getByRole("button", { name: "Delete 2 elements" }).click();
  const notice = await noticed(page, " changes");
  await expect(box(page, "FillCart")).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(box(page, "FillCart")).toBeVisible();
});

test("the tree is walked, searched, renamed and deleted in by keys alone, and a part that would stand alone is asked about", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  const { keyboard } = page;
  await keys(page, "g", "o");
  const item = (name: string) => tree(page).getByRole("treeitem", { name });
  await expect(item("Shop")).toHaveAttribute("aria-expanded", "true");
  await tree(page).focus();
  await keyboard.press("Home");
  await expect(item("Shop")).toHaveAttribute("aria-selected", "true");
  await keyboard.press("ArrowRight");
  await expect(item("BuyGoods")).toHaveAttribute("aria-selected", "true");
  await expect(box(page, "BuyGoods")).toBeInViewport();
  await keyboard.press("ArrowLeft");
  await keyboard.press("ArrowLeft");
  await expect(item("Warehouse")).toHaveCount(0);
  await keyboard.press("ArrowRight");
  await keys(page, ..."war");
  await expect(item("Warehouse")).toHaveAttribute("aria-selected", "true");
  await keyboard.press("F2");
  await keyboard.press("Control+A");
  await keyboard.type("Store");
  await keyboard.press("Enter");
  await expect(item("Store")).toBeVisible();
  await expect(tree(page)).toBeFocused();
  await keyboard.press("Delete");
  const notice = await noticed(page, "“Store” deleted");
  await expect(item("Store")).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(item("Store")).toBeVisible();

  await tree(page).focus();
  await keyboard.press("Home");
  await keyboard.press("Delete");
  const asked = page.getByRole("dialog", { name: "Delete Shop" });
  await expect(asked).toContainText("It holds 2 parts that nothing else holds.");
  await asked.getByRole("button", { name: "Keep the parts" }).click();
  await expect(item("Shop")).toHaveCount(0);
  await expect(item("Store")).toBeVisible();

  await page.getByRole("searchbox", { name: "Find in the model" }).fill("fillc");
  await expect(tree(page).getByRole("treeitem").filter({ hasText: /\w/ })).toHaveText([/FillCart/]);
});

test("a row is dragged to another parent, its legal targets lit, and its menu reaches the same by keyboard", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop, {
    ...{ op: "node.create", id: "b", nodeType: "MOD", name: "Box", descr: "Holds one thing.", tempId: "b" },
  });
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Model" }).click();
  const item = (name: string) => tree(page).getByRole("treeitem", { name });
  await item("Box").dragTo(item("Warehouse"));
  await expect(toast(page, "“Box” is part of “Warehouse” now")).toBeVisible();
  await item("Warehouse").locator(".tree-fold").click();
  await expect(item("Box")).toHaveAttribute("aria-level", "3");
  await item("Box").click();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Show in the diagram" })).toBeFocused();
  await page.getByRole("menuitem", { name: "Move to" }).press("Enter");
  await page.getByRole("dialog").getByRole("option", { name: "Shop" }).click();
  await expect(item("Box")).toHaveAttribute("aria-level", "2");
});

test("what is selected, shown and open has an address: back returns to it, and a copied link brings others there", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
  const ana = await doors.openAsNew(project.ana, project, permissions);
  await box(ana, "FillCart").click();
  await expect(ana).toHaveURL(/select=FillCart\.FN\.001/);
  await graph(ana).getByLabel("View", { exact: true }).selectOption("requirements");
  await expect(ana).toHaveURL(/view=requirements/);
  await rail(ana).getByRole("button", { name: "History" }).click();
  await expect(ana).toHaveURL(/drawer=history/);
  await drawer(ana).getByRole("button", { name: "Revision 1" }).click();
  await expect(ana).toHaveURL(/drawer=history&revision=1/);

  await ana.keyboard.press("Control+Shift+L");
  await expect(toast(ana, "Link copied")).toBeVisible();
  const link = await ana.evaluate(() => navigator.clipboard.readText());
  const ben = await doors.openAsNew(project.ben, project);
  await ben.goto("about:blank");
  await ben.goto(link);
  await expect(drawer(ben).getByRole("button", { name: "Revision 1" })).toHaveAttribute("aria-expanded", "true");
  await expect(graph(ben).getByLabel("View", { exact: true })).toHaveValue("requirements");
  await rail(ben).getByRole("button", { name: "Inspector" }).click();
  await expect(inspector(ben).getByLabel("Name", { exact: true })).toHaveValue("FillCart");

  await ana.goBack();
  await expect(drawer(ana).getByRole("button", { name: "Revision 1" })).toHaveAttribute("aria-expanded", "false");
  await ana.goBack();
  await expect(drawer(ana)).toHaveCount(0);
  await ana.goBack();
  await expect(graph(ana).getByLabel("View", { exact: true })).toHaveValue("hierarchy");
  await ana.goForward();
  await expect(graph(ana).getByLabel("View", { exact: true })).toHaveValue("requirements");
  await expect(chat(ana)).toBeVisible();
});
