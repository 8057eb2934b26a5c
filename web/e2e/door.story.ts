/** Getting in and being shown out. */

import { expect, isLive, test } from "./stage";
import { chat, keys } from "./view";

const PASSWORD = "a long enough password";

test("a one-time link lets somebody in once, and leaves the address bar at once", async ({ unaided, doors }) => {
  const { server } = unaided;
  const project = await unaided.project();
  const link = `${server.origin}/#ticket=${await server.ticket("Cleo", project.name)}`;
  const cleo = await doors.enter(server.origin);
  await cleo.goto(link);
  // The link works once, so the first thing is a password; then, having one project, straight into it.
  await expect(cleo.getByLabel("New password")).toBeFocused();
  await cleo.keyboard.type(PASSWORD);
  await cleo.keyboard.press("Tab");
  await cleo.keyboard.type("another password");
  await expect(cleo.getByRole("alert")).toContainText("two different passwords");
  await cleo.reload();
  await cleo.getByLabel("New password").fill(PASSWORD);
  await cleo.getByLabel("The same once more").fill(PASSWORD);
  await cleo.keyboard.press("Enter");
  await isLive(cleo);
  await expect(cleo).toHaveURL(new RegExp(`^${server.origin}/#/p/${project.name}(\\?|$)`));
  await expect(cleo.getByRole("list", { name: "People here" })).toContainText("Cleo (you)");

  const thief = await doors.enter(server.origin);
  await thief.goto(link);
  await expect(thief.getByRole("alert")).toContainText("used already");
  await expect(thief.getByLabel("Password")).toBeVisible();
});

test("whoever loses access is shown out of the open project at once, and does not find it again", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ben = await doors.open(project.ben, project);
  await project.ana.ask("PUT", `${project.path}/members`, { name: "Ben", access: "viewer" });
  await expect(ben.locator(".composer textarea")).toBeDisabled();
  await project.ana.ask("PUT", `${project.path}/members`, { name: "Ben", access: null });
  await expect(ben.locator(".frame").getByRole("alert")).toBeVisible();
  await ben.goto(`${project.ben.origin}/#/`);
  await expect(ben.getByRole("heading", { name: "Projects" })).toBeVisible();
  await expect(ben.getByRole("button", { name: new RegExp(`^${project.name} `) })).toHaveCount(0);
});

test("an admin invites, changes and removes people, who keep their own password, all by keyboard", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project, { permissions: ["clipboard-read", "clipboard-write"] });
  await keys(ana, "g", "m");
  const members = ana.getByRole("dialog", { name: "Members" });
  await expect(members.getByRole("textbox", { name: "Name" })).toBeFocused();
  await ana.keyboard.type("Dora");
  await ana.keyboard.press("Enter");
  const link = members.getByRole("textbox", { name: "Link for Dora" });
  await expect(link).toBeFocused();
  await expect(members).toContainText("Invited; the link works until");
  await ana.keyboard.press("Tab");
  await ana.keyboard.press("Enter");
  await expect.poll(() => ana.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());

  const dora = await doors.enter(unaided.server.origin);
  await dora.goto(await link.inputValue());
  await dora.getByLabel("New password").fill(PASSWORD);
  await dora.getByLabel("The same once more").fill(PASSWORD);
  await dora.keyboard.press("Enter");
  await isLive(dora);

  await members.getByLabel("Access of Dora").selectOption("viewer");
  await expect(chat(dora).locator(".composer textarea")).toBeDisabled();
  await keys(dora, "g", "m");
  await expect(dora.getByRole("dialog", { name: "Members" })).toContainText("Only admins");
  await expect(dora.getByLabel("Access of Ben")).toBeDisabled();
  await dora.keyboard.press("Escape");
  await expect(dora.getByRole("dialog")).toHaveCount(0);

  // Her own password: a wrong one is told where she typed it; then out, and in again with her name.
  await keys(dora, "g", "a");
  const account = dora.getByRole("dialog", { name: "My account" });
  await account.getByLabel("Password so far").fill("something else");
  await account.getByLabel("New password").fill(`${PASSWORD} 2`);
  await account.getByLabel("The same once more").fill(`${PASSWORD} 2`);
  await dora.keyboard.press("Enter");
  await expect(account.getByRole("alert")).toContainText("the password so far is another one");
  await account.getByLabel("Password so far").fill(PASSWORD);
  await dora.keyboard.press("Enter");
  await expect(account.getByRole("status")).toContainText("saved");
  // However slow the answer, the way in is shown once: not before the page has started over.
  let shownEarly = false;
  await dora.route("**/api/session", async (route) => {
    if (route.request().method() !== "DELETE") return route.fallback();
    const response = await route.fetch();
    await expect(ana.locator('[aria-label="People here"]')).not.toContainText("Dora");
    shownEarly = await dora.getByLabel("Password", { exact: true }).isVisible();
    await route.fulfill({ response });
  });
  await account.getByRole("button", { name: "Log out" }).click();
  await dora.getByRole("textbox", { name: "Name", exact: true }).fill("dora");
  await dora.getByLabel("Password").fill(`${PASSWORD} 2`);
  await dora.keyboard.press("Enter");
  await expect(dora.locator(".frame")).toBeVisible();
  expect(shownEarly).toBe(false);

  await members.getByRole("button", { name: "Remove Dora" }).click();
  await members.getByRole("button", { name: "Remove Dora for good?" }).click();
  await expect(members.getByRole("listitem").filter({ hasText: "Dora" })).toHaveCount(0);
  await expect(dora.locator(".frame").getByRole("alert")).toBeVisible();

  // Somebody invited whose link is withdrawn does not come in.
  await members.getByRole("textbox", { name: "Name" }).fill("Emil");
  await ana.keyboard.press("Enter");
  const spent = await members.getByRole("textbox", { name: "Link for Emil" }).inputValue();
  await members.getByRole("button", { name: "Withdraw link of Emil" }).click();
  await expect(members).toContainText("there is no link any more");
  const emil = await doors.enter(unaided.server.origin);
  await emil.goto(spent);
  await expect(emil.getByRole("alert")).toContainText("used already");
});

