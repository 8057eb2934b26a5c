/** What a first user stumbled over and no other story tells; docs/conventions.md says of each where it is told. */

import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, graph, openTab, places, rail, row, settledPlaces, table } from "./view";

const shop = [
  { op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells things.", tempId: "s" },
  { op: "node.create", id: "m", nodeType: "MOD", name: "Warehouse", descr: "Holds things.", tempId: "m" },
  { op: "node.create", id: "b", nodeType: "MOD", name: "Billing", descr: "Writes bills.", tempId: "b" },
  { op: "edge.create", id: "1", edgeType: "compose", source: "s", target: "m" },
  { op: "edge.create", id: "2", edgeType: "compose", source: "s", target: "b" },
] as const;

/** How far one box is from another in the picture, whatever part of it a window shows, and however large. */
async function apart(page: Page, one: string, other: string): Promise<readonly number[]> {
  const corner = async (name: string): Promise<readonly number[]> =>
    graph(page)
      .locator(".react-flow__node")
      .filter({ has: page.locator("bdi", { hasText: name }) })
      .first()
      .evaluate((node) => {
        const { m41, m42 } = new DOMMatrix(getComputedStyle(node).transform);
        return [Math.round(m41), Math.round(m42)];
      });
  const [from, to] = [await corner(other), await corner(one)];
  return to.map((at, axis) => at - (from[axis] ?? 0));
}

test("what one person moves leaves the rest of the other's picture, what is proposed too, and one colour is one person", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project({ policy: "review" });
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ana, "The shop consists of a till and a shelf.");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.proposal[data-state=open]")).toBeVisible();
    await expect(box(page, "Shelf")).toBeVisible();
  }
  await box(ana, "Billing").click();
  await openTab(ben, "MD");
  const before = await settledPlaces(ben);
  const [avatar, ring, cell] = [
    ben.locator(".top .faces li").filter({ has: ben.getByRole("button", { name: "Follow root" }) }),
    box(ben, "Billing").locator(".box-ring"),
    row(ben, "Billing.").locator(".faces li"),
  ];
  await expect(ring).toBeVisible();
  const colours = await Promise.all([avatar, ring, cell].map((each) => each.getAttribute("data-colour")));
  expect(new Set(colours).size).toBe(1);
  await ana.keyboard.press("Alt+ArrowDown");
  await ana.keyboard.press("Alt+ArrowDown");
  await expect.poll(async () => (await places(ben)).Billing).not.toBe(before.Billing);
  const { Billing: _moved, ...others } = await places(ben);
  const { Billing: _before, ...stood } = before;
  expect(others).toEqual(stood);
});

test("what one person makes in a picture put together by hand stands there on the other's screen, too", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const stood = await apart(ana, "Billing", "Shop");
  await box(ana, "Billing").click();
  await ana.keyboard.press("Alt+ArrowDown");
  await expect.poll(() => apart(ana, "Billing", "Shop")).not.toEqual(stood);
  await settledPlaces(ana);
  await expect.poll(() => apart(ben, "Billing", "Shop")).toEqual(await apart(ana, "Billing", "Shop"));
  // On Ben's screen there is free ground where on Ana's boxes stand.
  for (const name of ["Warehouse", "Billing"]) {
    await box(ben, name).click();
    await ben.keyboard.press("h");
    await expect(box(ben, name)).toHaveCount(0);
  }
  await ask(ana, "The shop consists of a till.");
  for (const page of [ana, ben]) await expect(box(page, "Till")).toBeVisible();
  await settledPlaces(ana);
  const seen = await apart(ana, "Till", "Shop");
  await expect.poll(async () => apart(ben, "Till", "Shop")).toEqual(seen);
  expect(await apart(ana, "Till", "Shop")).toEqual(seen);
});

