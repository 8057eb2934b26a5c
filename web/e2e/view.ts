/** What a person sees on a page, by the names a screen reader would say. */

import { expect, type Locator, type Page } from "@playwright/test";

export const chat = (page: Page): Locator => page.locator("[data-pane=chat]");
export const table = (page: Page): Locator => page.locator("[data-pane=table]");
export const graph = (page: Page): Locator => page.locator("[data-pane=graph]");
export const rail = (page: Page): Locator => page.locator("[data-pane=rail]");
export const inspector = (page: Page): Locator => page.locator("[data-pane=inspector]");
export const tree = (page: Page): Locator => page.getByRole("tree", { name: "Model tree" });
export const drawer = (page: Page): Locator => page.locator("[data-pane=drawer]");

/** Messages of one kind of author, oldest first. */
export const messages = (page: Page, kind: "person" | "assistant"): Locator =>
  chat(page).locator(`article[data-kind=${kind}]`);

/** Writes a question and sends it with Enter. */
export async function ask(page: Page, text: string): Promise<void> {
  const field = chat(page).locator(".composer textarea");
  await field.fill(text);
  await field.press("Enter");
}

export async function openTab(page: Page, nodeType: string): Promise<void> {
  await table(page).getByRole("tab").filter({ hasText: nodeType }).click();
}

/** The row of a table that shows this text. */
export const row = (page: Page, text: string): Locator => table(page).getByRole("row").filter({ hasText: text });

/** A box of the graph, by its name. */
export const box = (page: Page, name: string): Locator =>
  graph(page)
    .locator(".box")
    .filter({ has: page.locator("bdi", { hasText: name }) });

/** The notice that says this: not the last one, for that may be the one before until the answer has come. */
export const toast = (page: Page, text: string): Locator => page.locator(".toast", { hasText: text });

/** The same with the pointer on it: whoever reads a notice keeps it from leaving by itself. */
export async function noticed(page: Page, text: string): Promise<Locator> {
  await toast(page, text).hover();
  return toast(page, text);
}

/** Keys one after the other, as fast as a hand: what belongs together belongs together only for a moment. */
export async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  await Promise.all(pressed.map((key) => page.keyboard.press(key)));
}

/** Where each box is seen, in whole pixels, by what is written on it. */
export const places = (page: Page): Promise<Readonly<Record<string, string>>> =>
  graph(page)
    .locator(".react-flow__node")
    .evaluateAll((nodes) =>
      Object.fromEntries(
        nodes.map((node) => {
          const { x, y } = node.getBoundingClientRect();
          return [node.querySelector("bdi")?.textContent ?? "", `${Math.round(x)} ${Math.round(y)}`];
        }),
      ),
    );

/** The same once nothing moves any more: boxes come some at a time, and glide to where a picture that grows has them. */
export async function settledPlaces(page: Page): Promise<Readonly<Record<string, string>>> {
  let now: Readonly<Record<string, string>> = {};
  let alike = 0;
  const isSettled = async (): Promise<boolean> => {
    const earlier = now;
    now = await places(page);
    alike = JSON.stringify(now) === JSON.stringify(earlier) ? alike + 1 : 0;
    return Object.keys(now).length > 0 && alike > 2;
  };
  await expect.poll(isSettled, { intervals: [500] }).toBe(true);
  return now;
}

/** What a page shows of a project, in whatever language: what two pages are compared by. */
interface Shown {
  readonly revision: string;
  readonly tabs: readonly string[];
  readonly boxes: readonly string[];
  readonly said: readonly string[];
  readonly changes: readonly string[];
}

async function shown(page: Page): Promise<Shown> {
  // Without blanks: a browser tells what is out of sight without the ends of its lines.
  const texts = async (found: Locator): Promise<string[]> =>
    (await found.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ""));
  return {
    revision: /\d+/.exec(await page.locator(".top .note").first().innerText())?.[0] ?? "",
    tabs: await texts(table(page).getByRole("tab").locator(".type-code, .count")),
    boxes: (await texts(graph(page).locator(".box-name bdi"))).sort(),
    said: await texts(chat(page).locator("article :is(.said, .markdown)")),
    changes: await texts(chat(page).locator("article .lines li bdi")),
  };
}

/** Two pages show the same. */
export async function expectSame(one: Page, two: Page): Promise<void> {
  await expect(async () => expect(await shown(one)).toEqual(await shown(two))).toPass({ timeout: 30_000 });
}
