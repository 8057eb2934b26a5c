/** The founding example word for word: one sentence becomes a system with a use case, on every canvas of every screen. */

import { expect, test } from "./stage";
import { ask, box, chat, expectSame, graph, messages, openTab, row, table } from "./view";

const SENTENCE = "Ich möchte ein Bestellsystem mit dem Use Case 'Bestellung aufgeben' erstellen";

/** The answer of the language model as the seed prints it. */
const ANSWER = JSON.stringify({
  textResponse: "Ich habe das System 'OrderSystem' mit dem Use Case 'PlaceOrder' erstellt und sie verbunden.",
  operations: [
    {
      id: "op-001",
      type: "create",
      nodeType: "SYS",
      tempId: "temp-ordersystem",
      data: { Name: "OrderSystem", Descr: "System for order management" },
      dependsOn: [],
    },
    {
      id: "op-002",
      type: "create",
      nodeType: "UC",
      tempId: "temp-placeorder",
      data: { Name: "PlaceOrder", Descr: "Customer places an order" },
      dependsOn: [],
    },
    {
      id: "op-003",
      type: "create-relationship",
      relType: "compose",
      sourceTempId: "temp-ordersystem",
      targetTempId: "temp-placeorder",
      dependsOn: ["op-001", "op-002"],
    },
  ],
});

test("the sentence of section 11 builds the system on both screens, answered by the language model's words", async ({
  scripted,
  model,
  doors,
}) => {
  model.answers(SENTENCE, ANSWER);
  const project = await scripted.project();
  const [ana, ben] = await Promise.all([
    doors.open(project.ana, project, { locale: "de-DE" }),
    doors.open(project.ben, project),
  ]);
  await ask(ana, SENTENCE);
  for (const page of [ana, ben]) {
    await expect(messages(page, "person")).toContainText(SENTENCE);
    await expect(messages(page, "assistant")).toContainText(
      "Ich habe das System 'OrderSystem' mit dem Use Case 'PlaceOrder' erstellt und sie verbunden.",
    );
    await expect(chat(page).locator(".applied .lines li")).toHaveCount(3);
    await openTab(page, "SY");
    await expect(row(page, "OrderSystem.SY.001")).toContainText("System for order management");
    await openTab(page, "UC");
    await expect(row(page, "PlaceOrder.UC.001")).toContainText("Customer places an order");
    await expect(table(page).getByRole("tab").nth(-2)).toContainText("1");
    await expect(box(page, "OrderSystem")).toBeVisible();
    await expect(box(page, "PlaceOrder")).toBeVisible();
    await expect(graph(page).locator("svg [data-relation]")).toHaveCount(1);
  }
  await expectSame(ana, ben);
});

test("the sentence of section 11 builds the system without key or network", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  await ask(ben, SENTENCE);
  for (const page of [ana, ben]) {
    await expect(chat(page).locator(".applied .lines li")).toHaveCount(3);
    await openTab(page, "SY");
    await expect(row(page, "Bestellsystem.SY.001")).toBeVisible();
    await openTab(page, "UC");
    await expect(row(page, "BestellungAufgeben.UC.001")).toContainText("Bestellung aufgeben");
    await expect(box(page, "Bestellsystem")).toBeVisible();
    await expect(box(page, "Bestellung aufgeben")).toBeVisible();
  }
  await expectSame(ana, ben);
});
