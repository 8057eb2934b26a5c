/** A question in the browser: which story answers, what the answer rests on, and the other story instead. */

import { expect, test } from "./stage";
import { ask, box, chat, graph, messages } from "./view";

test("an answer shows what it rests on, marks what it made up, and the same words can be built instead", async ({
  scripted,
  model,
  doors,
}) => {
  const project = await scripted.project();
  await project.change({
    op: "node.create",
    id: "n1",
    nodeType: "FUNC",
    name: "ValidateOrder",
    descr: "Checks an order.",
  });
  const question = "What happens to an order?";
  model.answers(question, "Orders are checked first [FN1]. ", "Ghosts carry them home [Ghost.FN.077].");
  const ana = await doors.open(project.ana, project);

  await ask(ana, question);

  const answer = messages(ana, "assistant").first();
  await expect(answer.locator("[data-workflow]")).toHaveText("Ask");
  await expect(answer.locator(".chip.wrong")).toContainText("Ghost.FN.077");
  await expect(answer.locator(".chip.wrong")).toHaveAttribute("title", /made it up/);
  await expect(answer.locator(".unsupported")).toHaveText(["no source"]);
  await expect(answer.locator(".cite")).toHaveText(["1"]);
  await expect(answer.getByRole("list", { name: "Sources" }).getByRole("listitem")).toHaveText([/^1.*ValidateOrder$/]);
  await answer.getByRole("button", { name: "Source 1: ValidateOrder" }).hover();
  await expect(box(ana, "ValidateOrder")).toHaveAttribute("data-light", "pointed");
  await ana.mouse.move(0, 0);
  await expect(box(ana, "ValidateOrder")).not.toHaveAttribute("data-light", "pointed");
  await answer.locator(".node-chip").hover();
  await expect(box(ana, "ValidateOrder")).toHaveAttribute("data-light", "pointed");
  await answer.locator(".node-chip").click();
  await expect(answer.locator(".node-chip")).toHaveAttribute("aria-pressed", "true");
  await expect(graph(ana).locator(".react-flow__node.selected")).toContainText("ValidateOrder");

  model.answers(question, "I would have nothing to build.");
  await answer.getByRole("button", { name: "Build this instead" }).click();

  await expect(chat(ana).locator("[data-workflow]")).toHaveText("Build");
  await expect(chat(ana)).toContainText("I would have nothing to build.");
  await expect(chat(ana).locator(".versions").first()).toContainText("2/2");
});

test("what was said last is in sight: while it is written, after a reload, and for whoever asks from further up", async ({
  scripted,
  model,
  doors,
}) => {
  const project = await scripted.project();
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    model.answers(
      `Tell ${number}.`,
      ...Array.from({ length: 30 }, (_, line) => `Line ${line} of ${number}.\n\n`),
      `That was all of ${number}.`,
    );
  const ana = await doors.open(project.ana, project);
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await ask(ana, `Tell ${number}.`);
    await expect(chat(ana).getByText(`That was all of ${number}.`)).toBeInViewport();
  }

  await ana.reload();
  await expect(chat(ana).getByText("That was all of 6.")).toBeInViewport();

  await chat(ana).getByRole("log").hover();
  // What is read again grows for a moment, and whoever is at its end stays there.
  await expect(async () => {
    await ana.mouse.wheel(0, -4_000);
    await expect(chat(ana).getByText("That was all of 6.")).not.toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await ask(ana, "Tell 7.");
  await expect(chat(ana).getByText("That was all of 7.")).toBeInViewport();
});
