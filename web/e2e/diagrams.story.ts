/** The diagrams that engineers know: lanes of an activity diagram, boxes nested by what carries them, a workflow with its handles. */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { expect, type Project, test } from "./stage";
import { box, graph, settledPlaces } from "./view";

const create = (nodeType: string, name: string): object => ({
  op: "node.create",
  id: `n-${name}`,
  nodeType,
  name,
  descr: `${name} of a shop that sells by mail.`,
  tempId: name,
});
const join = (source: string, edgeType: string, target: string, attributes?: object): object => ({
  op: "edge.create",
  id: `e-${source}-${edgeType}-${target}`,
  edgeType,
  source,
  target,
  ...(attributes && { attributes }),
});

const show = (page: Page, view: string): Promise<unknown> =>
  graph(page).getByRole("combobox", { name: "View" }).selectOption({ label: view });
const lane = (page: Page, name: string): Locator =>
  graph(page).locator(".box[data-lane=true]").filter({ hasText: name });

async function rectOf(found: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const rect = await found.boundingBox();
  if (rect === null) throw new Error("it is not on the screen");
  return rect;
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await rectOf(from), await rectOf(to)];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 6);
  await page.mouse.down();
  // Its middle comes to lie a little inside the corner.
  await page.mouse.move(end.x + 20, end.y + 20 + start.height / 2, { steps: 12 });
}

/** What joins two nodes now, such as `Storage allocate Pick`. */
async function relations({ ana, path }: Project, edgeType: string): Promise<readonly string[]> {
  const { nodes, edges } = await ana.ask<{
    nodes: { nodeId: string; name: string }[];
    edges: { edgeType: string; source: string; target: string }[];
  }>("GET", `${path}/graph`);
  const names = new Map(nodes.map(({ nodeId, name }) => [nodeId, name]));
  return edges
    .filter((edge) => edge.edgeType === edgeType)
    .map(({ source, target }) => `${names.get(source)} ${edgeType} ${names.get(target)}`)
    .sort();
}

async function wrongFor(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
}

test("a chain is an activity diagram: a lane for each actor, steps from left to right, flows by name, also as a file", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    ...[
      create("SYS", "Shop"),
      create("UC", "Ordering"),
      create("FCHAIN", "OrderChain"),
      create("ACTOR", "Buyer"),
      create("ACTOR", "Carrier"),
    ],
    ...[
      create("FUNC", "Check"),
      create("FUNC", "Pack"),
      create("FLOW", "Wish"),
      create("FLOW", "CheckedWish"),
      create("FLOW", "Parcel"),
    ],
    ...[join("Shop", "compose", "Ordering"), join("Ordering", "compose", "OrderChain")],
    ...["Buyer", "Carrier", "Check", "Pack"].map((name) => join("OrderChain", "compose", name)),
    ...[
      join("Buyer", "io", "Wish"),
      join("Wish", "io", "Check"),
      join("Check", "io", "CheckedWish"),
      join("CheckedWish", "io", "Pack"),
    ],
    ...[join("Pack", "io", "Parcel"), join("Parcel", "io", "Carrier")],
  );
  const page = await doors.open(project.ana, project);
  await show(page, "Function chain");
  await expect(lane(page, "Shop")).toBeVisible();
  await settledPlaces(page);
  const [buyer, shop, carrier, check, pack] = await Promise.all(
    [lane(page, "Buyer"), lane(page, "Shop"), lane(page, "Carrier"), box(page, "Check"), box(page, "Pack")].map(
      (each) => rectOf(each.first()),
    ),
  );
  if (!buyer || !shop || !carrier || !check || !pack) throw new Error("something is missing");
  expect([
    buyer.y < shop.y,
    shop.y < carrier.y,
    buyer.x === shop.x && shop.x === carrier.x,
    buyer.width === carrier.width,
  ]).toEqual([true, true, true, true]);
  expect([check.x + check.width < pack.x, check.y > shop.y, pack.y + pack.height < carrier.y]).toEqual([
    true,
    true,
    true,
  ]);
  expect((await graph(page).locator(".graph-line-label").allTextContents()).sort()).toEqual([
    "CheckedWish",
    "Parcel",
    "Wish",
  ]);
  expect(await wrongFor(page)).toEqual([]);

  // Frames move with the view and with what stands in them.
  await graph(page).getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(async () => (await rectOf(lane(page, "Buyer"))).width).toBeLessThan(buyer.width);
  await box(page, "Pack").click();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("Alt+ArrowRight");
  await expect
    .poll(async () => (await rectOf(lane(page, "Buyer"))).width - (await rectOf(lane(page, "Carrier"))).width)
    .toBe(0);

  await graph(page).locator(".popover summary", { hasText: "⋯" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    graph(page).getByRole("button", { name: "Save as SVG" }).click(),
  ]);
  const svg = await readFile((await file.path()) ?? "", "utf8");
  expect(
    ["Buyer", "Carrier", "Shop", "Wish", "Parcel"].filter(
      (name) => !svg.includes(`>${name}<`) && !svg.includes(` ${name}<`),
    ),
  ).toEqual([]);
});

