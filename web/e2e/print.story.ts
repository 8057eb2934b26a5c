/** What comes out of the printer: one thing, alone and whole, below a line with project, revision and day. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./stage";
import { drawer, graph, rail, table } from "./view";

const FOLDER = join(import.meta.dirname, "../../examples/carport/documents");
const PICTURES = process.env.GRAPHWRIGHT_PICTURES;
/** A sheet of A4 lying and standing, without its margins, in CSS pixels. */
const LYING = { width: 1017, height: 688 };
const STANDING = { width: 688, height: 1017 };

/** The page as it goes to the printer. */
async function onPaper(page: Page, name: string, sheet = STANDING): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize(sheet);
  if (PICTURES === undefined) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `print-${name}.png`), fullPage: true });
}

/** How many sheets there are. */
async function sheets(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4", preferCSSPageSize: true })).toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** How many lines begin before the one above has ended. */
function overlaps(lines: Locator): Promise<number> {
  return lines.evaluateAll((all) => {
    const edges = all.map((each) => each.getBoundingClientRect());
    return edges.filter(({ top }, at) => at > 0 && top < (edges[at - 1]?.bottom ?? 0) - 1).length;
  });
}

/** Nothing of the frame is there, and the line above says what this is. */
async function expectClean(page: Page, project: string): Promise<void> {
  await expect(page.locator(".print-head")).toContainText(project);
  await expect(page.locator(".print-head")).toContainText(/revision \d/);
  await expect(page.locator(".print-head time")).toContainText(`${new Date().getFullYear()}`);
  await expect(
    page.getByRole("button").filter({ visible: true }).and(page.locator(":not([role=tab], .grid-head *, .grid-row *)")),
  ).toHaveCount(0);
  for (const pane of ["rail", "chat", "tree"]) await expect(page.locator(`[data-pane=${pane}]`)).toBeHidden();
}

test("a table is printed whole, over as many sheets as it needs, and no row stands on two of them", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    ...Array.from({ length: 120 }, (_, at) => ({
      ...{ op: "node.create", id: `${at}`, nodeType: "REQ", name: `Requirement ${at}` },
      descr: `It holds for as long as it is looked at, and everything that was written about it is on paper too (${at}).`,
    })),
  );
  const page = await doors.open(project.ana, project);
  await table(page).getByRole("tab").filter({ hasText: "RQ" }).click();
  const rows = table(page).locator(".grid-body .grid-row");
  await expect(rows.first()).toBeVisible();
  await onPaper(page, "table", LYING);
  await expect(rows).toHaveCount(120);
  await expectClean(page, project.name);
  expect(await overlaps(rows)).toBe(0);
  const right = await rows.evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(LYING.width);
  const cut = await rows
    .locator(".cell-text")
    .evaluateAll(
      (all) =>
        all.filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
          .length,
    );
  expect(cut).toBe(0);
  expect(await rows.first().evaluate((row) => getComputedStyle(row).breakInside)).toBe("avoid");
  expect(await sheets(page)).toBeGreaterThan(3);
});

test("a matrix is printed without its tools", async ({ sample, doors }) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await rail(page).getByRole("button", { name: "Matrix" }).click();
  await expect(page.locator(".matrix-row").first()).toBeVisible();
  await onPaper(page, "matrix", LYING);
  await expectClean(page, "order-system");
  expect(await overlaps(page.locator(".matrix-row"))).toBe(0);
  await expect(page.locator(".matrix-foot")).toBeHidden();
});

test("a diagram is printed as the whole picture on one sheet, whatever part of it is in sight", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await expect(graph(page).locator(".box").first()).toBeVisible();
  for (const _ of "zoom") await graph(page).getByRole("button", { name: "Zoom in" }).click();
  await onPaper(page, "diagram", LYING);
  await expectClean(page, "order-system");
  const paper = graph(page).locator(".graph-paper svg");
  await expect(paper).toContainText("OrderSystem");
  await expect(graph(page).locator(".react-flow")).toBeHidden();
  const drawn = await paper.boundingBox();
  expect(drawn?.width).toBeLessThanOrEqual(LYING.width);
  expect(await sheets(page)).toBe(1);
});

test("a document is printed alone, from its first passage to its last", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Documents" }).click();
  await drawer(page)
    .getByLabel("Add files")
    .setInputFiles([join(FOLDER, "bauordnung-nordland.md")]);
  await drawer(page).locator(".document-list li").getByRole("button").first().click();
  await expect(drawer(page).locator(".passage").first()).toBeVisible();
  await onPaper(page, "document");
  await expectClean(page, project.name);
  await expect(table(page)).toBeHidden();
  expect(await overlaps(drawer(page).locator(".document-line"))).toBe(0);
  expect(await sheets(page)).toBeGreaterThan(0);
});