test("'Show all' shows all, whatever is selected; a selection made with Shift marks no words", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await box(page, "PackOrder").click();
  await expect(graph(page).locator(".react-flow__node.selected")).toHaveCount(1);
  await box(page, "TrackOrder").click({ modifiers: ["Shift"] });
  await expect(graph(page).locator(".react-flow__node.selected")).toHaveCount(2);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  await page.keyboard.press("f");
  const outside = async (): Promise<number> => {
    const pane = await graph(page).locator(".drawing").boundingBox();
    const boxes = await graph(page)
      .locator(".react-flow__node")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    return boxes.filter(
      ({ left, right, top, bottom }) =>
        pane === null || left < pane.x || top < pane.y || right > pane.x + pane.width || bottom > pane.y + pane.height,
    ).length;
  };
  await expect.poll(outside).toBeGreaterThan(0);
  await graph(page).getByRole("button", { name: "Show all" }).click();
  await expect.poll(outside).toBe(0);
});

test("pasted names that are there already are those elements, and the field says beforehand what becomes of a block", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(...shop);
  const page = await doors.open(project.ana, project);
  await openTab(page, "MD");
  await table(page).getByRole("button", { name: "Paste block" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: "Paste block" });
  await expect(field).toHaveAccessibleDescription(/names that are there already are changed, and others are new/);
  await field.fill("Billing\t\nWarehouse\t\nShelf\t");
  await expect(dialog.locator("tbody tr td:nth-child(2)")).toHaveText(["as before", "as before", "new"]);
  await dialog.getByRole("button", { name: "Apply 1 change" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(table(page).getByRole("gridcell", { name: /^(Billing|Warehouse|Shelf)$/ })).toHaveText([
    ...["Warehouse", "Billing", "Shelf"],
  ]);
});

test("a revision is named with blanks, and the history says of each step what it was, and of a redo that it is one", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  await expect(row(page, "ShipOrder").or(box(page, "ShipOrder")).first()).toBeVisible();
  const top = page.locator(".top");
  await top.getByRole("button", { name: "Undo" }).click();
  await expect(box(page, "ShipOrder")).toHaveCount(0);
  await top.getByRole("button", { name: "Redo" }).click();
  await expect(box(page, "ShipOrder")).toBeVisible();
  await rail(page).getByRole("button", { name: "History" }).click();
  const lines = drawer(page).getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(lines).toContainText([/done again/, /taken back/, /person/]);
  await expect(lines.locator(".reason bdi")).toHaveText(Array.from({ length: 3 }, () => "“ShipOrder” added"));

  await page.locator("body").press("Control+s");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Version for the customer");
  await expect(dialog.getByRole("status")).toHaveText("It will be called Version-for-the-customer.");
  await page.keyboard.press("Enter");
  await expect(lines.first()).toContainText("Version-for-the-customer");
});

test("on a phone the history breaks no word, the place that is open is in sight, and nothing lies on the picture", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport: { width: 390, height: 844 } });
  await rail(page).getByRole("button", { name: "Graph" }).click();
  const [bar, drawing] = [graph(page).getByRole("toolbar", { name: "Selection" }), graph(page).locator(".drawing")];
  await expect(box(page, "OrderSystem")).toBeVisible();
  const [below, picture] = await Promise.all([bar.boundingBox(), drawing.boundingBox()]);
  expect(below && picture && below.y >= picture.y + picture.height).toBe(true);

  // Whoever opens something and loads the page again at once has it open.
  const address = await rail(page)
    .getByRole("button", { name: "History" })
    .evaluate((button: HTMLElement) => {
      button.click();
      return Promise.resolve().then(() => location.hash);
    });
  expect(address).toContain("drawer=history");
  const who = drawer(page).getByRole("list", { name: "History" }).locator(".commit-line > span:nth-child(2)").first();
  const height = await who.evaluate((element) => element.getClientRects().length && element.clientHeight);
  expect(height).toBeLessThan(2 * 24);
  await page.reload();
  await expect(rail(page).getByRole("button", { name: "History" })).toBeInViewport({ ratio: 0.9 });
});

