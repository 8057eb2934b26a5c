/** How the page is laid out: what a new person sees, what the rail shows and opens, what is kept, and what a phone shows. */

import type { Locator } from "@playwright/test";
import { expect, type Project, test } from "./stage";
import {
  ask,
  box,
  chat,
  drawer,
  graph,
  inspector,
  messages,
  noticed,
  rail,
  row,
  settledPlaces,
  table,
  tree,
} from "./view";

test("a new page shows the diagram and the chat, and the rail shows the tables, both, or the chat alone", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await expect(box(page, "OrderSystem")).toBeVisible();
  await expect(chat(page)).toBeVisible();
  await expect(table(page)).toHaveCount(0);

  await rail(page).getByRole("button", { name: "Tables" }).click();
  await expect(table(page)).toBeVisible();
  await expect(graph(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Both" }).click();
  await expect(table(page)).toBeVisible();
  await expect(graph(page)).toBeVisible();
  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await expect(chat(page)).toHaveCount(0);
  await page.keyboard.press("/"); // whoever wants to write gets the chat back
  await expect(chat(page).locator(".composer textarea")).toBeFocused();
});

test("a drawer lies below the canvases beside the whole chat, and its height and the chat's width are kept", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await rail(page).getByRole("button", { name: "History" }).click();
  await expect(drawer(page).getByRole("heading", { name: "History" })).toBeVisible();
  const [below, beside] = [await drawer(page).boundingBox(), await chat(page).boundingBox()];
  expect(below && beside && below.x + below.width <= beside.x + 1).toBe(true);
  expect(below && beside && beside.y + beside.height >= below.y + below.height - 1).toBe(true);

  const [width, height] = [
    page.getByRole("separator", { name: "Width of the panel at the right" }),
    page.getByRole("separator", { name: "Height of the drawer" }),
  ];
  await width.press("ArrowLeft");
  await height.press("ArrowUp");
  await page.reload();
  await expect(width).toHaveAttribute("aria-valuenow", "424");
  await expect(height).toHaveAttribute("aria-valuenow", "304");
  await drawer(page).getByRole("button", { name: "Close History" }).click();
  await expect(drawer(page)).toHaveCount(0);
});

test("a drawer that comes late leaves the keys where the person went meanwhile", async ({ sample, doors }) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  let letCome = (): void => {};
  const held = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/HistoryDrawer/, async (route) => {
    await held;
    await route.continue();
  });
  await rail(page).getByRole("button", { name: "History" }).click();
  const width = page.getByRole("separator", { name: "Width of the panel at the right" });
  await width.focus();
  letCome();
  await expect(drawer(page).getByRole("listitem").first()).toBeVisible();
  await expect(width).toBeFocused();
});

test("names in the diagram are at least 12 pixels high, however much of it is shown", async ({ sample, doors }) => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
    { width: 1920, height: 1080 },
  ]) {
    const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport });
    await settledPlaces(page);
    const seen = await graph(page)
      .locator(".box-name bdi")
      .evaluateAll((names) =>
        names.map((name) => {
          const scale = name.getBoundingClientRect().width / (name as HTMLElement).offsetWidth;
          return Number.parseFloat(getComputedStyle(name).fontSize) * scale;
        }),
      );
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(11.9);
  }
});

