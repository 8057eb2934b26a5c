/** A question in the browser: which story answers, what the answer rests on, and the other story instead. */

import { expect, test } from "./stage";
import { ask, chat, graph, messages } from "./view";

test("an answer shows what it rests on, marks what it made up, and the same words can be built instead", async ({ scripted, model, doors }) => {
  const project = await scripted.project();
  await project.change({ op: "node.create", id: "n1", nodeType: "FUNC", name: "ValidateOrder", descr: "Checks an order." });
  const question = "What happens to an order?";
  model.answers(question, "Orders are checked first [FN1]. ", "Ghosts carry them home [Ghost.FN.077].");
  const ana = await doors.open(project.ana, project);

  await ask(ana, question);

  const answer = messages(ana, "assistant").first();
  await expect(answer.locator("[data-story]")).toHaveText("Ask", { timeout: 30_000 }); // the first question of a server loads what it searches with
  await expect(answer.locator(".chip.wrong")).toContainText("Ghost.FN.077");
  await expect(answer.locator(".chip.wrong")).toHaveAttribute("title", /made it up/);
  await expect(answer.locator(".unsupported")).toHaveText(["no source"]);
  await answer.locator(".node-chip").click();
  await expect(answer.locator(".node-chip")).toHaveAttribute("aria-pressed", "true");
  await expect(graph(ana).locator(".react-flow__node.selected")).toContainText("ValidateOrder");

  model.answers(question, "I would have nothing to build.");
  await answer.getByRole("button", { name: "Build this instead" }).click();

  await expect(chat(ana).locator("[data-story]")).toHaveText("Build");
  await expect(chat(ana)).toContainText("I would have nothing to build.");
  await expect(chat(ana).locator(".versions").first()).toContainText("2/2");
});
