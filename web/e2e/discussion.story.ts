/** A discussion with two people in the room: set up, heard live, steered, asked about, voted on, decided, and turned into changes. */

import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import axe from "axe-core";
import { Gate, type ScriptedModel } from "./scriptedModel";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, graph, keys, openTab, row } from "./view";

const PICTURES = process.env.GRAPHWRIGHT_PICTURES ?? "node_modules/.e2e-pictures";
const ballot = (
  votes: Readonly<Record<string, readonly [stance: string, reason: string, ...more: object[]]>>,
): string =>
  JSON.stringify({
    votes: Object.entries(votes).map(([claim, [stance, reason, more]]) => ({ claim, stance, reason, ...more })),
  });
const agree = (...claims: string[]): Parameters<typeof ballot>[0] =>
  Object.fromEntries(claims.map((claim) => [claim, ["agree", "It follows from the model."] as const]));

/** Two rounds of three; `first` and `second` hold the Analyzer and the Solver back. */
function script(model: ScriptedModel, first: Gate, second: Gate): void {
  const create = JSON.stringify({
    operations: [
      {
        id: "op1",
        type: "create",
        nodeType: "MOD",
        tempId: "t1",
        data: { Name: "Payments", Descr: "Takes the money." },
      },
    ],
  });
  const unsure = { question: "How many shops share the payment?", options: ["Only this one", "Several"] };
  model.answers(
    "[argue | Analyzer | round 1 |",
    "Ordering needs the money **before** it ships (Shop.SY.001).\n\n",
    first,
    "Claim: Payment and ordering change for different reasons.",
  );
  model.answers(
    "[argue | Solver | round 1 |",
    "I would part them, Ben's refunds speak for it.\n\n",
    second,
    `Claim: A module of its own costs one interface.\n\n\`\`\`json\n${create}\n\`\`\`\n`,
  );
  model.answers("Answer it in a short turn.", "One provider is enough for a start.");
  model.answers(
    "[argue | Moderator | round 1 |",
    "They are near to each other; what is missing is how many shops share the payment.\n\nClaim: Refunds belong to the payment.",
  );
  model.answers("[vote | Analyzer | round 1", ballot(agree("1.1", "2.1", "3.1")));
  model.answers(
    "[vote | Solver | round 1",
    ballot({
      ...agree("1.1"),
      "2.1": ["needInformation", "It depends on the number of shops.", unsure],
      "3.1": ["object", "Ordering starts every refund."],
    }),
  );
  model.answers(
    "[vote | Moderator | round 1",
    ballot({
      ...agree("1.1"),
      "2.1": ["agree", "One interface is little."],
      "3.1": [
        "needInformation",
        "Who starts a refund?",
        { question: "Who starts a refund?", options: ["The customer", "The shop"] },
      ],
    }),
  );
  model.answers("[argue | Analyzer | round 2 |", "Several shops share it, so it stands alone.");
  model.answers("[argue | Solver | round 2 |", "Then I have nothing against it.");
  model.answers("[argue | Moderator | round 2 |", "We have it.");
  for (const name of ["Analyzer", "Moderator"]) model.answers(`[vote | ${name} | round 2`, ballot(agree("2.1", "3.1")));
  model.answers(
    "[vote | Solver | round 2",
    ballot({ ...agree("2.1"), "3.1": ["object", "Ordering still starts every refund."] }),
  );
  model.answers(
    "[close | Moderator |",
    JSON.stringify({
      decision: "Payment becomes a module of its own beside Shop.SY.001.",
      minority: "The Solver would leave refunds with ordering.",
      takes: ["2"],
    }),
  );
}

const openPart = (page: Page, name: string): Promise<void> =>
  drawer(page).getByRole("button", { name, exact: true }).click();
const turns = (page: Page): ReturnType<Page["locator"]> => drawer(page).locator(".turn:not(.last-word) > header");
const say = async (page: Page, text: string, to = "everybody"): Promise<void> => {
  await drawer(page)
    .locator(".steering select")
    .selectOption(to === "everybody" ? "" : to);
  await drawer(page).locator(".steering textarea").fill(text);
  await drawer(page).locator(".steering textarea").press("Enter");
};

