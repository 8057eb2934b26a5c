/** What is drawn is whole, measured in the page: words, marks, heads of columns, places; what a picture would show at a glance. */

import type { Locator } from "@playwright/test";
import { expect, test } from "./stage";
import { chat, drawer, graph, rail, settledPlaces, table } from "./view";

const left = async (found: Locator): Promise<number> => Math.round((await found.boundingBox())?.x ?? Number.NaN);

test("no word in a box is broken or cut below, and its mark can be read, however small the picture", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await settledPlaces(page);
  // What is wrong is found beside the work, and marked a moment later.
  await expect(graph(page).locator(".box .mark").first()).toBeVisible();
  const wrong = await graph(page)
    .locator(".box-name bdi")
    .evaluateAll((names) =>
      names.flatMap((name) => {
        const words = [...name.childNodes].filter((node) => node instanceof Text);
        const broken = words.filter((word) => {
          const range = document.createRange();
          range.selectNodeContents(word);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
        });
        const isCut = name.scrollHeight > name.clientHeight + 1;
        return broken.length > 0 || isCut ? [name.textContent] : [];
      }),
    );
  expect(wrong).toEqual([]);
  const marks = await graph(page)
    .locator(".box .mark")
    .evaluateAll((found) => found.map((mark) => mark.getBoundingClientRect().width));
  expect(marks.length).toBeGreaterThan(0);
  expect(Math.min(...marks)).toBeGreaterThanOrEqual(12);
});

test("the small map of the picture is there only while a part is out of sight, and goes when nobody wants it", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  const map = graph(page).locator(".react-flow__minimap");
  await graph(page).getByRole("button", { name: "Show all" }).click();
  await expect(map).toHaveCount(0);
  for (const _ of "zoom") await graph(page).getByRole("button", { name: "Zoom in" }).click();
  await expect(map).toBeVisible();
  await graph(page).locator(".popover summary", { hasText: "⋯" }).click();
  await graph(page).getByRole("button", { name: "Map" }).click();
  await expect(map).toHaveCount(0);
});

test("every place is in sight on a small screen, and one place at a time is said to be open", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport: { width: 1024, height: 768 } });
  for (const place of await rail(page).getByRole("button").all()) await expect(place).toBeInViewport({ ratio: 1 });
  const [tables, matrix] = ["Tables", "Matrix"].map((name) => rail(page).getByRole("button", { name }));
  if (tables === undefined || matrix === undefined) throw new Error("there is no such place");
  await matrix.click();
  await expect(matrix).toHaveAttribute("aria-pressed", "true");
  await expect(tables).toHaveAttribute("aria-pressed", "false");
  await tables.click();
  await expect(tables).toHaveAttribute("aria-pressed", "true");
  await expect(matrix).toHaveAttribute("aria-pressed", "false");
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const)
  test(`the line at the top ends within a window of ${width} px, with a saved view open and changed in it too`, async ({
    sample,
    doors,
  }) => {
    const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport: { width, height } });
    await expect(page.locator(".top .waiting").first()).toBeVisible();
    const isWhole = async (): Promise<void> => {
      await expect(page.locator(".top").getByRole("button", { name: "More" })).toBeInViewport({ ratio: 1 });
      expect(await page.locator(".top").evaluate((bar) => bar.scrollWidth)).toBeLessThanOrEqual(width);
    };
    await isWhole();
    const views = page.locator("#views-panel");
    await rail(page).locator("[data-canvas=views]").click();
    await views.getByLabel("Name of the view").fill(`What is shipped, by whom and in which order (${width})`);
    await views.getByRole("button", { name: "Save", exact: true }).click();
    await expect(views).toBeHidden();
    await rail(page).locator("[data-canvas=matrix]").click();
    await isWhole();
    // Where the line has no room for what can be done, it stands above the list of views.
    expect(await page.locator(".top .saved-chip").getByRole("button").count()).toBe(width > 720 ? 1 : 0);
    await rail(page).locator("[data-canvas=views]").click();
    const chip = views.getByRole("group", { name: "Saved view" });
    await expect(chip).toContainText("What is shipped");
    await expect(chip.getByRole("button", { name: "Reset" })).toBeInViewport({ ratio: 1 });
    await chip.getByRole("button", { name: "Reset" }).click();
    await expect(chip.getByRole("button", { name: "Reset" })).toHaveCount(0);
  });

test("the heads of a process stand above their columns, also beside the tree of the model", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await rail(page).getByRole("button", { name: "Model" }).click();
  await rail(page).getByRole("button", { name: "Process" }).click();
  const rows = drawer(page).getByRole("row");
  const columns = async (at: number): Promise<readonly number[]> =>
    Promise.all([0, 1, 2].map(async (column) => left(rows.nth(at).locator(":scope > *").nth(column))));
  await expect(rows.nth(1)).toBeVisible();
  await expect(async () => expect(await columns(0)).toEqual(await columns(1))).toPass();
});

