/** Names nobody would choose, a line that goes in the middle of a drag, two windows of one person: nothing overflows, overlaps or is lost. */

import type { Page } from "@playwright/test";
import { expect, test } from "./stage";
import { box, chat, graph, rail, table } from "./view";

const node = (id: string, nodeType: string, name: string): object => ({
  ...{ op: "node.create", id, nodeType, name, descr: "Does it.", tempId: id },
});

test("names as long as may be, from right to left, and of signs alone are drawn within their boxes", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const tooLong = project.change(node("x", "FUNC", "x".repeat(10_000)));
  await expect(tooLong).rejects.toThrow(/characters/);
  await project.change(
    node("s", "SYS", `W${"w".repeat(119)}`),
    node("r", "FUNC", "مخزن الطلبات والمدفوعات"),
    node("e", "ACTOR", "🚲🚲🚲"),
    { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "r" },
  );
  for (const width of [390, 1280]) {
    const page = await doors.openAsNew(project.ana, project, { viewport: { width, height: 844 } });
    await rail(page).getByRole("button", { name: "Graph" }).click();
    await expect(box(page, "مخزن")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await outside(page)).toEqual([]);
    await rail(page).getByRole("button", { name: "Tables" }).click();
    await expect(table(page).getByRole("grid")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

/** Names that are wider than the box that they stand in. */
function outside(page: Page): Promise<readonly string[]> {
  return graph(page)
    .locator(".box")
    .evaluateAll((boxes) =>
      boxes.flatMap((each) => {
        const name = each.querySelector(".box-name bdi");
        const [inner, outer] = [name?.getBoundingClientRect(), each.getBoundingClientRect()];
        return inner === undefined || inner.right <= outer.right + 1 ? [] : [name?.textContent?.slice(0, 20) ?? ""];
      }),
    );
}

test("a line lost in the middle of a drag, with a second window of the same person: the box ends where it was let go", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(node("s", "SYS", "Shop"), node("a", "ACTOR", "Customer"));
  const [page, other] = [await doors.open(project.ana, project), await doors.open(project.ana, project)];
  const at = await box(page, "Customer").boundingBox();
  if (at === null) throw new Error("there is no box");
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + 20, { steps: 3 });
  const before = await position(other);
  await unaided.server.kill();
  await page.mouse.move(x + 90, y + 60, { steps: 3 });
  await page.mouse.up();
  await unaided.server.revive();
  await expect(async () => {
    const [mine, theirs] = await Promise.all([page, other].map(position));
    expect(mine).toBe(theirs);
    expect(mine).not.toBe(before);
  }).toPass();
  await chat(other).locator(".composer textarea").fill("Create the actor Clerk");
  await chat(other).locator(".composer textarea").press("Enter");
  await expect(box(page, "Clerk")).toBeVisible();
});

const position = (page: Page): Promise<string | null> =>
  graph(page)
    .locator(".react-flow__node")
    .filter({ hasText: "Customer" })
    .evaluate((each) => /translate\([^)]*\)/.exec((each as HTMLElement).style.transform)?.[0] ?? null);
