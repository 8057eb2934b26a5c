/** Everything that matters is reached without a mouse: this story never uses one. */

import { expect, test } from "./stage";
import { ask, box, chat, drawer, keys, messages, rail, row, table } from "./view";

test("a person who has only a keyboard asks, finds, edits, undoes and looks around", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const { keyboard } = page;

  // Ask: `/` goes to the composer, Enter sends.
  await keyboard.press("/");
  await expect(chat(page).locator(".composer textarea")).toBeFocused();
  await keyboard.type("Create the system Shop");
  await keyboard.press("Enter");
  await expect(chat(page).locator(".applied .lines li")).toHaveCount(1);

  // Find: the palette selects the node on every canvas.
  await keyboard.press("Control+K");
  await keyboard.type("shop");
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText("Shop");
  await keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row(page, "Shop.SY.001")).toHaveAttribute("aria-selected", "true");

  // Edit: to the tables, through the tools into the grid, and a new description.
  await expect(chat(page).locator(".composer textarea")).toBeFocused();
  await keyboard.press("F6"); // out of the composer, where letters are text
  await expect(rail(page)).toBeFocused();
  await keys(page, "g", "t");
  await expect(table(page)).toBeFocused();
  const grid = table(page).getByRole("grid");
  for (let tabs = 0; tabs < 12 && !(await grid.evaluate((element) => element === document.activeElement)); tabs += 1)
    await keyboard.press("Tab");
  await expect(grid).toBeFocused();
  await keyboard.press("ArrowRight"); // the id, which nobody edits
  await keyboard.press("ArrowRight");
  await keyboard.press("F2");
  await keyboard.press("Control+A");
  await keyboard.type("Sells things");
  await keyboard.press("Enter");
  await expect(row(page, "Shop.SY.001")).toContainText("Sells things");

  // Undo and redo, in the grid.
  await expect(grid).toBeFocused();
  await keyboard.press("Control+Z");
  await expect(row(page, "Shop.SY.001")).not.toContainText("Sells things");
  await keyboard.press("Control+Shift+Z");
  await expect(row(page, "Shop.SY.001")).toContainText("Sells things");

  // Look around: the keyboard map, drawers, one canvas alone and all three again.
  await keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(grid).toBeFocused(); // where it was before
  await keyboard.press("F6"); // out of the grid, where letters begin to edit
  await keys(page, "g", "h");
  await expect(drawer(page).getByRole("list", { name: "History" }).getByRole("listitem")).not.toHaveCount(0);
  await keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await keyboard.press("3");
  await expect(table(page)).toHaveCount(0);
  await expect(box(page, "Shop")).toBeVisible();
  await keyboard.press("0");
  await expect(table(page)).toBeVisible();
});

test("[U-618] the search of the page finds how it looks, its languages, the tour, the first steps and the way out", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ben, project);
  const found = page.getByRole("dialog").getByRole("option");
  const pick = async (typed: string, offered: string): Promise<void> => {
    await page.keyboard.press("Control+K");
    await page.keyboard.type(typed);
    await expect(found.first()).toContainText(offered);
    await page.keyboard.press("Enter");
    await expect(found).toHaveCount(0);
  };
  await pick("dark", "Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await pick("light mode", "Light");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await pick("tour", "Show me around");
  await expect(page.locator(".tour")).toBeVisible();
  await page.getByRole("button", { name: "Leave" }).click();
  await chat(page).getByRole("button", { name: "Put away" }).click();
  await expect(chat(page).locator(".checklist")).toHaveCount(0);
  await pick("first steps", "First steps");
  await expect(chat(page).locator(".checklist")).toBeVisible();
  await pick("german", "Deutsch");
  await expect(rail(page).getByRole("button", { name: "Tabellen" })).toBeVisible();
  await pick("english", "English");
  await expect(rail(page).getByRole("button", { name: "Tables" })).toBeVisible();
  await page.keyboard.press("Control+K");
  await page.keyboard.type("log out");
  await expect(found.first()).toContainText("Log out");
});