test("what a person changed is told in the history, and can be taken back there in a narrow window too", async ({
  sample,
  doors,
}) => {
  const project = await sample.project();
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  const page = await doors.openAsNew(project.ana, project, { viewport: { width: 1024, height: 768 } });
  await rail(page).getByRole("button", { name: "History" }).click();
  const line = drawer(page).getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(line).toContainText("“ShipOrder” added");
  const [within, undo] = [
    await drawer(page).boundingBox(),
    await line.getByRole("button", { name: "Undo" }).boundingBox(),
  ];
  expect(within && undo && undo.x + undo.width <= within.x + within.width).toBe(true);
});

for (const [width, most] of [
  [1600, 1],
  [1024, 1],
  [390, 2],
] as const)
  test(`the tabs of the tables take no more than ${most} line(s) in a window of ${width} px, and each says what it is`, async ({
    sample,
    doors,
  }) => {
    const viewport = { width, height: 900 };
    const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport });
    await rail(page).locator("[data-canvas=table]").click();
    const tabs = table(page).getByRole("tab");
    await expect(tabs).toHaveCount(12);
    const lines = async (): Promise<number> =>
      new Set(await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)))).size;
    await expect.poll(lines).toBeLessThanOrEqual(most);
    await table(page).getByRole("tab", { name: "Requirement" }).click();
    await expect.poll(lines).toBeLessThanOrEqual(most);
    const wordless = await tabs.evaluateAll((all) => all.filter((tab) => !tab.textContent?.trim()).length);
    expect(wordless).toBe(0);
  });

test("an answer shows no marks while what draws it is on its way, and nothing about the calls of tools", async ({
  sample,
  doors,
}) => {
  const page = await doors.enter(sample.server.origin, { storageState: sample.server.owner.storage }, []);
  let send = (): void => undefined;
  const sent = new Promise<void>((done) => {
    send = done;
  });
  await page.route(/DrawnMarkdown/u, async (route) => {
    await sent;
    await route.continue();
  });
  await page.goto(`${sample.server.origin}/#/p/${sample.example().name}`);
  const unread = chat(page).locator(".markdown.unread");
  await expect(unread.last()).toContainText("a person decides it.");
  expect((await unread.allInnerTexts()).join(" ")).not.toMatch(/[\uE000-\uE003]/u);
  send();
  await expect(unread).toHaveCount(0);
  await expect(chat(page).locator(".markdown").last()).toContainText("TestRefundTime (test)");
  await rail(page).getByRole("button", { name: "Review" }).click();
  await expect(drawer(page).locator(".tray-about")).toContainText("80 % sure");
  await expect(drawer(page).locator(".tray-about")).not.toContainText("propose_changes");
});

test("comments on a proposal keep the margin of what stands above them", async ({ sample, doors }) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await rail(page).getByRole("button", { name: "Review" }).click();
  const comments = drawer(page).getByRole("heading", { name: "Comments" });
  await expect(comments).toBeAttached();
  const above = drawer(page).locator(".tray-about > :first-child");
  await expect.poll(async () => (await left(comments)) - (await left(above))).toBe(0);
});

for (const [language, locale] of [
  ["German", "de-DE"],
  ["French", "fr-FR"],
] as const)
  test(`no label is cut in ${language}, the longer of the languages, at 1280 pixels`, async ({ sample, doors }) => {
    const viewport = { width: 1280, height: 800 };
    const page = await doors.openAsNew(sample.server.owner, sample.example(), { locale, viewport });
    const cut: string[] = [];
    const look = async (place: string): Promise<void> => {
      const found = await page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            "button, summary, th, h1, h2, h3, [role=tab], .badge, option:checked",
          ),
        ]
          .filter((each) => each.offsetParent && !each.closest(".visually-hidden, .react-flow, .history, .tray-list"))
          .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.innerText.slice(0, 40)),
      );
      cut.push(...found.map((label) => `${place}: ${label}`));
    };
    for (const canvas of ["tree", "graph", "table", "matrix", "overview", "graph", "inspector"]) {
      await rail(page).locator(`[data-canvas=${canvas}]`).click();
      await expect(rail(page).locator(`[data-canvas=${canvas}]`)).toHaveAttribute("aria-pressed", "true");
      await look(canvas);
    }
    for (const name of ["review", "documents", "problems", "comments", "process", "discussion", "history"]) {
      await rail(page).locator(`[data-drawer=${name}]`).click();
      await expect(drawer(page).locator(".busy")).toHaveCount(0);
      await expect(drawer(page).getByRole("heading").first()).toBeVisible();
      await look(name);
    }
    expect(cut).toEqual([]);
  });
