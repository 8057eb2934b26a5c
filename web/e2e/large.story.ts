/** A model of thousands of elements: it opens as groups that open, what is sought comes into the middle, and from far it still says its names. */

import { expect, type Project, test } from "./stage";
import { box, graph } from "./view";

const functions = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => [
    {
      op: "node.create",
      id: `n${at}`,
      nodeType: "FUNC",
      name: `Carry out step ${at}`,
      descr: `Does what step ${at} asks for.`,
      tempId: `f${at}`,
    },
    { op: "edge.create", id: `e${at}`, edgeType: "compose", source: "top", target: `f${at}` },
  ]).flat();

/** One function that is composed of so many others. */
async function filled(project: Project, count: number): Promise<void> {
  const top = { op: "node.create", id: "top", nodeType: "FUNC", name: "Whole", descr: "All of it.", tempId: "top" };
  await project.change(top, ...functions(count));
}

test("900 parts of one open as groups; a group opens, closes, and the palette goes to a part and opens what hides it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await filled(project, 900);
  const page = await doors.openAsNew(project.ana, project);
  const groups = graph(page).locator(".box[data-group=true]");
  await expect(box(page, "Whole")).toBeVisible();
  await expect(groups.first()).toContainText("and 39 more");
  const closed = await groups.count();
  expect(closed).toBeLessThanOrEqual(40);

  await groups.first().getByRole("button").click();
  await expect(box(page, "Carry out step 38")).toBeAttached();
  await graph(page).locator(".box[data-container=true]").getByRole("button", { name: /Hide/ }).click();
  await expect(graph(page).locator(".box[data-container=true]")).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Carry out step 77");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.evaluate(watchWindow);
  await page
    .getByRole("option", { name: /Carry out step 77/ })
    .first()
    .click();
  await expect(box(page, "Carry out step 77")).toBeInViewport();
  await expect
    .poll(async () => {
      const [found, pane] = await Promise.all([
        box(page, "Carry out step 77").boundingBox(),
        graph(page).locator(".drawing").boundingBox(),
      ]);
      if (found === null || pane === null) return Number.NaN;
      return Math.round(
        Math.max(
          Math.abs(found.x + found.width / 2 - pane.x - pane.width / 2),
          Math.abs(found.y + found.height / 2 - pane.y - pane.height / 2),
        ),
      );
    })
    .toBeLessThan(12);
  expect(await page.evaluate(() => (globalThis as unknown as Watched).windows.size)).toBeLessThanOrEqual(2);

  await page.keyboard.press("Escape");
  await graph(page).locator(".graph-space").focus();
  for (let step = 0; step < 9; step += 1) await page.keyboard.press("-");
  const landmark = graph(page).locator(".landmark").first();
  await expect(landmark).toContainText("901");
  const seen = await landmark.locator("bdi").evaluate((name) => {
    const scale = name.getBoundingClientRect().width / (name as HTMLElement).offsetWidth;
    return Number.parseFloat(getComputedStyle(name).fontSize) * scale;
  });
  expect(seen).toBeGreaterThanOrEqual(12);
  await landmark.click();
  await expect(graph(page).locator(".landmark")).toHaveCount(0);
});

interface Watched {
  windows: Set<string>;
}

/** Notes each window on the picture that is seen: one before and one after, where nothing glides. */
function watchWindow(): void {
  const windows = new Set<string>();
  (globalThis as unknown as Watched).windows = windows;
  const look = (): void => {
    windows.add(document.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform ?? "");
    requestAnimationFrame(look);
  };
  look();
}