test("an API token opens one project until it is ended", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project);
  await ana.getByRole("button", { name: "My account" }).click();
  const account = ana.getByRole("dialog", { name: "My account" });
  await account.getByLabel("Project").selectOption(project.name);
  await account.getByRole("button", { name: "Make a token" }).click();
  const token = await account.getByLabel("The token; it is shown only now").inputValue();
  const status = async (): Promise<number> =>
    (await fetch(`${project.ana.origin}${project.path}`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);
  await account.getByRole("listitem").filter({ hasText: project.name }).getByRole("button", { name: /^End / }).click();
  await expect(account).toContainText("There is no token.");
  expect(await status()).toBe(401);
});

test("a person takes their data along, and the owner deletes them, whose name is gone from what was written", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.ana.ask("PUT", `${project.path}/members`, { name: "Zacharias", access: "editor" });
  const link = `${unaided.server.origin}/#ticket=${await unaided.server.ticket("Zacharias", project.name)}`;
  const zacharias = await doors.enter(unaided.server.origin);
  await zacharias.goto(link);
  await zacharias.getByLabel("New password").fill(PASSWORD);
  await zacharias.getByLabel("The same once more").fill(PASSWORD);
  await zacharias.keyboard.press("Enter");
  await isLive(zacharias);
  await keys(zacharias, "g", "a");
  const data = zacharias.waitForEvent("download");
  await zacharias.getByRole("link", { name: "Download my data" }).click();
  expect((await data).suggestedFilename()).toBe("my-data.jsonl");

  const owner = await doors.open(project.ana, project);
  await owner.getByRole("button", { name: "My account" }).click();
  const account = owner.getByRole("dialog", { name: "My account" });
  await account.getByRole("button", { name: "Delete Zacharias …" }).click();
  await expect(account).toContainText("Account, log-ins (1)");
  const gone = account.getByRole("button", { name: "Delete for good" });
  await account.getByLabel("Type Zacharias to delete this person").fill("zacharias");
  await expect(gone).toBeDisabled();
  await account.getByLabel("Type Zacharias to delete this person").fill("Zacharias");
  await gone.click();
  await expect(account).toContainText("They are called “deleted person");
  await expect(account.getByRole("button", { name: "Delete Zacharias …" })).toHaveCount(0);
  await zacharias.reload();
  await expect(zacharias.getByRole("textbox", { name: "Name", exact: true })).toBeVisible();
  await expect(zacharias.locator(".frame")).toHaveCount(0);
});

test("what was read of the members before somebody was invited does not take their link away again", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project);
  let letGo: () => void = () => undefined;
  const invited = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let held = 0;
  await ana.route("**/members", async (route) => {
    if (route.request().method() !== "GET" || held++ > 0) return route.fallback();
    const response = await route.fetch();
    await invited;
    await route.fulfill({ response });
  });
  await keys(ana, "g", "m");
  const members = ana.getByRole("dialog", { name: "Members" });
  await members.getByRole("textbox", { name: "Name" }).fill("Fay");
  await ana.keyboard.press("Enter");
  await expect(members.getByRole("textbox", { name: "Link for Fay" })).toBeVisible();
  const late = ana.waitForResponse((response) => response.url().endsWith("/members"));
  letGo();
  await late;
  await expect(members.locator("ul")).toHaveAttribute("aria-busy", "false");
  await expect(members.getByRole("button", { name: "Withdraw link of Fay" })).toBeVisible();

  // Nor does a change that is still being answered keep anybody from inviting.
  let answer: () => void = () => undefined;
  const awaited = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await ana.route("**/members", async (route) => {
    if (route.request().postData()?.includes("personId")) await awaited;
    await route.fallback();
  });
  await members.getByLabel("Access of Ben").selectOption("viewer");
  await members.getByRole("textbox", { name: "Name" }).fill("Gil");
  await ana.keyboard.press("Enter");
  await expect(members.getByRole("textbox", { name: "Link for Gil" })).toBeVisible();
  answer();
  await expect(members.locator("ul")).toHaveAttribute("aria-busy", "false");
  await expect(members.getByLabel("Access of Ben")).toHaveValue("viewer");
});
