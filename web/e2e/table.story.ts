/** A table as people know it from a spreadsheet: ranges, filling down, many rows at once, columns and groups as they want them. */

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, type Project, test } from "./stage";
import { ask, box, inspector, noticed, openTab, rail, row, table } from "./view";

const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";
const NAMES = ["FillCart", "PayCart", "PackParcel", "SendParcel"];

async function withFunctions(project: Project): Promise<void> {
  await project.change(
    ...NAMES.map((name, at) => ({ op: "node.create", id: `${at}`, nodeType: "FUNC", name, descr: `Does ${name}.` })),
  );
}

const cell = (page: Page, name: string, column: number): Locator =>
  row(page, `${name}.FN.`).locator(`[role=gridcell][aria-colindex="${column}"]`);
const titles = (page: Page): Locator => table(page).locator("[role=columnheader][data-column]");
const [DESCR, VOLATILITY] = [4, 5];
const TRACES = ["trace:satisfies", "trace:allocatedTo"];

test("a value is filled down a range, emptied and set in many rows, each as one revision that one undo takes back", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withFunctions(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await openTab(ana, "FN");
  await openTab(ben, "FN");
  await cell(ana, "FillCart", DESCR).click();
  for (const _ of NAMES.slice(1)) await ana.keyboard.press("Shift+ArrowDown");
  await ana.keyboard.press("Control+d");
  for (const name of NAMES) await expect(cell(ben, name, DESCR)).toHaveText("Does FillCart.");
  await expect(ben.locator(".top .note").first()).toContainText("2");

  const bar = table(ana).locator(".bulk-bar");
  await bar.getByLabel("Set a column").selectOption("volatility");
  await bar.getByLabel("Volatility").selectOption("high");
  await bar.getByRole("button", { name: "Set in all" }).click();
  for (const name of NAMES) await expect(cell(ben, name, VOLATILITY)).toHaveText("high");
  await expect(ben.locator(".top .note").first()).toContainText("3");

  await cell(ana, "PayCart", VOLATILITY).click();
  await ana.keyboard.press("Delete");
  await expect(cell(ben, "PayCart", VOLATILITY)).toHaveText("");
  await ana.keyboard.press("Control+z");
  await expect(cell(ben, "PayCart", VOLATILITY)).toHaveText("high");
  await ana.keyboard.press("Control+z");
  for (const name of NAMES) await expect(cell(ben, name, VOLATILITY)).toHaveText("");

  await cell(ana, "FillCart", DESCR).click();
  await cell(ana, "PayCart", DESCR).click({ modifiers: ["Shift"] });
  await bar.getByRole("button", { name: "Delete the rows" }).click();
  const notice = await noticed(ana, "2 changes");
  await expect(row(ben, "PayCart.FN.")).toHaveCount(0);
  await notice.getByRole("button", { name: "Undo" }).click();
  for (const name of NAMES) await expect(cell(ben, name, DESCR)).toBeVisible();
});

test("cells are copied as they stand and one value is pasted into every cell of a range, after a look", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withFunctions(project);
  const permissions = { permissions: ["clipboard-read", "clipboard-write"] };
  const page = await doors.open(project.ana, project, permissions);
  await openTab(page, "FN");
  await cell(page, "PayCart", DESCR).click();
  await page.keyboard.press("Control+c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Does PayCart.");
  await cell(page, "PackParcel", DESCR).click();
  await cell(page, "SendParcel", DESCR).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Control+v");
  const preview = page.getByRole("dialog");
  await expect(preview.locator("tbody tr")).toHaveCount(2);
  await preview.getByRole("button", { name: /Apply 2/ }).click();
  for (const name of ["PackParcel", "SendParcel"]) await expect(cell(page, name, DESCR)).toHaveText("Does PayCart.");
});

