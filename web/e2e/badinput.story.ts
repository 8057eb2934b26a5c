/**
 * Names nobody would choose, as many types, children and people as may be, a slow line, one that goes in the middle of a
 * drag, two windows of one person: nothing overflows, overlaps or is lost.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import axe from "axe-core";
import type { Person } from "./server";
import { expect, Project, test } from "./stage";
import { box, chat, graph, inspector, openTab, rail, row, settledPlaces, table, tree } from "./view";

const PROFILE = join(import.meta.dirname, "../../src/graphwright/graph/profiles/workflow.json");
/** As many types as a profile may have. */
const TYPES = 100;

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))).toEqual([]);
}

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
    await settledPlaces(page);
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
  await settledPlaces(page);
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

test("words from right to left are read so in tree, diagram, table, inspector and comments, and names stand beside their signs", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const [name, words] = ["ניהול הזמנות (v2) ותשלומים", "שומר הזמנות, גם בגרסה v2."];
  await project.change({ op: "node.create", id: "a", nodeType: "FUNC", name, descr: words, tempId: "a" });
  const page = await doors.open(project.ana, project);
  await rail(page).getByRole("button", { name: "Model" }).click();
  await openTab(page, "FN");
  await row(page, name).getByRole("gridcell", { name, exact: true }).click();
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  const field = inspector(page).getByLabel("Write a comment");
  await field.fill(words);
  await field.press("Enter");
  const remark = inspector(page).getByRole("article").locator(".comment-text");
  await expect(remark).toContainText("שומר");
  const shown = [
    tree(page).locator(".tree-name"),
    graph(page).locator(".box-name bdi").first(),
    row(page, name).locator(".cell-text").first(),
    inspector(page).getByLabel("Name", { exact: true }),
    inspector(page).getByLabel("Description"),
    remark,
  ];
  for (const each of shown) await expect(each).toHaveCSS("direction", "rtl");
  const gaps = await tree(page)
    .locator(".tree-name")
    .evaluateAll((names) =>
      names.map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return Math.round(range.getBoundingClientRect().left - each.getBoundingClientRect().left);
      }),
    );
  expect(gaps).toEqual([0]);
  await expectAccessible(page);
});

test("a hundred types leave the table its rows, on a screen and on a phone, and the tab that is open is in sight", async ({
  unaided,
  doors,
}, info) => {
  const profile = JSON.parse(await readFile(PROFILE, "utf-8")) as { nodeTypes: readonly { name: string }[] };
  const own = profile.nodeTypes.length;
  const more = Array.from({ length: TYPES - own }, (_, at) => {
    const code = `Z${String.fromCharCode(65 + Math.floor(at / 26))}${String.fromCharCode(65 + (at % 26))}`;
    const title = `Component ${code} of the plant`;
    return {
      ...{ name: code, abbreviation: code.slice(1), order: own + at + 1, fill: "#ECEFF1", stroke: "#455A64" },
      ...{ symbol: "rectangle", title: { en: title, de: title, fr: title } },
      meaning: { en: title, de: title, fr: title },
    };
  }).filter(({ abbreviation }) => !JSON.stringify(profile).includes(`"${abbreviation}"`));
  const file = info.outputPath("many.json");
  await writeFile(file, JSON.stringify({ ...profile, name: "many", nodeTypes: [...profile.nodeTypes, ...more] }));
  await unaided.server.run("new", "many-types", file);
  const [listed] = (
    await unaided.server.owner.ask<{ projects: { projectId: string; name: string }[] }>("GET", "/api/projects")
  ).projects.filter(({ name }) => name === "many-types");
  const project = new Project(listed?.projectId ?? "", unaided.server.owner, unaided.server.owner);
  await project.change(...more.map(({ name }) => node(name, name, `The only ${name}`)));
  const last = more.at(-1)?.name ?? "";
  for (const width of [390, 1280]) {
    const page = await doors.open(project.ana, project, { viewport: { width, height: 844 } });
    await rail(page).getByRole("button", { name: "Tables" }).click();
    const tabs = table(page).getByRole("tab");
    await expect(tabs).toHaveCount(profile.nodeTypes.length + more.length + 2);
    await tabs.nth(profile.nodeTypes.length + more.length - 1).click();
    await expect(row(page, `The only ${last}`)).toBeInViewport();
    await expect(page).toHaveURL(new RegExp(`table=${last}`));
    await page.reload();
    await expect(table(page).getByRole("tab", { selected: true })).toBeInViewport();
    await expect(row(page, `The only ${last}`)).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectAccessible(page);
  }
});