test("a function dragged into another module is allocated to it, for everybody; a key does the same and takes it out", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    ...[
      create("MOD", "Storage"),
      create("MOD", "Billing"),
      create("FUNC", "Pick"),
      create("FUNC", "Stow"),
      create("FUNC", "Charge"),
    ],
    ...[
      join("Storage", "allocate", "Pick"),
      join("Storage", "allocate", "Stow"),
      join("Billing", "allocate", "Charge"),
    ],
  );
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await Promise.all([show(ana, "Allocation"), show(ben, "Allocation")]);
  const billing = (page: Page): Locator =>
    graph(page).locator(".box[data-container=true]").filter({ hasText: "Billing" });
  await expect(billing(ana)).toBeVisible();
  await settledPlaces(ana);
  const before = await rectOf(box(ana, "Stow"));

  await drag(ana, box(ana, "Pick"), billing(ana));
  await expect(billing(ana)).toHaveAttribute("data-taking", "true");
  await ana.mouse.up();
  await expect
    .poll(() => relations(project, "allocate"))
    .toEqual(["Billing allocate Charge", "Billing allocate Pick", "Storage allocate Stow"]);
  await expect(billing(ana)).toHaveAttribute("data-taking", "false");
  await settledPlaces(ana);
  expect(await rectOf(box(ana, "Stow"))).toEqual(before);
  await expect.poll(async () => (await rectOf(box(ben, "Pick"))).x > (await rectOf(billing(ben))).x).toBe(true);

  // The same by keyboard, and out of all modules.
  await box(ana, "Stow").click();
  await ana.keyboard.press("m");
  await expect(ana.getByRole("dialog", { name: "Move Stow into …" }).getByRole("option")).toHaveText([/Billing/]);
  expect(await wrongFor(ana)).toEqual([]);
  await ana.keyboard.press("Enter");
  await expect
    .poll(() => relations(project, "allocate"))
    .toEqual(["Billing allocate Charge", "Billing allocate Pick", "Billing allocate Stow"]);
  const covers = async (page: Page): Promise<boolean> => {
    const [storage, stow, around] = await Promise.all([
      rectOf(box(page, "Storage")),
      rectOf(box(page, "Stow")),
      rectOf(billing(page)),
    ]);
    const isInside = stow.x > around.x && stow.y > around.y && stow.x + stow.width < around.x + around.width;
    return (
      !isInside ||
      (storage.x < around.x + around.width &&
        around.x < storage.x + storage.width &&
        storage.y < around.y + around.height &&
        around.y < storage.y + storage.height)
    );
  };
  await expect.poll(async () => [await covers(ana), await covers(ben)]).toEqual([false, false]);
  await ana.keyboard.press("m");
  await ana.getByRole("button", { name: "Out of Billing" }).click();
  await expect.poll(() => relations(project, "allocate")).toEqual(["Billing allocate Charge", "Billing allocate Pick"]);
  await ana.keyboard.press("Control+z");
  await expect
    .poll(() => relations(project, "allocate"))
    .toEqual(["Billing allocate Charge", "Billing allocate Pick", "Billing allocate Stow"]);
});

test("a workflow is drawn as a sheet with handles, and its profile offers no view that it cannot fill", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ profile: "workflow" });
  const handles = JSON.stringify([
    { id: "L-0", side: "in" },
    { id: "R-0", side: "out", label: "success" },
    { id: "R-1", side: "out", label: "error" },
  ]);
  await project.change(
    ...[create("SHEET", "Main"), create("STARTER", "Begin"), create("STEP", "Fetch"), create("RETURN", "End")],
    { ...create("TYPE", "Call"), attributes: { icon: "globe", handles } },
    ...["Begin", "Fetch", "End"].map((name) => join("Main", "compose", name)),
    ...[
      join("Fetch", "typed", "Call"),
      join("Begin", "link", "Fetch", { sourceHandle: "R-0", targetHandle: "L-0" }),
      join("Fetch", "link", "End", { sourceHandle: "R-1", targetHandle: "L-0", label: "error" }),
    ],
  );
  const page = await doors.open(project.ana, project);
  const views = graph(page).getByRole("combobox", { name: "View" }).locator("option");
  await expect(views).toHaveText(["Hierarchy", "Workflow", "Whole model"]);
  await show(page, "Workflow");
  await expect(box(page, "Fetch").locator(".ports li")).toHaveText(["", "success", "error"]);
  await expect(graph(page).locator(".box[data-container=true]")).toHaveCount(1);
  await expect(graph(page).locator(".graph-line-label")).toHaveText(["error"]);
  expect(await wrongFor(page)).toEqual([]);

  // A second link between the same two leaves by the other handle.
  await box(page, "Fetch").click();
  await page.keyboard.press("l");
  await page.getByRole("option", { name: /End/ }).click();
  await expect(page.getByLabel("From the handle").locator("option")).toHaveText(["success", "error"]);
  await page.getByRole("dialog").getByRole("button", { name: "Link" }).click();
  await expect(graph(page).locator(".graph-line[data-relation=link]")).toHaveCount(3);
  const { edges } = await project.ana.ask<{ edges: { edgeType: string; attributes: Record<string, string> }[] }>(
    "GET",
    `${project.path}/graph`,
  );
  expect(
    edges
      .filter(({ edgeType }) => edgeType === "link")
      .map(({ attributes }) => `${attributes.sourceHandle} ${attributes.targetHandle}`),
  ).toEqual(["R-0 L-0", "R-1 L-0", "R-0 L-0"]);
});
