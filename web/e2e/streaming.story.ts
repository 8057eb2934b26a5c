/** While an answer is written: who comes late or reloads sees the same, and whoever stops it keeps what was written. */

import { Gate } from "./scriptedModel";
import { expect, test } from "./stage";
import { ask, box, chat, expectSame, messages, openTab, row } from "./view";

const create = (id: string, nodeType: string, Name: string): string =>
  JSON.stringify({ id, type: "create", nodeType, tempId: id, data: { Name, Descr: `${Name}.` } });

test("somebody who comes or reloads at any moment of an answer ends with what the others see", async ({
  scripted,
  model,
  doors,
}) => {
  const [text, ghost] = [new Gate(), new Gate()];
  const question = "A shop with a cart";
  model.answers(
    question,
    ...["I make the shop ", "and its first use case.\n\n", text],
    ...['```json\n{"operations": [', `${create("t1", "SYS", "Shop")},\n`, ghost],
    ...[
      `${create("t2", "UC", "FillCart")},\n`,
      '{"id": "t3", "type": "create-relationship", "relType": "compose", "sourceTempId": "t1", "targetTempId": "t2"}]}\n```\n',
    ],
  );
  const project = await scripted.project();
  const ana = await doors.open(project.ana, project);
  await ask(ana, question);

  const said = "I make the shop and its first use case.";
  await expect(messages(ana, "assistant")).toContainText(said);
  await ana.reload();
  await expect(messages(ana, "assistant")).toContainText(said);
  const ben = await doors.open(project.ben, project);
  await expect(messages(ben, "assistant")).toContainText(said);

  text.open();
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".card.ghost .lines li")).toHaveText(/Shop/);
    await expect(box(page, "Shop")).toHaveAttribute("data-mark", "new");
  }
  await ben.reload();
  await expect(chat(ben).locator(".card.ghost .lines li")).toHaveText(/Shop/);
  await openTab(ben, "SY");
  await expect(row(ben, "Shop.SY.001")).toHaveCount(0); // a ghost is not in the model

  ghost.open();
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".applied .lines li")).toHaveCount(3);
    await expect(chat(page).locator(".card.ghost")).toHaveCount(0);
    await expect(box(page, "FillCart")).not.toHaveAttribute("data-mark");
  }
  await expectSame(ana, ben);
  await ana.reload();
  await expectSame(ana, ben);
  await expectSame(await doors.open(project.ben, project), ana);
});

test("Esc stops an answer at its source and keeps what was written", async ({ scripted, model, doors }) => {
  const never = new Gate();
  const question = "Tell a long story";
  model.answers(question, "Once upon a time there was a model. ", never, "The end.");
  const project = await scripted.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  const left = model.left(question);
  await ask(ana, question);
  for (const page of [ana, ben]) await expect(messages(page, "assistant")).toContainText("Once upon a time");
  const pressed = performance.now();
  await ana.keyboard.press("Escape");
  const passed = (await left) - pressed; // the answer would never come to an end by itself
  for (const page of [ana, ben]) {
    await expect(messages(page, "assistant")).toHaveAttribute("data-status", "stopped");
    await expect(messages(page, "assistant")).toContainText("Once upon a time there was a model.");
    await expect(messages(page, "assistant")).not.toContainText("The end.");
  }
  test.info().annotations.push({
    type: "measured",
    description: `${passed.toFixed(0)} ms from the key to the end of the provider's connection`,
  });
  await ana.reload();
  await expect(messages(ana, "assistant")).toContainText("Once upon a time there was a model.");
  await expectSame(ana, ben);
});