test("two hundred people who look at one element are a few faces and a list, in which each can be followed", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ids = await project.change(node("s", "SYS", "Shop"));
  test.slow(); // each of them chooses a password, which is made to take long
  const people: Person[] = [];
  for (let at = 100; at < 300; at += 1) people.push(await unaided.server.invite(`Colleague ${at}`, project.name));
  const leave = await Promise.all(people.map((person) => person.lookAt(project.name, ids.s ?? "")));
  const page = await doors.open(project.ana, project, { viewport: { width: 1280, height: 800 } });
  await expect(page.locator(".top .faces > li")).toHaveCount(7);
  await expect(box(page, "Shop").locator(".box-ring-name")).toContainText("+197");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  // Beside their faces the name keeps its room.
  await expect(row(page, "Shop").getByRole("list", { name: "Also here" }).getByRole("listitem")).toHaveCount(3);
  const name = await row(page, "Shop").locator(".cell-text").first().boundingBox();
  expect(name?.width).toBeGreaterThan(30);
  await box(page, "Shop").click();
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await inspector(page).getByLabel("Write a comment").pressSequentially("Look, @Col");
  await expect(inspector(page).getByRole("option")).toHaveCount(8);
  await page.getByRole("button", { name: "People here: +195" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Follow Colleague 299" }).click();
  await expect(page.getByText("You see what Colleague 299 looks at.")).toBeVisible();
  for (const each of leave) each();
  await expect(page.locator(".top .faces > li")).toHaveCount(1);
});

test("until everything has come over a slow line the page says what it does and counts nothing", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(node("s", "SYS", "Shop"));
  const page = await doors.enter(project.ana.origin, { storageState: project.ana.storage });
  const letIn = await held(page, "**/assets/*.js");
  const tell = await held(page, "**/state/lines");
  await page.goto(`${project.ana.origin}/#/p/${project.name}`, { waitUntil: "commit" });
  await expect(page.getByText("Loading … · Wird geladen … · Chargement …")).toBeVisible();
  letIn();
  await rail(page).getByRole("button", { name: "Model" }).click();
  for (const pane of [graph(page), table(page), page.locator("[data-pane=tree]")]) {
    await expect(pane.getByText("The model is still being loaded.")).toBeVisible();
    await expect(pane.getByText(/\d/)).toHaveCount(0);
  }
  await expectAccessible(page);
  tell();
  await expect(box(page, "Shop")).toBeVisible();
  await expect(row(page, "Shop").first()).toBeVisible();
});

test("a notice covers no field for messages, no button of a drawer and no map", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change(node("s", "SYS", "Shop"));
  const page = await doors.openAsNew(project.ana, project);
  await rail(page).getByRole("button", { name: "Graph" }).click();
  for (const [width, height, place] of [
    [1920, 1080, "Documents"],
    [1280, 720, "Problems"],
    [1024, 768, "Review"],
    [390, 844, "Assistant"],
    [390, 844, "Problems"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await project.change({ op: "node.update", id: "u", ref: "Shop.SY.001", set: { descr: `Sells at ${width}.` } });
    await page.keyboard.press("Escape");
    await rail(page).getByRole("button", { name: place }).click();
    await page.locator("body").press("Control+z");
    await expect(page.locator(".toast").last()).toBeVisible();
    expect(await covered(page)).toEqual([]);
    await expectAccessible(page);
    // By now it may have gone by itself.
    const closes = page.locator(".toast").getByRole("button", { name: "Close" });
    await closes.evaluateAll((all) => {
      for (const each of all) (each as HTMLElement).click();
    });
    await expect(page.locator(".toast")).toHaveCount(0);
  }
});

/** Lets nothing come from these addresses until the returned function is called. */
async function held(page: Page, addresses: string): Promise<() => void> {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  await page.route(addresses, async (route) => {
    await opened;
    await route.continue();
  });
  return open;
}

/** What a notice lies over. */
function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll(".toast")].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll(".composer, .drawer button, .react-flow__minimap")]
      .filter((each) => {
        const at = each.getBoundingClientRect();
        return toasts.some(
          (over) => over.left < at.right && at.left < over.right && over.top < at.bottom && at.top < over.bottom,
        );
      })
      .map((each) => each.outerHTML.slice(0, 80));
  });
}