test("columns are moved, made wider and hidden, by keys and by mouse, and are so again after the page was loaded anew", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withFunctions(project);
  const page = await doors.open(project.ana, project);
  await openTab(page, "FN");
  await page.locator(".rail [data-canvas=chat]").click(); // the table needs room
  const order = (): Promise<(string | null)[]> =>
    titles(page).evaluateAll((all) => all.map((each) => each.getAttribute("data-column")));
  await expect.poll(order).toEqual(["name", "semanticId", "descr", "volatility", ...TRACES, "relations"]);
  const title = (name: string): Locator => titles(page).getByRole("button", { name });
  await title("Description").press("Alt+ArrowLeft");
  await expect.poll(order).toEqual(["name", "descr", "semanticId", "volatility", ...TRACES, "relations"]);
  const width = async (): Promise<number> => (await titles(page).nth(1).boundingBox())?.width ?? 0;
  const before = await width();
  await title("Description").press("Alt+Shift+ArrowRight");
  await expect.poll(width).toBeCloseTo(before + 24, 0);
  const edge = await titles(page).nth(1).locator(".column-edge").boundingBox();
  if (edge === null) throw new Error("a column without an edge");
  await page.mouse.move(edge.x + 3, edge.y + 8);
  await page.mouse.down();
  await page.mouse.move(edge.x - 57, edge.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before - 36, 0);
  await table(page).locator(".table-menu summary").click();
  await table(page).locator(".table-menu").getByLabel("Id", { exact: true }).uncheck();
  await page.reload();
  await openTab(page, "FN");
  await expect.poll(order).toEqual(["name", "descr", "volatility", ...TRACES, "relations"]);
  await expect.poll(width).toBeCloseTo(before - 36, 0);
});

test("rows are grouped by what they have in common, and the name stays while the rest scrolls", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withFunctions(project);
  await project.change({
    ...{ op: "node.update", id: "u", ref: "PayCart.FN.002" },
    set: { attributes: { volatility: "high" } },
  });
  const page = await doors.open(project.ana, project);
  await openTab(page, "FN");
  await table(page).getByLabel("Group the rows").selectOption("volatility");
  const group = (name: string): Locator => table(page).locator(".group-fold").filter({ hasText: name });
  await expect(table(page).locator(".group-fold")).toHaveText([/high\s*1/, /\(none\)\s*3/]);
  await group("high").click();
  await expect(row(page, "PayCart.FN.")).toHaveCount(0);
  await table(page)
    .locator(".grid")
    .evaluate((grid) => grid.scrollTo({ left: 400 }));
  await expect(cell(page, "PackParcel", 2)).toBeInViewport();
  await expect(titles(page).first()).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
});

test("what satisfies and verifies a requirement stands in columns of its own, whose names lead there", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const node = (nodeType: string, name: string): object => ({
    ...{ op: "node.create", id: name, tempId: name, nodeType, name, descr: `${name}, as it is meant.` },
  });
  const joined = (source: string, edgeType: string, target: string): object => ({
    ...{ op: "edge.create", id: `${source}-${target}`, edgeType, source, target },
  });
  await project.change(
    ...[node("REQ", "Pay in time"), node("REQ", "Ship in time"), node("REQ", "Never lose a parcel")],
    ...[node("FUNC", "PayCart"), node("FUNC", "SendParcel"), node("MOD", "Till"), node("TEST", "Ship twice")],
    ...[joined("PayCart", "satisfy", "Pay in time"), joined("SendParcel", "satisfy", "Ship in time")],
    ...[joined("PayCart", "satisfy", "Never lose a parcel"), joined("SendParcel", "satisfy", "Never lose a parcel")],
    ...[joined("Ship in time", "verify", "Ship twice"), joined("Till", "allocate", "PayCart")],
  );
  const page = await doors.open(project.ana, project);
  await openTab(page, "RQ");
  await page.locator(".rail [data-canvas=chat]").click();
  await page.locator(".rail [data-canvas=table]").click();
  const traced = (name: string, column: string): Locator =>
    row(page, name).locator(`[role=gridcell][id$="${column}"] .node-chip bdi`);
  await expect(traced("Pay in time", "satisfiedBy")).toHaveText("PayCart");
  await expect(traced("Ship in time", "verifiedBy")).toHaveText("Ship twice");
  await expect(traced("Never lose a parcel", "satisfiedBy")).toHaveText(["PayCart", "SendParcel"]);
  await titles(page).getByRole("button", { name: "Verified by" }).click();
  await expect(table(page).locator(".grid-body .grid-row").first()).toContainText("Ship in time");
  for (const [name, width] of [
    ["wide", 1280],
    ["phone", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: join(PICTURES, `traces-${name}.png`), animations: "disabled" });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await traced("Pay in time", "satisfiedBy").click();
  await openTab(page, "FN");
  await expect(row(page, "PayCart.FN.")).toHaveAttribute("aria-selected", "true");
  await expect(traced("PayCart.FN.", "allocatedTo")).toHaveText("Till");
});