async function look(page: Page, name: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), animations: "disabled" });
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect
      .soft(
        violations.flatMap(({ id, nodes }) =>
          nodes.map((node) => `${name} ${colorScheme}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
        ),
      )
      .toEqual([]);
  }
}

test("two people hear, steer and answer a discussion, and turn its decision into changes", async ({
  scripted,
  model,
  doors,
}) => {
  test.setTimeout(240_000);
  const [first, second] = [new Gate(), new Gate()];
  script(model, first, second);
  const project = await scripted.project();
  await project.change({
    op: "node.create",
    id: "1",
    tempId: "shop",
    nodeType: "SYS",
    name: "Shop",
    descr: "Sells things",
  });
  const ana = await doors.open(project.ana, project);
  const ben = await doors.open(project.ben, project, { viewport: { width: 390, height: 844 }, locale: "de" });

  const owner = await ana.locator(".top .account").innerText();

  // How it is held is chosen beside the composer.
  await chat(ana).getByLabel("Kind of answer").selectOption("discuss");
  await chat(ana).getByRole("button", { name: "3 voices, 3 rounds" }).click();
  await ana.getByLabel("Rounds, at most").fill("0");
  await expect(ana.getByRole("dialog")).toContainText("Rounds is a number from 1 to 200.");
  await ana.getByLabel("Rounds, at most").fill("1");
  await look(ana, "discussion-setup");
  await ana.getByRole("button", { name: "Done" }).click();
  await ask(ana, "Should payment and ordering be one module?");

  // Everybody hears the same turn while it is spoken, and may say something to it.
  await keys(ben, "g", "d");
  for (const [page, live, place, conversation] of [
    [ana, "speaking now", "Turn 1", "Conversation"],
    [ben, "spricht gerade", "Beitrag 1", "Gespräch"],
  ] as const) {
    await expect(drawer(page).locator(".turn[data-live=true]")).toContainText(
      /Ordering needs the money before it ships/,
    );
    await expect(turns(page)).toHaveText([`Analyzer${place}${live}`]);
    await openPart(page, conversation);
    await expect(turns(page)).toHaveText([`Analyzer${place}${live}`]);
  }
  await say(ben, "Denkt an die Erstattungen an Shop.SY.001.");
  await drawer(ana).getByRole("button", { name: "More about this discussion" }).click();
  await drawer(ana).getByRole("button", { name: "Add 1 round" }).click();
  await expect(drawer(ben)).toContainText(`${owner} hat 1 Runde hinzugefügt`);
  await ben.reload();
  await expect(drawer(ben).locator(".turn[data-live=true]")).toContainText("Ordering needs the money");
  first.open();
  await expect(drawer(ana).locator(".turn[data-live=true] > header")).toHaveText(/Solver/);
  await say(ana, "Is one payment provider enough?", "Analyzer");
  await look(ana, "discussion-live");
  await look(ben, "discussion-live-narrow");
  second.open();

  // The round is voted on; what only people know is asked, and somebody answers.
  for (const page of [ana, ben])
    await expect(drawer(page).locator(".form-card")).toContainText("How many shops share the payment?");
  await expect(turns(ana)).toHaveText([
    "AnalyzerTurn 1",
    "Ben",
    "SolverTurn 2",
    owner,
    "AnalyzerAnswer 2+1",
    "ModeratorTurn 3",
  ]);
  const votes = drawer(ana).getByRole("table").first();
  await expect(votes.getByRole("row")).toHaveText([
    "ClaimAnalyzerSolverModerator",
    /^1\.1 Payment and ordering.*✓ agrees.*✓ agrees.*✓ agrees/,
    /^2\.1 A module of its own.*✓ agrees.*\? needs information.*How many shops.*✓ agrees/,
    /^3\.1 Refunds belong.*✓ agrees.*✗ objects.*Ordering starts every refund.*\? needs information/,
  ]);
  await look(ana, "discussion-votes");

  // On the board each claim stands with who holds it, what a person said stands beside them, and elements light up.
  await openPart(ana, "Board");
  const group = (name: string): Locator => drawer(ana).getByRole("region", { name });
  await expect(drawer(ana).locator(".board-group > h3")).toHaveText([
    "Agreed by all 1",
    "Disputed 1",
    "Open 1",
    "From people 2",
  ]);
  await expect(group("Disputed").locator(".claim")).toContainText("Refunds belong to the payment.");
  await expect(group("Disputed").locator(".stances > *")).toHaveText([
    "Analyzer agrees",
    "Solver objects",
    "Moderator needs information",
  ]);
  await group("Disputed").locator("summary").press("Enter");
  await expect(group("Disputed").locator(".claim")).toContainText("Solver: Ordering starts every refund.");
  await expect(group("From people").locator(".claim").first()).toHaveText(/Denkt an die Erstattungen an .*Shop/);
  await group("From people").locator(".node-chip").hover();
  await expect(box(ana, "Shop")).toHaveAttribute("data-light", "pointed");
  await look(ana, "discussion-board");
  await group("Agreed by all").getByRole("button", { name: "Show turn 1" }).click();
  await expect(drawer(ana).locator(".turn").filter({ hasText: "Turn 1" })).toBeFocused();
  const form = drawer(ben).locator(".form-card");
  await form.getByRole("radio", { name: "Several" }).check();
  await form.getByRole("radio", { name: "The customer" }).check();
  await form.getByRole("button", { name: "Antworten" }).click();

  // What stays open at the end is asked once more; left open, it stands in the record beside the minority's view.
  await expect(drawer(ana).locator(".form-card:not(.answered)")).toContainText("How shall the discussion go on?");
  await drawer(ana).locator(".form-card:not(.answered)").getByRole("button", { name: "Answer", exact: true }).click();
  await expect(drawer(ana).locator(".pane-bar .badge")).toHaveText("Ended: rounds or budget used up");
  await expect(drawer(ana).locator(".last-word")).toContainText("Payment becomes a module of its own");
  await drawer(ana).getByRole("button", { name: "Read the decision" }).click();
  const decision = ana.getByRole("article", { name: "Decision" });
  await expect(drawer(ana)).toHaveCount(0);
  await expect(decision).toContainText("The Solver would leave refunds with ordering.");
  await expect(decision.locator(".points").last()).toContainText("Refunds belong to the payment.");
  await look(ana, "discussion-decision");
  await ben.locator("body").press("b");
  await expect(ben.locator(".decision-record")).toContainText("Minderheitsmeinung");
  await look(ben, "discussion-decision-narrow");

  // It has an address, under which somebody else reads it alone, and so it goes onto paper.
  await expect(ana).toHaveURL(/show=decision,chat.*discussion=/);
  const other = await doors.open(project.ben, project);
  await other.goto(ana.url());
  await expect(other.getByRole("article", { name: "Decision" })).toContainText("Payment becomes a module of its own");
  await other.emulateMedia({ media: "print" });
  await expect(other.locator(".print-head")).toBeVisible();
  await expect(other.getByRole("article", { name: "Decision" })).toBeVisible();
  await expect(chat(other).locator(".composer")).toBeHidden();

  await decision.getByRole("button", { name: "Show in the diagram" }).click();
  await expect(graph(ana).locator(".react-flow__node.selected")).toContainText("Shop");
  await expect(ana).not.toHaveURL(/decision/);
  await ana.goBack();
  const file = ana.waitForEvent("download");
  await decision.getByRole("link", { name: "Markdown" }).click();
  expect((await file).suggestedFilename()).toBe("decision.md");
  await decision.getByRole("button", { name: "Show turn 2" }).click();
  await expect(drawer(ana).locator(".turn").filter({ hasText: "Turn 2" })).toBeFocused();

  // Its changes are reviewed like any others.
  await ana.locator("body").press("b");
  await expect(decision).toBeVisible();
  await decision.getByRole("button", { name: "Open the proposal in Review" }).click();
  const tray = drawer(ana).getByRole("treegrid", { name: "Review" });
  await expect(tray).toContainText("Payments");
  await tray.press("Control+Enter");
  await ana.locator("body").press("0");
  await openTab(ana, "MD");
  await expect(row(ana, "Payments.MD.001")).toBeVisible();
});

test("anybody may let a discussion end after the turn that is being spoken", async ({ scripted, model, doors }) => {
  const gate = new Gate();
  model.answers("[argue | Risk | round 1 |", "There is a risk.\n\n", gate, "Claim: It may fail.");
  const project = await scripted.project();
  const ana = await doors.open(project.ana, project);
  await chat(ana).getByLabel("Kind of answer").selectOption("discuss");
  await chat(ana)
    .getByRole("button", { name: /voices/ })
    .click();
  await ana.getByRole("button", { name: "Remove Moderator" }).click();
  await ana.getByRole("group", { name: "Solver" }).getByLabel("Name").fill("Risk");
  await ana.getByRole("button", { name: "Let Risk speak earlier" }).click();
  await ana.getByRole("button", { name: "Done" }).click();
  await ask(ana, "What if the payment provider is down?");
  await openPart(ana, "Conversation");
  await expect(turns(ana)).toHaveText(["RiskTurn 1speaking now"]);
  await drawer(ana).locator(".discussion-body").press("q");
  await expect(drawer(ana).locator(".steering")).toContainText("asked for the end after this turn");
  gate.open();
  await expect(drawer(ana).locator(".pane-bar .badge")).toHaveText("Ended: stopped by a person");
  await expect(turns(ana)).toHaveText(["RiskTurn 1"]);
});

test("two people vote on claims by keyboard, see each other's votes, and find them beside the decision", async ({
  scripted,
  model,
  doors,
}) => {
  const gate = new Gate();
  model.answers("[argue | Analyzer | round 1 |", "Part them.\n\nClaim: Payment stands alone.");
  model.answers("[argue | Solver | round 1 |", "Agreed.\n\n", gate, "Claim: It costs one interface.");
  model.answers("[argue | Moderator | round 1 |", "Good.");
  for (const name of ["Analyzer", "Solver", "Moderator"])
    model.answers(`[vote | ${name} | round 1`, ballot(agree("1.1", "2.1")));
  model.answers("[close | Moderator |", JSON.stringify({ decision: "They are parted.", minority: "" }));
  const project = await scripted.project();
  const ana = await doors.open(project.ana, project);
  const ben = await doors.open(project.ben, project, { viewport: { width: 390, height: 844 }, locale: "de" });
  await chat(ana).getByLabel("Kind of answer").selectOption("discuss");
  await chat(ana)
    .getByRole("button", { name: /voices/ })
    .click();
  await ana.getByLabel("Rounds, at most").fill("1");
  await ana.getByRole("dialog").getByText("Ask people what the personas cannot settle").click();
  await ana.getByRole("button", { name: "Done" }).click();
  await ask(ana, "Should payment and ordering be parted?");
  await keys(ben, "g", "d");

  // While the next persona speaks somebody objects, by keys alone; the focus goes along to the other column.
  const claim = (page: Page, text: string): Locator => drawer(page).locator(".claim").filter({ hasText: text });
  const objection = claim(ben, "Payment stands alone.").getByRole("button", { name: "Dagegen" });
  await objection.focus();
  await ben.keyboard.press("Space");
  await expect(objection).toHaveAttribute("aria-pressed", "true");
  await expect(drawer(ben).locator(".board-group > h3")).toHaveText(["Umstritten 1"]);
  await expect(objection).toBeFocused();
  await ben.keyboard.press("Tab");
  await ben.keyboard.type("Wer zahlt das?");
  await ben.keyboard.press("Enter");

  // The other sees it at once, as one more voice, and votes too.
  await expect(claim(ana, "Payment stands alone.").locator(".stances > *")).toHaveText([
    "Analyzer no vote",
    "Solver no vote",
    "Moderator no vote",
    "Ben objects",
  ]);
  await claim(ana, "Payment stands alone.").locator("summary").click();
  await expect(claim(ana, "Payment stands alone.")).toContainText("Ben: Wer zahlt das?");
  await claim(ana, "Payment stands alone.").getByRole("button", { name: "Agree" }).click();
  await expect(claim(ben, "Payment stands alone.").locator(".stances > *")).toHaveCount(5);
  await look(ana, "discussion-vote");
  await look(ben, "discussion-vote-narrow");
  gate.open();

  // The decision was made with the objection; a vote after it says so, and one that is taken back is none.
  await expect(drawer(ana).locator(".pane-bar .badge")).toHaveText("Ended: rounds or budget used up");
  await expect(drawer(ana).locator(".board-group > h3")).toHaveText(["Agreed by all 1", "Disputed 1"]);
  await claim(ana, "It costs one interface.").getByRole("button", { name: "Object" }).click();
  await expect(claim(ben, "It costs one interface.").locator(".stances > *").last()).toContainText(
    "widerspricht (nach der Entscheidung)",
  );
  await claim(ana, "Payment stands alone.").getByRole("button", { name: "Agree" }).click();
  await expect(claim(ben, "Payment stands alone.").locator(".stances > *")).toHaveCount(4);
  await ana.locator("body").press("b");
  const decision = ana.getByRole("article", { name: "Decision" });
  await expect(decision.locator(".points").first()).toContainText("Ben objects: Wer zahlt das?");
  await expect(decision.locator(".arguments")).toContainText("objects (after the decision)");
  await look(ana, "discussion-vote-decision");
});
