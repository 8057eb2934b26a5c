/** Documents and what an investigation makes of them, on two screens. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, graph, inspector, messages, rail } from "./view";

const FOLDER = join(import.meta.dirname, "../../examples/carport/documents");
const FILES = ["bauordnung-nordland.md", "bauordnung-suedland.md", "carport-guide.en.md"];
const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";
const QUESTION = "Ist für meinen Carport eine Baugenehmigung nötig?";

const file = async (name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> => ({
  name,
  mimeType: "text/markdown",
  buffer: await readFile(join(FOLDER, name)),
});
const documents = (page: Page) => drawer(page).locator(".document-list li");
const openDrawer = (page: Page, name: string): Promise<void> =>
  rail(page).getByRole("button", { name }).first().click();
const step = (page: Page, name: string) => drawer(page).locator(".tree-row").filter({ hasText: name });

async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))).toEqual([]);
}

test("documents are added, searched, read, linked to a node and removed, and everybody sees it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change({
    op: "node.create",
    id: "1",
    tempId: "carport",
    nodeType: "SYS",
    name: "Carport",
    descr: "A roof for a car",
  });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) {
    await openDrawer(page, "Documents");
    await expect(drawer(page)).toContainText("No documents yet.");
  }

  const broken = {
    name: "plan.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 and then nothing of a PDF"),
  };
  await drawer(ana)
    .getByLabel("Add files")
    .setInputFiles([...(await Promise.all(FILES.map(file))), broken]);
  await expect(drawer(ana).locator(".uploads")).toContainText("4 of 4 files");
  await expect(drawer(ana).locator(".uploads li[data-state=failed]")).toContainText("plan.pdf");
  await expect(drawer(ana).locator(".uploads li[data-state=failed] .error-text")).toContainText("Nothing was changed");
  await drawer(ana).getByRole("button", { name: "Put away" }).click();
  await expect(documents(ana)).toHaveCount(3);
  await expect(documents(ben)).toHaveCount(3);

  await drawer(ben).getByRole("searchbox").fill("mittlere Wandhöhe Garagen");
  await drawer(ben).getByRole("searchbox").press("Enter");
  await drawer(ben).locator(".hit").filter({ hasText: "§ 2 (1)" }).click();
  const chosen = drawer(ben).locator(".passage[data-chosen=true]");
  await expect(chosen).toBeInViewport();
  await expect(chosen).toContainText("mittleren Wandhöhe bis zu 3 m");
  await expect(drawer(ben).locator(".passage-foot")).toContainText("§ 2 Verfahrensfreie Vorhaben");
  await drawer(ben).locator(".document-text").press("ArrowDown");
  await expect(chosen).toContainText("Einfriedungen");
  await drawer(ben).locator(".document-text").press("ArrowUp");
  await box(ben, "Carport").click();
  await drawer(ben).getByRole("button", { name: "Link to Carport" }).click();
  await expect(drawer(ben).locator(".passage-links .node-chip")).toContainText("Carport");
  await expectAccessible(ben);

  // Beside the conversation on a small screen there is room for one of the two, and a way back.
  const back = drawer(ben).getByRole("button", { name: "All documents" });
  await expect(back).toBeHidden();
  await ben.setViewportSize({ width: 1024, height: 768 });
  await expect(drawer(ben).locator(".document-side")).toBeHidden();
  expect((await drawer(ben).locator(".viewer > .pane-bar").boundingBox())?.height).toBeLessThan(90);
  await back.click();
  await expect(documents(ben).or(drawer(ben).locator(".hit")).first()).toBeVisible();
  await ben.setViewportSize({ width: 1440, height: 900 });
  await drawer(ben).locator(".hit").filter({ hasText: "§ 2 (1)" }).click();

  await box(ana, "Carport").click();
  await rail(ana).getByRole("button", { name: "Inspector" }).click();
  await inspector(ana)
    .getByRole("button", { name: /§ 2 \(1\)/ })
    .click();
  // What an element rests on opens in the middle.
  const page = ana.locator(".pane-document");
  await expect(page.locator(".passage-links .node-chip")).toContainText("Carport");
  await page.getByRole("button", { name: "Unlink Carport" }).click();
  await expect(drawer(ben).locator(".passage-links")).toContainText("Not linked to an element.");

  await ana.getByRole("button", { name: "Close the page" }).click();
  await drawer(ana).getByRole("button", { name: "Remove: Carports: a guide for owners" }).click();
  await ana.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(documents(ana)).toHaveCount(2);
  await drawer(ben).getByRole("searchbox").fill("");
  await expect(documents(ben)).toHaveCount(2);
});

test("what a document obliges to becomes a proposal in the tray, from all of it or from one passage", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const law =
    "# Duties\n\n## § 1 Permits\n\n(1) Whoever builds must hold a permit.\n\n(2) This is a remark.\n\n(3) The permit shall be shown.\n";
  await openDrawer(ana, "Documents");
  await drawer(ana)
    .getByLabel("Add files")
    .setInputFiles([
      { name: "duties.md", mimeType: "text/markdown", buffer: Buffer.from(law) },
      { name: "note.md", mimeType: "text/markdown", buffer: Buffer.from("# Weather\n\nIt rains.\n") },
    ]);
  await expect(documents(ana)).toHaveCount(2);

  const dialog = ana.getByRole("dialog");
  await documents(ana).filter({ hasText: "Weather" }).getByRole("button").first().click();
  await drawer(ana).getByRole("button", { name: "Propose elements" }).click();
  await expect(dialog).toContainText("No passage of this document obliges anybody");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await documents(ana).filter({ hasText: "Duties" }).getByRole("button").first().click();
  await drawer(ana).getByRole("button", { name: "Propose elements" }).click();
  await expect(dialog.getByRole("checkbox", { name: "All 2" })).toBeFocused();
  await expectAccessible(ana);
  for (const key of ["Tab", "Space"]) await ana.keyboard.press(key);
  await expect(dialog.getByRole("checkbox", { name: /Whoever builds/ })).not.toBeChecked();
  await dialog.getByRole("checkbox", { name: "All 2" }).check();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await drawer(ana).locator(".passage").filter({ hasText: "shall be shown" }).click();
  await drawer(ana).getByRole("button", { name: "Propose an element", exact: false }).last().click();
  await expect(dialog.getByRole("checkbox", { name: /The permit shall be shown/ })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /Whoever builds/ })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Propose 1 element" }).click();
  await expect(drawer(ana).locator(".tray-about")).toContainText("Duties");
  await drawer(ana).locator(".tray-list").press("j");
  await drawer(ana).getByRole("button", { name: "Duties, § 1 (3)" }).click();
  await expect(ana.locator(".pane-document .passage[data-chosen=true]")).toContainText("shall be shown");
  await ana.getByRole("button", { name: "Close the page" }).click();

  await openDrawer(ben, "Review");
  await drawer(ben).locator(".tray-list").press("Control+Enter");
  await expect(box(ana, "The permit shall be shown")).not.toHaveAttribute("data-mark"); // no ghost any more
  await openDrawer(ana, "Documents");
  await drawer(ana).getByRole("button", { name: "Propose elements" }).click();
  await expect(dialog).toContainText("1 passage is left out");
});

test("an investigation is watched, answered by somebody else, read step by step, and gone through again with another answer", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await openDrawer(ana, "Documents");
  await drawer(ana)
    .getByLabel("Add files")
    .setInputFiles(await Promise.all(FILES.map(file)));
  await expect(documents(ana)).toHaveCount(3);

  await chat(ana).getByLabel("Kind of answer").selectOption("investigate");
  await chat(ana).getByRole("button", { name: "All documents" }).click();
  await ana
    .getByRole("dialog")
    .getByRole("checkbox", { name: /Südland/ })
    .check();
  await ana
    .getByRole("dialog")
    .getByRole("checkbox", { name: /Nordland/ })
    .check();
  await ana.keyboard.press("Escape");
  await expect(chat(ana).getByRole("button", { name: "2 documents" })).toBeVisible();
  await ask(ana, QUESTION);

  // Ben finds the form in the step that waits.
  await ben.locator(".top .waiting").click();
  for (const name of ["Form", "Hypothesis", "Question"])
    await expect(step(ben, name)).toContainText("waits for a person");
  await expect(drawer(ben).locator(".bracket").first()).toBeVisible();
  await drawer(ben).locator(".step-details").getByRole("radio", { name: "Nordland" }).check();
  await drawer(ben).locator(".step-details button[type=submit]").click();
  for (const page of [ana, ben])
    await expect(messages(page, "assistant").last().locator(".cite").first()).toBeVisible();

  // Every result is shown as its kind is read.
  await step(ben, "Weigh evidence").click();
  await expect(drawer(ben).locator(".coverage")).toContainText("P1");
  await step(ben, "Hypothesis").click();
  await expect(drawer(ben).locator(".step-details")).toContainText("Has to be shown");
  await drawer(ben).getByRole("button", { name: "Critical path" }).click();
  await expect(drawer(ben).locator(".tree-row[data-critical=true]").first()).toBeVisible();
  await drawer(ben).getByLabel("Kind", { exact: true }).selectOption("quality_check");
  await drawer(ben).locator(".tree-row").filter({ hasText: "Completeness" }).first().click();
  await expect(drawer(ben).locator(".step-details .gauge")).toContainText("at least");
  await drawer(ben).getByLabel("Kind", { exact: true }).selectOption("");
  await drawer(ben).getByLabel("Search steps").fill("answer");
  await step(ben, "Answer").first().click();
  await expect(drawer(ben).locator(".attempt[data-kept=true]")).toContainText("kept");
  await drawer(ben).getByLabel("Search steps").fill("");
  await drawer(ben).locator(".export-menu summary").click();
  const [download] = await Promise.all([
    ben.waitForEvent("download"),
    drawer(ben).getByRole("link", { name: "Markdown" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.md$/);
  await ben.keyboard.press("Escape");
  await expectAccessible(ben);

  // A citation opens its document in the middle, where the quote stands; closing it leads back.
  await messages(ana, "assistant").last().locator(".cite").first().click();
  await expect(ana.locator(".pane-document .passage mark")).toBeInViewport();
  await expect(ana).toHaveURL(/show=document,.*passage=/);
  await expectAccessible(ana);
  await ana.getByRole("button", { name: "Close the page" }).click();
  await expect(graph(ana).locator(".graph-space")).toBeVisible();

  // The same question with another answer is a run of its own; both are laid side by side.
  await step(ben, "Form").click();
  await drawer(ben).getByRole("button", { name: "Answer differently in a new run" }).click();
  await drawer(ben).locator(".step-details").getByRole("radio", { name: "Südland" }).check();
  await drawer(ben).locator(".step-details button[type=submit]").click();
  await expect(drawer(ben).locator(".pane-bar .badge").first()).toContainText("done");
  await drawer(ben).getByRole("button", { name: "Compare runs" }).click();
  await expect(drawer(ben).locator(".compare")).toContainText("they part here");
  await expect(drawer(ben).locator(".compare ins").last()).toBeVisible();
  await expectAccessible(ben);
});

test("whoever may not answer a form reads it and is told why", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await openDrawer(ana, "Documents");
  await drawer(ana)
    .getByLabel("Add files")
    .setInputFiles(await Promise.all(FILES.map(file)));
  await expect(documents(ana)).toHaveCount(3);
  const asked = { text: QUESTION, workflow: "investigate", options: { onlyAsker: true } };
  await project.ana.ask("POST", `${project.path}/messages`, { commandId: crypto.randomUUID(), ...asked });

  const form = (page: Page) => drawer(page).locator(".form-card");
  const others = (page: Page) => drawer(page).locator(".form-others");
  await ana.locator(".top .waiting").click();
  await openDrawer(ben, "Process");
  await others(ben).locator("summary").click();
  await expect(others(ben)).toContainText("asked, and this question is for nobody else");
  await expect(form(ben)).toHaveCount(0);
  await expect(form(ana)).toContainText("Only whoever asked the question may answer");
  await form(ana).getByRole("radio", { name: "Nordland" }).check();
  await form(ana).getByRole("button", { name: "Answer", exact: true }).click();
  await expect(others(ben)).toHaveCount(0);

  await unaided.server.owner.ask("PUT", `${project.path}/members`, { name: "Ben", access: "viewer" });
  await project.ana.ask("POST", `${project.path}/messages`, {
    commandId: crypto.randomUUID(),
    text: QUESTION,
    workflow: "investigate",
  });
  await others(ben).locator("summary").click();
  await expect(others(ben)).toContainText("Your access does not include answering this");
  await expect(ben.locator(".top .waiting")).toHaveCount(0);
  await expectAccessible(ben);
});

test("a document is read as a page with an address, its passages numbered and the cited one marked, beside the run that read it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project);
  await openDrawer(ana, "Documents");
  await drawer(ana)
    .getByLabel("Add files")
    .setInputFiles(await Promise.all(FILES.map(file)));
  await expect(drawer(ana).locator(".uploads")).toContainText("3 of 3 files");
  await chat(ana).getByLabel("Kind of answer").selectOption("investigate");
  await ask(ana, QUESTION);
  // What the run asks stays above the field for messages while one reads.
  const form = chat(ana).locator(".form-card");
  await expect(form).toBeVisible();
  await documents(ana).first().getByRole("button").first().click();
  await drawer(ana).locator(".passage").nth(2).click();
  await drawer(ana).getByRole("button", { name: "Read as a page" }).click();

  const page = ana.locator(".pane-document");
  await expect(drawer(ana)).toHaveCount(0);
  await expect(page.locator(".passage[data-chosen=true] .passage-number")).toHaveText("3");
  await expect(
    page.getByRole("complementary", { name: "Process beside it" }).locator(".tree-row").first(),
  ).toBeVisible();
  await expect(form).toBeVisible();
  // While it waits, its step beside the text shows no result.
  await page.locator(".tree-row").filter({ hasText: "Form" }).click();
  await expect(page.locator(".step-details .badge").first()).toHaveText("waits for a person");
  await expect(page.locator(".step-details .exact")).toHaveCount(0);
  await expect(ana).toHaveURL(/show=document,chat.*document=.*passage=.*beside=run/);
  for (const [name, width] of [
    ["wide", 1440],
    ["middle", 1000],
    ["narrow", 390],
  ] as const) {
    await ana.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await ana.emulateMedia({ colorScheme });
      await ana.screenshot({
        path: join(PICTURES, `document-page-${name}-${colorScheme}.png`),
        animations: "disabled",
      });
    }
  }
  await ana.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(ana);

  // The address leads somebody else to the same passage, and the keys lead on from there.
  const ben = await doors.open(project.ben, project);
  await ben.goto(ana.url());
  await expect(ben.locator(".pane-document .passage[data-chosen=true] .passage-number")).toHaveText("3");
  await ben.locator(".pane-document .document-text").press("ArrowDown");
  await expect(ben.locator(".pane-document .passage[data-chosen=true] .passage-number")).toHaveText("4");
  // On a small screen the address shows what is to be read.
  await ben.setViewportSize({ width: 390, height: 844 });
  await expect(ben.locator(".pane-document .passage[data-chosen=true]")).toBeVisible();
  await ben.screenshot({ path: join(PICTURES, "document-page-phone.png"), animations: "disabled" });
  await ben.setViewportSize({ width: 1440, height: 900 });
  await ben.getByRole("button", { name: "Close the page" }).click();
  await expect(drawer(ben).locator(".passage[data-chosen=true] .passage-number")).toHaveText("4");
});
