/** Traceability: what satisfies what is seen, linked and confirmed in one matrix, by two people at once. */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { expect, type Project, test } from "./stage";
import { noticed, rail, table } from "./view";

async function withRequirements(project: Project): Promise<void> {
  const made = (nodeType: string, name: string): object => ({
    op: "node.create",
    id: name,
    nodeType,
    name,
    descr: `${name}.`,
    tempId: name,
  });
  await project.change(
    made("REQ", "KeepOrder"),
    made("REQ", "AnswerFast"),
    made("FUNC", "FillCart"),
    made("FUNC", "PayCart"),
    { op: "edge.create", id: "e", edgeType: "satisfy", source: "FillCart", target: "KeepOrder" },
  );
}

const openMatrix = (page: Page): Promise<void> => table(page).getByRole("tab").filter({ hasText: "Matrix" }).click();
const grid = (page: Page): Locator => table(page).getByRole("grid");
const cell = (page: Page, row: string, column: string): Locator =>
  grid(page).getByRole("gridcell", { name: `${row} × ${column}` });

test("two people link and unlink in the matrix, by click and by key, and one sees what the other does", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withRequirements(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) await openMatrix(page);
  await expect(cell(ben, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "linked");
  await expect(table(ben).getByText("Covered: rows 1/2 (50 %), columns 1/2 (50 %)")).toBeVisible();
  await cell(ana, "AnswerFast", "PayCart").click();
  await expect(cell(ben, "AnswerFast", "PayCart")).toHaveAttribute("data-state", "linked");
  await expect(table(ben).getByText("Covered: rows 2/2 (100 %), columns 2/2 (100 %)")).toBeVisible();
  await grid(ben).focus();
  await ben.keyboard.press("Home");
  await ben.keyboard.press("Space");
  await expect(cell(ana, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "empty");
  await ben.keyboard.press("Control+z");
  await expect(cell(ana, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "linked");
  await cell(ana, "KeepOrder", "FillCart").click();
  const notice = await noticed(ana, "Unlinked: KeepOrder × FillCart");
  await expect(cell(ben, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "empty");
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect(cell(ben, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "linked");
  await ana.getByLabel("Show", { exact: true }).selectOption("rows");
  await expect(table(ana).getByRole("button", { name: "Show everything" })).toBeVisible();
});

test("a key means the cell that was looked at, also when others have added rows above it meanwhile", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withRequirements(project);
  const page = await doors.open(project.ana, project);
  await page.locator("[data-pane=rail]").getByRole("button", { name: "Matrix" }).click();
  await cell(page, "KeepOrder", "PayCart").click();
  await expect(cell(page, "KeepOrder", "PayCart")).toHaveAttribute("data-state", "linked");
  await project.change({ op: "node.create", id: "n", nodeType: "REQ", name: "AAA", descr: "First.", tempId: "n" });
  await expect(cell(page, "AAA", "PayCart")).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press("Space");
  await expect(cell(page, "KeepOrder", "PayCart")).toHaveAttribute("data-state", "empty");
  await expect(cell(page, "AAA", "PayCart")).toHaveAttribute("data-state", "empty");
});

test("a link whose end has changed is suspect until somebody confirms it", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await withRequirements(project);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) await openMatrix(page);
  await project.change({
    op: "node.update",
    id: "u",
    ref: "KeepOrder.RQ.001",
    set: { descr: "An order is kept for ten years." },
  });
  await expect(cell(ana, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "suspect");
  await grid(ana).focus();
  await ana.keyboard.press("Control+Home");
  await expect(table(ana).getByText("Changed since somebody last looked at this relation: KeepOrder.")).toBeVisible();
  await ana.keyboard.press("c");
  for (const page of [ana, ben])
    await expect(cell(page, "KeepOrder", "FillCart")).toHaveAttribute("data-state", "linked");
});

test("any types stand against each other, places that cannot be linked are marked, and the matrix is saved as a file", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await withRequirements(project);
  const page = await doors.open(project.ana, project);
  await openMatrix(page);
  await page.getByLabel("Columns", { exact: true }).selectOption("REQ");
  await expect(cell(page, "KeepOrder", "KeepOrder")).toHaveAttribute("data-state", "illegal");
  await page.getByLabel("Columns", { exact: true }).selectOption("FUNC");
  await page.getByRole("button", { name: "Swap rows and columns" }).click();
  await expect(cell(page, "FillCart", "KeepOrder")).toHaveAttribute("data-state", "linked");
  await expect(page).toHaveURL(/table=matrix.*matrix=FUNC\.satisfy\.REQ/);
  await page.reload();
  await expect(cell(page, "FillCart", "KeepOrder")).toHaveAttribute("data-state", "linked");
  for (const [kind, begins] of [
    ["CSV", "\uFEFF,,,KeepOrder.RQ.001"],
    ["XLSX", "PK"],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      table(page).getByRole("button", { name: kind, exact: true }).click(),
    ]);
    expect((await readFile(await file.path(), "utf8")).startsWith(begins)).toBe(true);
  }
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

test("a matrix opens on elements that there are, also where another project was looked at before", async ({
  unaided,
  doors,
}) => {
  const [one, other] = [await unaided.project(), await unaided.project()];
  await withRequirements(one);
  const made = (nodeType: string, name: string): object => ({
    ...{ op: "node.create", id: name, nodeType, name, descr: `${name}.`, tempId: name },
  });
  await other.change(
    ...["Pump", "Tank", "Valve"].map((each) => made("MOD", each)),
    ...Array.from({ length: 15 }, (_, at) => made("REQ", `Rule ${String.fromCharCode(65 + at)}`)),
    { op: "edge.create", id: "e", edgeType: "relation", source: "Pump", target: "Rule A" },
  );
  const page = await doors.open(one.ana, one);
  await openMatrix(page);
  await page.getByRole("button", { name: "Swap rows and columns" }).click();
  await expect(cell(page, "FillCart", "KeepOrder")).toBeVisible();
  await page.goto(`${one.ana.origin}/#/p/${other.name}`);
  await page.reload();
  await rail(page).getByRole("button", { name: "Matrix" }).click();
  await expect(cell(page, "Pump", "Rule A")).toHaveAttribute("data-state", "linked");
  await expect(table(page).getByText("Covered: rows 1/3 (33 %), columns 1/15 (7 %)")).toBeVisible();
});
