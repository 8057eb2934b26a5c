/** A run that needs a person asks in a form: in the chat and in the process, on every screen, until somebody has answered. */

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