test("on paper a table is alone and whole", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(
    ...Array.from({ length: 120 }, (_, at) => ({
      ...{ op: "node.create", id: `${at}`, nodeType: "REQ", name: `Requirement ${at}`, descr: "It holds." },
    })),
  );
  const page = await doors.open(project.ana, project);
  await table(page).getByRole("tab").filter({ hasText: "RQ" }).click();
  await expect(table(page).locator(".grid-body .grid-row").first()).toBeVisible();
  expect(await table(page).locator(".grid-body .grid-row").count()).toBeLessThan(120);
  await page.emulateMedia({ media: "print" });
  await expect(table(page).locator(".grid-body .grid-row")).toHaveCount(120);
  await expect(page.locator("[data-pane=chat]")).toBeHidden();
  await expect(page.locator(".rail")).toBeHidden();
});

test("[X-180] what was imported is known by the id that it had: in a column, in the search, and to the assistant", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const requirement = (name: string, known: string): object => ({
    ...{ op: "node.create", id: name, nodeType: "REQ", name, descr: `${name} shall be possible.` },
    attributes: { "foreign.id": known, "foreign.source": "zephyr.sdoc" },
  });
  await project.change(requirement("Links", "ZEP-2"), requirement("Custom fields", "ZEP-3"));
  const page = await doors.open(project.ana, project);
  await openTab(page, "RQ");
  await expect(titles(page).filter({ hasText: "Known as" })).toBeVisible();
  await expect(row(page, "ZEP-2")).toContainText("Links");

  await page.locator("body").press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("zep-3");
  await expect(page.getByRole("dialog").getByRole("option")).toHaveText([/Custom fields\s*ZEP-3/]);
  await page.keyboard.press("Enter");
  await expect(row(page, "Custom fields")).toHaveAttribute("aria-selected", "true");
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await expect(inspector(page).locator(".field-row").filter({ hasText: "Known as" })).toContainText("ZEP-3");
  await expect(inspector(page).locator(".field-row").filter({ hasText: "Came from" })).toContainText("zephyr.sdoc");

  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await ask(page, "Rename ZEP-2 to Roles");
  await expect(row(page, "ZEP-2")).toContainText("Roles");
});

test("[X-180] what was imported is shown with the id that people know it by, wherever its name stands", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const made = (nodeType: string, name: string, id: string): object => ({
    ...{ op: "node.create", id: name, tempId: name, nodeType, name, descr: `${name} shall be possible.` },
    attributes: { "foreign.id": id },
  });
  await project.change(
    made("REQ", "Links", "ZEP-2"),
    made("REQ", "ZEP-3: fields", "ZEP-3"),
    made("FUNC", "Join", "FN-7"),
    { op: "node.create", id: "own", nodeType: "REQ", name: "Exports", descr: "Exports shall be possible." },
    { op: "edge.create", id: "joins", edgeType: "satisfy", source: "Join", target: "Links" },
  );
  const page = await doors.open(project.ana, project);
  await expect(box(page, "Links").locator(".box-name bdi")).toHaveText("ZEP-2 Links");
  await expect(box(page, "fields").locator(".box-name bdi")).toHaveText("ZEP-3: fields"); // it says so itself
  await expect(box(page, "Exports").locator(".box-name bdi")).toHaveText("Exports");

  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await box(page, "Links").click();
  await expect(inspector(page).locator(".inspector-head")).toContainText(/ZEP-2\s*Links\.RQ\.001/);
  const chip = inspector(page).getByRole("region", { name: "Relations" }).locator(".node-chip");
  await expect(chip).toHaveText(/FN-7 Join$/);
  await expect(chip).toHaveAttribute("title", "FN-7 · Join.FN.001");
  await expect(inspector(page).getByRole("region", { name: "Findings" }).locator(".node-chip").first()).toHaveText(
    /ZEP-2 Links$/,
  );

  await rail(page).getByRole("button", { name: "Matrix" }).click();
  const heads = (role: "rowheader" | "columnheader"): Locator => table(page).getByRole("grid").getByRole(role);
  await expect(heads("rowheader").filter({ hasText: "Links" })).toContainText("ZEP-2");
  await expect(heads("columnheader").filter({ hasText: "Join" })).toContainText("FN-7");
  await expect(heads("rowheader").filter({ hasText: "Exports" }).locator(".known-id")).toHaveCount(0);
});
