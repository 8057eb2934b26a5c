/** A run that needs a person asks in a form: in the chat and in the process, on every screen, until somebody has answered. */

import type { Page } from "@playwright/test";
import { expect, test } from "./stage";
import { ask, chat, drawer, messages } from "./view";

test("a question of the assistant is answered by somebody else, after a reload; any model call can be read word for word", async ({
  model,
  scripted,
  doors,
}) => {
  const project = await scripted.project();
  await project.change({
    op: "node.create",
    id: "1",
    tempId: "shop",
    nodeType: "SYS",
    name: "Shop",
    descr: "Sells things",
  });
  // Five model calls are allowed; then a person decides whether it may go on.
  model.answersInTurn(
    "What is the Shop for",
    [{ tool: "read_graph_overview", arguments: {} }],
    [{ tool: "search_nodes", arguments: { query: "shop" } }],
    [{ tool: "search_nodes", arguments: { query: "order" } }],
    [{ tool: "list_findings", arguments: {} }],
    [{ tool: "list_available_node_types", arguments: {} }],
    ["The Shop sells things."],
  );
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await chat(ana).getByLabel("Kind of answer").selectOption("ask");
  await ask(ana, "What is the Shop for?");
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".form-card")).toContainText("waits for you");
    await expect(page.locator(".top .waiting")).toHaveText(/Questions1/);
  }
  const form = chat(ben).locator(".form-card");
  await expect(form).toContainText("Without an answer it goes on with this:");
  await form.getByRole("radio", { name: "yes" }).check();
  await ben.reload();
  await expect(form.getByRole("radio", { name: "yes" })).toBeChecked();
  await ben.locator(".top .waiting").click();
  await expect(drawer(ben).locator(".form-card").getByRole("radio", { name: "yes" })).toBeChecked();
  await form.getByRole("radio", { name: "yes" }).press("Control+Enter");

  await expect(chat(ana).locator(".form-card.answered")).toContainText("Ben answered");
  for (const page of [ana, ben]) {
    await expect(page.locator(".top .waiting")).toHaveCount(0);
    await expect(messages(page, "assistant").last()).toContainText("The Shop sells things.");
  }

  await messages(ana, "assistant").last().getByRole("button", { name: "Context", exact: true }).click();
  const inspector = ana.getByRole("dialog");
  await expect(inspector.getByLabel("Call").locator("option")).toHaveCount(6);
  await expect(inspector).toContainText("The Shop sells things.");
  await expect(inspector.locator(".inspector-section").filter({ hasText: "search_nodes" }).first()).toBeVisible();
  await inspector.getByLabel("Call").selectOption({ index: 0 });
  await expect(inspector.getByRole("heading", { name: /tools? offered/ })).toBeVisible();
  await expect(inspector.getByText("read_graph_overview").first()).toBeVisible();
});

test("the assistant asks back, and what nobody knows yet stays open", async ({ scripted, model, doors }) => {
  model.answersInTurn("Let parcels wait", [
    "Two things matter.\n\n```questions\nHow long may a parcel lie? | 1 day | 1 week\nWho pays for it?\n```\n",
  ]);
  model.answers(
    "- How long may a parcel lie? 1 week\n- Who pays for it? We don't know yet\nWhat nobody knows",
    "Noted.",
  );
  const project = await scripted.project();
  const page = await doors.open(project.ana, project);
  await ask(page, "Let parcels wait, please");
  const form = chat(page).locator(".form-card");
  await form.getByRole("radio", { name: "1 week" }).check();
  await form.getByRole("button", { name: "We don't know yet" }).click();
  await expect(form.getByRole("textbox")).toHaveValue("We don't know yet");
  await form.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(messages(page, "assistant").last()).toContainText("Noted.");
});

test("a question names elements as people know them, stands once, takes a third at most and folds; who may not answer reads a line", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    { op: "node.create", id: "1", nodeType: "FUNC", name: "Stop machine", descr: "Stops.", tempId: "f" },
    { op: "node.create", id: "2", nodeType: "UC", name: "Stop machine", descr: "Stops it.", tempId: "u" },
  );
  await project.ana.ask("PUT", `${project.path}/members`, { name: "Ben", access: "viewer" });
  const ana = await doors.open(project.ana, project);
  await ask(ana, "Rename machine to Halt.");
  const form = chat(ana).locator(".form-card");
  await expect(form.getByRole("radio", { name: "Stop machine" })).toHaveCount(2);
  await expect(form).not.toContainText("StopMachine.");
  await expect(messages(ana, "assistant").last()).toContainText("I must ask");
  await expect(chat(ana).getByText("Which one is meant by")).toHaveCount(1);

  const height = async (selector: string): Promise<number> =>
    (await chat(ana).locator(selector).first().boundingBox())?.height ?? 0;
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await ana.setViewportSize(viewport);
    expect(await height(".pinned-forms")).toBeLessThanOrEqual((await height(".chat")) / 3);
    await expect(form.getByRole("radio").last()).toBeInViewport();
  }
  await form.getByRole("button", { name: "Fold" }).click();
  expect(await height(".pinned-forms")).toBeLessThan(60);
  await ana.reload();
  await expect(form.getByRole("radio").first()).toBeHidden();
  await form.getByRole("button", { name: "Open" }).click();
  await expect(form.getByRole("radio").first()).toBeVisible();

  const ben = await doors.enter(project.ben.origin, { storageState: project.ben.storage });
  await ben.goto(`${project.ben.origin}/#/p/${project.name}`);
  const line = chat(ben).getByText("A question waits for somebody else");
  await expect(line).toBeVisible();
  await expect(ben.locator(".form-card")).toHaveCount(0);
  await expect(ben.locator(".top .waiting")).toHaveCount(0);
  await line.click();
  await expect(chat(ben).getByText("Your access does not include answering this")).toBeVisible();

  // The button stands beside the heading; once it is answered, wherever that is, nothing is kept of it.
  await expect(form.locator("h3 button")).toHaveCount(0);
  await form.getByRole("button", { name: "Fold" }).click();
  const keptFolds = (): Promise<number> =>
    ana.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("graphwright form")).length);
  expect(await keptFolds()).toBe(1);
  await form.getByRole("button", { name: "Open" }).click();
  await form.getByRole("radio").first().check();
  await form.getByRole("button", { name: "Answer", exact: true }).click();
  await expect(chat(ana).locator(".form-card.answered")).toContainText("Halt");
  await expect(line).toHaveCount(0);
});

test("[U-690] whose answer comes after somebody else's hears that it was not taken", async ({
  scripted,
  model,
  doors,
}) => {
  model.answersInTurn("Let barrels wait", ["One thing matters.\n\n```questions\nHow long? | 1 day | 1 week\n```\n"]);
  model.answers("- How long? 1 day", "Noted.");
  const project = await scripted.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ana, "Let barrels wait, please");
  const answer = async (page: Page, choice: string): Promise<void> => {
    const form = chat(page).locator(".form-card");
    await form.getByRole("radio", { name: choice }).check();
    await form.getByRole("button", { name: "Answer", exact: true }).click();
  };
  await expect(chat(ben).locator(".form-card")).toBeVisible();
  await ben.context().setOffline(true);
  await answer(ben, "1 week");
  await answer(ana, "1 day");
  await expect(messages(ana, "assistant").last()).toContainText("Noted.");
  await ben.context().setOffline(false);
  await expect(chat(ben).locator(".form-card.answered")).toContainText("1 day");
  await expect(ben.locator(".toast[data-kind=error]")).toBeVisible();
});