test("keys reach the last message, its versions, the answer, the problems and the graph", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project, { permissions: ["clipboard-read", "clipboard-write"] });
  const { keyboard } = page;
  await ask(page, "Create the system Shop");
  await expect(chat(page).locator(".applied .lines li")).toHaveCount(1);

  // Up in the empty box changes what was said last; both versions stay.
  await keyboard.press("ArrowUp");
  const edit = chat(page).locator("form.edit textarea");
  await expect(edit).toBeFocused();
  await edit.fill("Create the system Store");
  await keyboard.press("Control+Enter");
  await expect(messages(page, "assistant").last()).toContainText("Store");
  await messages(page, "person").getByRole("button", { name: "Previous version" }).focus();
  await keyboard.press("Alt+ArrowLeft");
  await expect(messages(page, "person")).toHaveText(/Create the system Shop/);

  // What is said now is said in this branch.
  await ask(page, "Create the actor Customer");
  await expect(messages(page, "assistant")).toHaveCount(2);
  await expect(chat(page)).not.toContainText("Create the system Store");

  await keyboard.press("Control+Shift+C");
  await expect(async () =>
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Customer"),
  ).toPass();

  await page.locator(".top h1").click();
  await expect(rail(page).locator("[data-drawer=problems] .count")).toBeVisible(); // what is wrong is found beside the work
  await keyboard.press("u");
  await expect(page.locator(".selection-bar")).toContainText("Link");
  await keyboard.press("l");
  await expect(page.getByRole("dialog")).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keyboard.press("n");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a command gets other keys in the list of keys, keeps them, and is told what another one has", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const { keyboard } = page;
  await rail(page).focus();
  await keyboard.press("?");
  const dialog = page.getByRole("dialog");
  const history = dialog.getByRole("button", { name: "Change the keys of: History" });
  await history.press("Enter");
  await expect(history).toContainText("Press keys …");
  await keys(page, "g", "r");
  await expect(dialog.getByRole("alert")).toHaveText("g r already means: Review. Give that another one first.");
  await history.press("Enter");
  await keyboard.press("Escape"); // leaves the keys as they were, and the dialog open
  await expect(history).toHaveText(/^gh/);
  await history.press("Enter");
  await keys(page, "g", "1");
  await expect(history).toHaveText(/^g1/);
  await expect(history).toBeFocused();
  await keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.reload();
  await rail(page).focus();
  await keys(page, "g", "h");
  await expect(drawer(page)).toHaveCount(0);
  await keys(page, "g", "1");
  await expect(drawer(page)).toContainText("History");
  await keyboard.press("?");
  await dialog.getByRole("button", { name: "Back to g h" }).click();
  await expect(history).toHaveText(/^gh/);
});

test("[U-667] the search box finds what texts hold, below the names, and says while it looks", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    { op: "node.create", id: "a", nodeType: "FUNC", name: "WeighParcel", descr: "Puts it on the scales." },
    { op: "node.create", id: "b", nodeType: "FUNC", name: "Send", descr: "Hands every parcel to the carrier at noon." },
  );
  await project.ana.bring(
    `${project.path}/documents?name=guide.md`,
    "# Guide\n\nA parcel over 30 kg needs two people.\n",
  );
  const page = await doors.open(project.ana, project);
  await ask(page, "Which parcel is heavy?");
  await expect(messages(page, "assistant").first()).toBeVisible();

  const palette = page.getByRole("dialog");
  const options = palette.getByRole("option");
  const asked: string[] = [];
  let letGo = (): void => undefined;
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(/\/search\?/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("q") ?? "");
    await held;
    await route.continue();
  });
  await page.keyboard.press("Control+K");
  await page.keyboard.type("parcel");
  await expect(options.first()).toContainText("WeighParcel"); // by its name, at once
  await expect(palette.getByRole("status")).toHaveText("Looking into the texts …");
  letGo();
  await expect(options.filter({ hasText: "Hands every parcel to the carrier" })).toContainText("Send");
  await expect(options.filter({ hasText: "over 30 kg" })).toContainText("Guide");
  await expect(options.filter({ hasText: "Which parcel is heavy?" }).last()).toContainText("message");
  await expect(palette.getByRole("status")).toHaveCount(0);
  await expect(options.first()).toContainText("WeighParcel");
  expect(asked).toEqual(["parcel"]); // who types on is not asked for each letter

  await options.filter({ hasText: "Hands every parcel" }).click();
  await expect(row(page, "Send.FN.002")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+K");
  await page.keyboard.type("over 30 kg");
  await options.filter({ hasText: "needs two people" }).click();
  await expect(drawer(page).locator(".passage[data-chosen=true]")).toContainText("needs two people");
});

test("[U-627] a dialog that closes takes none with it that was asked for behind it, however fast the keys", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "m");
  await expect(page.getByRole("dialog", { name: "Members" })).toBeVisible();
  // All in one step of the page, before the browser tells that the first one is closed; the other is still to be fetched.
  await page.evaluate(() => {
    document.querySelector("dialog")?.close();
    for (const key of ["g", "a"]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(page.getByRole("dialog", { name: "My account" })).toContainText("Logged in as");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});