test("on a phone the rail lies below, one thing is shown, and nothing is wider than the screen", async ({
  sample,
  doors,
}) => {
  const viewport = { width: 390, height: 844 };
  const page = await doors.openAsNew(sample.server.owner, sample.example(), { viewport });
  await expect(chat(page)).toBeVisible();
  await expect(graph(page)).toHaveCount(0);
  expect((await rail(page).boundingBox())?.y).toBeGreaterThan(700);
  await rail(page).getByRole("button", { name: "Graph" }).click();
  await expect(box(page, "OrderSystem")).toBeVisible();
  await expect(chat(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Model" }).click();
  await expect(tree(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  await rail(page).getByRole("button", { name: "Graph" }).click();
  await expect(tree(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Review" }).click();
  await expect(drawer(page).getByRole("treegrid", { name: "Review" })).toBeVisible();
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBe(widths[1]);
});

test("a diagram that nobody has arranged is arranged anew while the model grows, and the window follows", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.openAsNew(project.ana, project);
  for (const sentence of [
    "The kiln consists of a burner, a fan and a door.",
    "The potter loads the kiln.",
    "The potter opens the door.",
    "The burner heats the chamber.",
  ]) {
    const before = await messages(page, "assistant").count();
    await ask(page, sentence);
    await expect(messages(page, "assistant")).toHaveCount(before + 1);
    await expect(messages(page, "assistant").last()).toHaveAttribute("data-status", "complete");
  }
  await expect(box(page, "Potter")).toBeVisible();
  await expect
    .poll(async () => {
      const boxes = await graph(page)
        .locator(".box")
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      const pane = await graph(page).locator(".drawing").boundingBox();
      const outside = boxes.filter(
        ({ left, right, top, bottom }) =>
          pane === null ||
          left < pane.x ||
          top < pane.y ||
          right > pane.x + pane.width ||
          bottom > pane.y + pane.height,
      );
      const covered = boxes.filter((one, at) =>
        boxes.some(
          (two, other) =>
            other > at && one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom,
        ),
      );
      return [boxes.length > 6, outside.length, covered.length];
    })
    .toEqual([true, 0, 0]);
});

test("[P-204] whoever asks for the assistant or the inspector sees it, whatever drawer lies in its place", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.openAsNew(project.ana, project);
  const place = (name: string): Locator => rail(page).getByRole("button", { name });
  await place("Review").click();
  await expect(chat(page)).toBeHidden();
  await expect(place("Assistant")).toHaveAttribute("aria-pressed", "false");
  await place("Assistant").click();
  await expect(chat(page)).toBeVisible();
  await expect(drawer(page)).toHaveCount(0);
  await expect(place("Assistant")).toHaveAttribute("aria-pressed", "true");

  await place("Review").click();
  await place("Inspector").click();
  await expect(inspector(page)).toBeVisible();
  await expect(drawer(page)).toHaveCount(0);
  await place("Problems").click(); // lies beside it, and stays
  await place("Assistant").click();
  await expect(chat(page)).toBeVisible();
  await expect(drawer(page)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  for (const [name, shown] of [
    ["Assistant", chat(page)],
    ["Graph", graph(page)],
    ["Inspector", inspector(page)],
    ["Tables", table(page)],
  ] as const) {
    await place("Comments").click();
    await expect(drawer(page)).toBeVisible();
    await place(name).click();
    await expect(shown).toBeVisible();
    await expect(drawer(page)).toHaveCount(0);
  }
});

test("[P-205] a new project begins with the chat, whatever was open or closed in the one before", async ({
  unaided,
  doors,
}) => {
  const [one, other] = [await unaided.project(), await unaided.project()];
  await one.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "Buy", descr: "Buys." });
  const page = await doors.openAsNew(one.ana, one);
  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await expect(chat(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Review" }).click();
  await expect(drawer(page)).toBeVisible();

  const go = async ({ name }: Project): Promise<void> => {
    await page.goto(`${one.ana.origin}/#/p/${name}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  await go(other);
  await expect(chat(page).locator(".empty")).toBeVisible();
  await expect(drawer(page)).toHaveCount(0);
  await rail(page).getByRole("button", { name: "Assistant" }).click();
  await expect(chat(page)).toHaveCount(0);
  await page.reload(); // an address that says what is open is kept to
  await expect(graph(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: other.name })).toBeVisible();
  await expect(graph(page).getByRole("button", { name: "New" }).first()).toBeVisible();
  await expect(chat(page)).toHaveCount(0);
  await go(one);
  await expect(box(page, "Buy")).toBeVisible();
  await expect(chat(page)).toHaveCount(0); // there is something to look at
});

test("[P-206] what a diagram lacks is said above it, and covers no box", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const made = (_: unknown, at: number): object => ({
    ...{ op: "node.create", id: `r${at}`, nodeType: "REQ", name: `Requirement ${at}`, descr: "It shall be so." },
  });
  await project.change(...Array.from({ length: 60 }, made));
  const page = await doors.openAsNew(project.ana, project);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await rail(page).getByRole("button", { name: "Graph" }).click();
    const note = graph(page).getByRole("note").filter({ hasText: "Not in the model yet" });
    await expect(note).toBeVisible();
    await expect(box(page, "Requirement 0")).toBeVisible();
    await settledPlaces(page);
    const covered = await note.evaluate((element) => {
      const { top, left, right, bottom } = element.getBoundingClientRect();
      return [...document.querySelectorAll(".box")].flatMap((each) => {
        const at = each.getBoundingClientRect();
        const isUnder = at.left < right && at.right > left && at.top < bottom && at.bottom > top;
        return isUnder ? [each.textContent] : [];
      });
    });
    expect(covered).toEqual([]);
  }
});

const LONG = "Check that the alarm sounds within two seconds of number";

test("[U-617] a count of three letters covers no sign, and what sends stays beside how it is answered", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const requirements = [...new Array(130).keys()].map((n) => ({
    ...{ op: "node.create", id: `n${n}`, tempId: `n${n}`, nodeType: "REQ", name: `Be fast ${n}`, descr: "" },
  }));
  await project.change(...requirements);
  const page = await doors.open(project.ana, project, { viewport: { width: 1600, height: 900 } });
  const problems = rail(page).locator("[data-drawer=problems]");
  await expect(problems.locator(".count")).toHaveText(/^\d{3}$/);
  const side = async (found: Locator): Promise<{ readonly left: number; readonly right: number }> => {
    const { x, width } = (await found.boundingBox()) ?? { x: 0, width: 0 };
    return { left: x, right: x + width };
  };
  const count = await side(problems.locator(".count"));
  expect(count.left).toBeGreaterThanOrEqual((await side(problems.locator("svg"))).right - 2);
  expect(count.right).toBeLessThanOrEqual((await side(rail(page))).right);

  const middle = async (found: Locator): Promise<number> => {
    const { y, height } = (await found.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  await chat(page).getByLabel("Kind of answer").selectOption("discuss");
  for (const width of [1600, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = [chat(page).getByRole("button", { name: "Send" }), chat(page).getByLabel("Kind of answer")];
    const [send = 0, kind = 0] = await Promise.all(lines.map(middle));
    expect(Math.abs(send - kind)).toBeLessThan(8);
  }
});

test("[U-617] the button that folds a box covers nothing of its name", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(
    { op: "node.create", id: "1", nodeType: "MOD", name: "frontAxleAssembly", descr: "Holds.", tempId: "a" },
    { op: "node.create", id: "2", nodeType: "MOD", name: "axle", descr: "Turns.", tempId: "b" },
    { op: "edge.create", id: "3", edgeType: "compose", source: "a", target: "b" },
  );
  const page = await doors.open(project.ana, project);
  await graph(page).getByLabel("View", { exact: true }).selectOption("architecture");
  const holder = box(page, "frontAxleAssembly");
  await expect(holder).toHaveAttribute("data-container", "true");
  const covered = await holder.evaluate((each) => {
    const [name, fold] = [each.querySelector(".box-name"), each.querySelector(".fold-button")];
    return (name?.getBoundingClientRect().right ?? 0) - (fold?.getBoundingClientRect().left ?? 0);
  });
  expect(covered).toBeLessThanOrEqual(0);
});

test("[P-218] [P-219] [P-220] [P-221] long names are read and typed: in a small picture, in the inspector and on the board", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const functions = [...new Array(40).keys()].map((n) => ({
    ...{ op: "node.create", id: `n${n}`, tempId: `n${n}`, nodeType: "FUNC", name: `${LONG} ${n}`, descr: "Sounds." },
  }));
  await project.change(...functions);
  const page = await doors.open(project.ana, project);
  await rail(page).locator("[data-canvas=graph]").click();
  await box(page, `${LONG} 7`).click();

  // The canvas hears the keys after it was asked for.
  await chat(page).locator(".messages").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await expect(graph(page).locator(".graph-space")).toBeFocused();
  await graph(page).getByRole("button", { name: "Zoom out" }).click();
  await graph(page).getByRole("button", { name: "Zoom out" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("g");
  await page.keyboard.press("F2");
  const field = graph(page).locator(".name-field");
  await expect(field).toBeFocused();
  expect((await field.boundingBox())?.height).toBeGreaterThan(14);
  await page.keyboard.press("Escape");

  // A name stands whole in the inspector, and Enter keeps it as ever.
  await rail(page).locator("[data-canvas=inspector]").click();
  const name = inspector(page).getByLabel("Name", { exact: true });
  expect(await name.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThanOrEqual(0);
  expect((await name.boundingBox())?.height).toBeGreaterThan(40);
  await name.press("Control+End");
  await name.pressSequentially(" of all");
  await name.press("Enter");
  await expect(box(page, `${LONG} 7 of all`)).toBeVisible();

  await rail(page).locator("[data-canvas=chat]").click();
  await chat(page).getByLabel("Kind of answer").selectOption("discuss");
  await chat(page).locator(".composer textarea").fill("Discuss whether the alarm should be one module or two.");
  await page.keyboard.press("Enter");
  await expect(drawer(page).locator(".claim .node-chip").first()).toBeVisible();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await drawer(page)
      .locator(".claim")
      .evaluateAll((claims) =>
        claims.filter((claim) => {
          const { right } = claim.getBoundingClientRect();
          return [...claim.querySelectorAll(".chip, .badge, p")].some(
            (each) => each.getBoundingClientRect().right > right,
          );
        }),
      );
    expect(wide).toEqual([]);
  }

  // On a phone a drawer gives way to the tree.
  await rail(page).locator("[data-canvas=tree]").click();
  await expect(page.locator(".drawer")).toHaveCount(0);
  await expect(page.locator("[data-pane=tree]").getByRole("searchbox")).toBeInViewport();
});

test("names of one line keep what hangs below it, at any zoom", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "g", nodeType: "FUNC", name: "gypj", descr: "Hangs.", tempId: "g" });
  const page = await doors.openAsNew(project.ana, project);
  await settledPlaces(page);
  const name = box(page, "gypj").locator(".box-name bdi");
  await graph(page).getByRole("button", { name: "Zoom in" }).click();
  for (let step = 0; step < 3; step += 1) {
    await graph(page).getByRole("button", { name: "Zoom out" }).click();
    await settledPlaces(page);
    expect(await name.evaluate(beyond), `step ${step}`).toBeLessThanOrEqual(0);
  }
});

/** By how many pixels of the picture what hangs below the line goes beyond where its element is cut. */
function beyond(name: HTMLElement): number {
  const drawn = name.getBoundingClientRect().height / name.offsetHeight;
  const foot = document.createElement("span");
  foot.style.cssText = "display: inline-block; height: 0; width: 0";
  name.append(foot);
  const baseline = foot.getBoundingClientRect().bottom;
  foot.remove();
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("nothing measures letters");
  const { fontFamily, fontSize, fontWeight } = getComputedStyle(name);
  context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const hanging = context.measureText("gypj").actualBoundingBoxDescent;
  return baseline / drawn + hanging - name.getBoundingClientRect().bottom / drawn;
}

test("a window made narrow and wide again shows what it showed before, also after it was loaded anew", async ({
  sample,
  doors,
}) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example());
  await expect(box(page, "OrderSystem")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await expect(graph(page)).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(graph(page)).toBeVisible();
  await expect(chat(page)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  const address = page.url();
  await page.goto("about:blank");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await expect(graph(page)).toBeVisible();
});

test("which canvas is shown is kept for the project: a new one opens on the graph", async ({ unaided, doors }) => {
  const [one, other] = [await unaided.project(), await unaided.project()];
  const page = await doors.openAsNew(one.ana, one);
  await rail(page).getByRole("button", { name: "Tables" }).click();
  await expect(table(page)).toBeVisible();
  const goTo = (name: string): Promise<void> =>
    page.evaluate((to) => {
      location.hash = `#/p/${to}`;
    }, name);
  await goTo(other.name);
  await expect(page.locator(".top")).toContainText(other.name);
  await expect(graph(page)).toBeVisible();
  await expect(table(page)).toHaveCount(0);
  await goTo(one.name);
  await expect(page.locator(".top")).toContainText(one.name);
  await expect(table(page)).toBeVisible();
});

test("with one element selected the field for messages says so whole", async ({ sample, doors }) => {
  const page = await doors.openAsNew(sample.server.owner, sample.example(), {
    viewport: { width: 1440, height: 900 },
  });
  await box(page, "OrderSystem").click();
  const chip = chat(page).locator(".composer-bar .chip");
  await expect(chip).toHaveText("Context: 1 selected");
  expect(await chip.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
});

test("a notice stands in the lower half of the canvas", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "s", nodeType: "SYS", name: "Shop", descr: "Sells." });
  const page = await doors.openAsNew(project.ana, project);
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await project.change({ op: "node.update", id: "u", ref: "Shop.SY.001", set: { descr: `Sells at ${width}.` } });
    await page.locator("body").press("Control+z");
    await noticed(page, "Undone");
    const [notice, canvas] = [await page.locator(".toast").last().boundingBox(), await graph(page).boundingBox()];
    if (notice === null || canvas === null) throw new Error("they are not there");
    expect(notice.y).toBeGreaterThan(canvas.y + canvas.height / 2);
    expect(notice.x + notice.width).toBeLessThanOrEqual(canvas.x + canvas.width);
    const foot = await graph(page).locator(".graph-foot").boundingBox();
    expect(notice.y + notice.height).toBeLessThanOrEqual(foot?.y ?? 0);
    await page.locator(".toast").getByRole("button", { name: "Close" }).last().click();
  }
});

test("long texts of a table are broken into lines on wish, and it is remembered", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const descr = "Refunds what was paid before, in full, ".repeat(12);
  await project.change({ op: "node.create", id: "f", nodeType: "FUNC", name: "Refund", descr });
  const page = await doors.openAsNew(project.ana, project);
  await rail(page).getByRole("button", { name: "Tables" }).click();
  const first = row(page, "Refund");
  const height = async (): Promise<number> => (await first.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(40);
  await table(page).getByRole("button", { name: "Wrap" }).click();
  await expect.poll(height).toBeGreaterThan(60);
  await page.reload();
  await expect.poll(height).toBeGreaterThan(60);
  await table(page).getByRole("button", { name: "Wrap" }).click();
  await expect.poll(height).toBeLessThan(40);
});

test("what somebody compares in a history is in sight at once", async ({ unaided, doors }) => {
  const project = await unaided.project();
  for (let step = 0; step < 8; step += 1)
    await project.change({ op: "node.create", id: "f", nodeType: "FUNC", name: `Step${step}`, descr: "Is done." });
  const page = await doors.openAsNew(project.ana, project, { viewport: { width: 1440, height: 900 } });
  await page.locator("body").press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Name this revision" });
  await dialog.getByRole("textbox").fill("PDR");
  await dialog.getByRole("textbox").press("Enter");
  await expect(dialog).toHaveCount(0);
  await project.change({ op: "node.create", id: "f", nodeType: "FUNC", name: "PayOrder", descr: "Takes the money." });
  await rail(page).getByRole("button", { name: "History" }).click();
  await drawer(page).getByRole("button", { name: "Compare with now: PDR" }).click();
  await expect(drawer(page).locator(".comparison .tally").first()).toBeInViewport({ ratio: 1 });
});
