/** The first ten minutes without a key: what the page suggests works, what binds waits for a person, and nothing is guessed. */

import { expect, test } from "./stage";
import { ask, chat, messages, openTab, row } from "./view";

test("ten minutes without a key: a suggestion builds, a demand is proposed, a question is answered, a decline leads on", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project);
  const field = chat(ana).locator(".composer textarea");

  // The first card holds sentences that work; a click puts one where it can still be changed.
  const card = chat(ana).getByRole("button", { name: /^The coffee machine consists of/ });
  await card.click();
  await expect(field).toHaveValue(/^The coffee machine consists of/);
  await field.press("Enter");
  await expect(chat(ana).locator(".applied .lines li").first()).toBeVisible();
  await openTab(ana, "MD");
  await expect(row(ana, "Grinder.MD.")).toBeVisible();
  await expect(row(ana, "Pump.MD.")).toBeVisible();

  // What must be is kept word for word, and a person decides.
  await ask(ana, "The pump shall reach 9 bar within 3 s.");
  const proposed = messages(ana, "assistant").last();
  await expect(proposed).toContainText("Nothing is applied yet.");
  await expect(proposed).toContainText("The pump shall reach 9 bar within 3 s.");
  await proposed.getByRole("button", { name: "Accept" }).click();
  await openTab(ana, "RQ");
  await expect(row(ana, "The pump shall reach 9 bar within 3 s.")).toBeVisible();

  // A question about the model is answered from it.
  await ask(ana, "How many modules are there?");
  await expect(messages(ana, "assistant").last()).toContainText("3 modules");

  // A name is completed behind @.
  await field.fill("");
  await field.pressSequentially("What is @grin");
  await expect(chat(ana).getByRole("option", { name: /Grinder/ })).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue(/^What is Grinder\.MD\.\d+ $/);
  await field.press("Enter");
  await expect(messages(ana, "assistant").last()).toContainText("Grinder");

  // What it cannot do it says, and offers what would work on this model.
  await ask(ana, "Book me a table for eight.");
  const offered = messages(ana, "assistant").last().locator(".suggestions button");
  await expect(offered).toHaveCount(3);
  await offered.first().click();
  await expect(field).not.toHaveValue("");
});

test("a name of any length stays inside the conversation: among the sources of an answer and in what is offered", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const name = "The central command tracks the current coordinates of all of the drones that are in the air";
  await project.change(
    { op: "node.create", id: "m", nodeType: "MOD", name, descr: "Tracks.", tempId: "m" },
    { op: "node.create", id: "r", nodeType: "REQ", name: "See drones", descr: "All shall be seen.", tempId: "r" },
    { op: "edge.create", id: "e", edgeType: "relation", source: "m", target: "r" },
  );
  const ana = await doors.open(project.ana, project);
  const right = await chat(ana).evaluate((pane) => pane.getBoundingClientRect().right);
  const inside = async (selector: string): Promise<void> => {
    const all = chat(ana).locator(selector);
    await expect(all.first()).toBeVisible();
    const ends = await all.evaluateAll((found) => found.map((each) => each.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThan(right);
  };
  await inside(".next-steps button");
  await ask(ana, `What is "${name}"?`);
  await inside(".source-list .chip");
});
