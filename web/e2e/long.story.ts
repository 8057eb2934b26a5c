/**
 * 50,000 rows in one table and 5,000 parts in one branch of the tree: walked to their ends by wheel, keys and search. What
 * is in sight is always filled, and the focus stays where it is.
 */

import type { Locator, Page } from "@playwright/test";
import { type Doors, expect, type House, type Project, test } from "./stage";
import { openTab, rail, row, table, tree } from "./view";

const ROWS = 50_000;
const PARTS = 5_000;
/** Milliseconds: the model is brought in first, with other work beside it. */
const PATIENCE = 400_000;

const numbered = (name: string, at: number): string => `${name} ${String(at).padStart(5, "0")}`;

/** A project that a file was brought into: so many of one type, in one whole where it is named. */
async function brought(house: House, nodeType: string, name: string, count: number, whole?: string): Promise<Project> {
  const project = await house.project();
  const nodes = Array.from({ length: count }, (_, at) => ({
    ...{ id: `${name}${at + 1}`, type: nodeType, name: numbered(name, at + 1), descr: `It is number ${at + 1}.` },
  }));
  const edges = nodes.map(({ id }) => ({ type: "compose", source: "whole", target: id }));
  const file =
    whole === undefined
      ? { format: "neutral-graph/1", nodes, edges: [] }
      : { format: "neutral-graph/1", nodes: [{ id: "whole", type: "SYS", name: whole }, ...nodes], edges };
  await project.ana.bring(`${project.path}/import?name=long.json`, JSON.stringify(file));
  return project;
}

/** What of a scrolled part of the page is covered by rows with text, from its top to its bottom: 1 is all of it. */
function covered(scroller: Locator): Promise<number> {
  return scroller.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [from, to] = [top + 45, top + height - 20]; // below the titles, above the bar to scroll sideways
    const places = Array.from({ length: 40 }, (_, at) => from + ((to - from) * at) / 39);
    const filled = places.filter((y) => {
      const found = document
        .elementFromPoint(left + Math.min(120, width / 2), y)
        ?.closest("[role=row], [role=treeitem]");
      return found && element.contains(found) && found.textContent?.trim();
    });
    return filled.length / places.length;
  });
}

/** Turns the wheel until the end is reached; at every turn what is in sight is filled. */
async function wheeled(page: Page, scroller: Locator, turn: number): Promise<void> {
  await scroller.hover();
  const left = (): Promise<number> =>
    scroller.evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  for (let before = await left(); before > 1; before = await left()) {
    await page.mouse.wheel(0, turn);
    await expect.poll(left).toBeLessThan(before);
    await expect.poll(() => covered(scroller)).toBe(1);
  }
}

/** The element that the focused grid or tree names as the active one. */
function active(scroller: Locator): Promise<string | null | undefined> {
  return scroller.evaluate((element) => {
    const named = document.getElementById(element.getAttribute("aria-activedescendant") ?? "");
    const isFocused = document.activeElement === element;
    return isFocused ? (named?.closest("[role=row], [role=treeitem]")?.textContent ?? undefined) : null;
  });
}

async function tableAlone(doors: Doors, project: Project): Promise<Page> {
  const page = await doors.openAsNew(project.ana, project);
  await rail(page).getByRole("button", { name: "Tables" }).click();
  return page;
}

test("50,000 rows are scrolled to their end by wheel, by keys and by search; rows are always filled, the focus stays", async ({
  unaided,
  doors,
}) => {
  test.setTimeout(PATIENCE);
  const page = await tableAlone(doors, await brought(unaided, "FUNC", "Row", ROWS));
  await openTab(page, "FN");
  const grid = table(page).getByRole("grid");
  await expect(grid).toHaveAttribute("aria-rowcount", String(ROWS + 1));
  await expect(row(page, numbered("Row", 1))).toBeInViewport();
  await wheeled(page, grid, 200_000);
  await expect(row(page, numbered("Row", ROWS))).toBeInViewport();

  // A row in the middle, by its number on the bar to scroll.
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect.poll(() => covered(grid)).toBe(1);
  await expect(row(page, numbered("Row", ROWS / 2))).toBeInViewport();

  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
  await row(page, numbered("Row", 1)).getByRole("gridcell").nth(1).click();
  const isAt = async (number: number): Promise<void> => {
    await expect.poll(() => active(grid)).toContain(numbered("Row", number));
    await expect(row(page, numbered("Row", number))).toBeInViewport();
    await expect.poll(() => covered(grid)).toBe(1);
  };
  await page.keyboard.press("Control+End");
  await isAt(ROWS);
  await page.keyboard.press("Control+Home");
  await isAt(1);
  for (const at of [16, 31, 46]) {
    await page.keyboard.press("PageDown");
    await isAt(at);
  }
  // Who has scrolled away and goes on by keys goes on from where the focus is.
  await grid.hover();
  await page.mouse.wheel(0, 500_000);
  await expect(row(page, numbered("Row", 46))).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await isAt(47);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill(numbered("Row", 31_415));
  await page
    .getByRole("option", { name: numbered("Row", 31_415) })
    .first()
    .click();
  await expect(row(page, numbered("Row", 31_415))).toBeInViewport();
  await expect(row(page, numbered("Row", 31_415))).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => covered(grid)).toBe(1);
});

test("a branch of 5,000 parts is opened, scrolled, walked and searched in the tree", async ({ unaided, doors }) => {
  test.setTimeout(PATIENCE);
  const page = await tableAlone(doors, await brought(unaided, "FUNC", "Part", PARTS, "Whole"));
  await rail(page).getByRole("button", { name: "Model" }).click();
  const branch = tree(page);
  const part = (number: number): Locator => branch.getByRole("treeitem").filter({ hasText: numbered("Part", number) });
  const whole = branch.getByRole("treeitem").filter({ hasText: "Whole" });
  await expect(part(1)).toHaveAttribute("aria-setsize", String(PARTS));
  await whole.click();
  await page.keyboard.press("ArrowLeft");
  await expect(whole).toHaveAttribute("aria-expanded", "false");
  await expect(branch.getByRole("treeitem")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(whole).toHaveAttribute("aria-expanded", "true");
  await expect.poll(() => covered(branch)).toBe(1);
  await wheeled(page, branch, 20_000);
  await expect(part(PARTS)).toBeInViewport();

  const isAt = async (number: number): Promise<void> => {
    await expect.poll(() => active(branch)).toContain(numbered("Part", number));
    await expect(part(number)).toBeInViewport();
    await expect.poll(() => covered(branch)).toBe(1);
  };
  await page.keyboard.press("ArrowDown");
  await isAt(1);
  await page.keyboard.press("End");
  await isAt(PARTS);
  await page.keyboard.press("PageUp");
  await isAt(PARTS - 15);
  await page.keyboard.press("ArrowLeft"); // to what holds it
  await expect.poll(() => active(branch)).toContain("Whole");
  await expect(whole).toBeInViewport();

  const field = page.locator("[data-pane=tree]").getByRole("searchbox");
  await field.fill(numbered("Part", 4_321));
  await expect(branch.getByRole("treeitem")).toHaveCount(2);
  await part(4_321).click();
  await field.press("Escape");
  await expect(part(4_321)).toBeInViewport();
  await expect(part(4_321)).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => covered(branch)).toBe(1);
});