for (const [locale, inspect, history] of [
  ["en-GB", "Inspector", "History"],
  ["de", "Inspektor", "Verlauf"],
  ["fr", "Inspecteur", "Historique"],
] as const)
  test(`[P-191] on a phone no place of the rail is cut, and what is open is in sight: ${locale}`, async ({
    sample,
    doors,
  }) => {
    const page = await doors.openAsNew(sample.server.owner, sample.example(), {
      ...{ viewport: { width: 390, height: 844 }, locale },
    });
    const cut = (): Promise<readonly string[]> =>
      rail(page)
        .getByRole("button")
        .evaluateAll((buttons) =>
          buttons.flatMap((button) => {
            const { left, right } = button.getBoundingClientRect();
            const isPartly =
              (left < -1 && right > 1) || (left < window.innerWidth - 1 && right > window.innerWidth + 1);
            const [label, icon] = [button.querySelector("span"), button.querySelector("svg")];
            const [count, sign] = [button.querySelector(".count"), icon].map((each) => each?.getBoundingClientRect());
            const isWide = label !== null && label.getBoundingClientRect().width > right - left;
            const isCovered = count !== undefined && sign !== undefined && count.left < sign.right - 6;
            return isPartly || isWide || isCovered ? [`${button.textContent} at ${left} to ${right}`] : [];
          }),
        );
    const asked = rail(page).getByRole("button", { name: inspect });
    await asked.click();
    await expect(asked).toHaveAttribute("aria-pressed", "true");
    await expect.poll(cut).toEqual([]);
    await page.reload();
    await expect(asked).toBeInViewport({ ratio: 0.95 });
    await rail(page).getByRole("button", { name: history }).click();
    await expect.poll(cut).toEqual([]);
    await expect(rail(page).getByRole("button", { name: history })).toBeInViewport({ ratio: 0.95 });
  });

test("[P-191] on a phone nothing of a discussion, the account or the costs is squeezed or goes beyond what holds it", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport: { width: 390, height: 844 } });
  const beyond = (holder: Locator): Promise<readonly string[]> =>
    holder.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [...element.querySelectorAll("button")].flatMap((button) => {
        const at = button.getBoundingClientRect();
        return at.left < left || at.right > right ? [button.textContent ?? ""] : [];
      });
    });
  await rail(page).getByRole("button", { name: "Discussion" }).click();
  const card = drawer(page).locator(".board > .form-card");
  await expect(card).toBeVisible();
  expect(await beyond(card)).toEqual([]);
  for (const command of ["My account", "Costs"]) {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("button", { name: command }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("heading", { name: command })).toBeVisible();
    await expect(dialog.locator("p.logged-in-as, [role=group] button").first()).toBeVisible();
    const lines = await dialog.locator("p.logged-in-as").evaluateAll((told) => told.map((each) => each.clientHeight));
    expect([await beyond(dialog), lines.filter((height) => height > 30)]).toEqual([[], []]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("whoever goes to another project with the process open is told of no run that is not there", async ({
  unaided,
  doors,
}) => {
  const [one, other] = [await unaided.project(), await unaided.project()];
  const page = await doors.open(one.ana, one);
  await ask(page, "A rider rents a bike.");
  await rail(page).getByRole("button", { name: "Process" }).click();
  await expect(drawer(page).getByRole("row").first()).toBeVisible();
  await page.goto(`${other.ana.origin}/#/p/${other.name}`);
  await expect(page.getByRole("heading", { level: 1, name: other.name })).toBeVisible();
  await expect(chat(page).getByRole("heading", { name: "Start with what you know" })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
  await page.goto(`${one.ana.origin}/#/p/${one.name}`);
  await expect(page.getByRole("heading", { level: 1, name: one.name })).toBeVisible();
  await expect(page.locator(".toast")).toHaveCount(0);
});
