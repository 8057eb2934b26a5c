/** Models of other people: a file in, looked at and corrected before anything changes, and a file out. */

import { readFile } from "node:fs/promises";
import { expect, test } from "./stage";
import { box, chat, drawer, graph, inspector, keys, noticed, openTab, rail, row } from "./view";

const TABLE = {
  name: "things.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("No,What,Needs\nT1,Pump,T2\nT2,Valve,\n"),
};

test("a table is dropped in, its columns are corrected, and it becomes a proposal", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "f");
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await expect(dialog).toContainText("ReqIF 1.2");
  await dialog.locator("input[type=file]").setInputFiles(TABLE);
  await expect(dialog).toContainText("things.csv: CSV table, 2 elements, 1 relation");
  await expect(dialog).toContainText("guessed, please look");

  await dialog.getByLabel("What the rows of things are").selectOption("MOD");
  await expect(dialog).not.toContainText("guessed, please look");
  await dialog.getByLabel("What What of things means").selectOption("name");
  await expect(dialog.getByLabel("What What of things means")).toHaveValue("name");
  await expect(dialog).toContainText("3 added");
  await dialog.getByRole("button", { name: "Propose it" }).click();

  await expect(dialog).toHaveCount(0);
  await expect(drawer(page)).toContainText("Pump");
  await expect(drawer(page)).toContainText("Valve");
});

test("[U-527] Esc closes a dialog and no key acts behind it, also when what had the focus in it is gone", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "f");
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await dialog.locator("input[type=file]").setInputFiles(TABLE);
  await expect(dialog).toContainText("2 elements, 1 relation");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(box(page, "ShipOrder")).toBeVisible();
});

test("[U-616] sections of an import are groups, and a search shows what it found in a view that draws it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const requirements = [...new Array(60).keys()].map(
    (n) => `[REQUIREMENT]\nUID: RQ-${n}\nTITLE: Rule ${n}\nSTATEMENT: The system shall keep rule ${n}.\n`,
  );
  const sections = ["Usage", "Licences", "Storage"].map(
    (title, at) =>
      `[[SECTION]]\nTITLE: ${title}\n\n${requirements.slice(20 * at, 20 * at + 20).join("\n")}\n[[/SECTION]]\n`,
  );
  const text = `[DOCUMENT]\nTITLE: Rules\n\n${sections.join("\n")}`;
  await keys(page, "g", "f");
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "rules.sdoc", mimeType: "text/plain", buffer: Buffer.from(text) });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  for (const title of ["Usage", "Licences", "Storage"]) await expect(box(page, title)).toContainText("20 elements");
  await expect(graph(page).locator(".react-flow__node")).toHaveCount(3);

  // In a view without requirements the search opens one that has them, opens what hides it, and leads back.
  const view = graph(page).getByLabel("View", { exact: true });
  await view.selectOption("allocation");
  await page.locator("body").press("ControlOrMeta+k");
  await page.keyboard.type("RQ-42");
  await page.keyboard.press("Enter");
  await expect(box(page, "Rule 42")).toBeInViewport();
  await expect(view).toHaveValue("hierarchy");
  await (await noticed(page, "“Rule 42” is shown in Hierarchy"))
    .getByRole("button", { name: "Back to Allocation" })
    .click();
  await expect(view).toHaveValue("allocation");
});

test("a table with the same headers is read as people said of another one, until they forget it", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  const open = async (name: string): Promise<void> => {
    await keys(page, "g", "f");
    await dialog.locator("input[type=file]").setInputFiles({ ...TABLE, name });
    await expect(dialog).toContainText("2 elements, 1 relation");
  };
  await open("may.csv");
  await dialog.getByLabel("What the rows of may are").selectOption("MOD");
  await expect(dialog).not.toContainText("guessed, please look");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await keys(page, "g", "f");
  await dialog.getByText("1 table is remembered").click();
  await dialog.getByText("How may is read").click();
  await dialog.getByLabel("What the rows of may are").selectOption("UC");
  await expect(dialog.getByRole("listitem")).toContainText("may UC");
  // What is said is shown before it is kept.
  const kept = page.waitForResponse((answer) => answer.request().postData()?.includes("MOD") === true);
  await dialog.getByLabel("What the rows of may are").selectOption("MOD");
  await expect(dialog.getByRole("listitem")).toContainText("may MOD");
  await kept;
  await dialog
    .getByRole("button", { name: "Close" })
    .or(dialog.getByRole("button", { name: "Cancel" }))
    .first()
    .click();

  await open("june.csv");
  await expect(dialog).toContainText("read as remembered for this project");
  await expect(dialog.getByLabel("What the rows of june are")).toHaveValue("MOD");
  await dialog.getByRole("button", { name: "Forget" }).click();
  await expect(dialog.getByLabel("What the rows of june are")).toHaveValue("REQ");
  await expect(dialog).toContainText("guessed, please look");
});

test("a cell that is wrong is seen beside its value, and its column can be left out", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await page.locator(".empty input[type=file]").setInputFiles({
    ...TABLE,
    buffer: Buffer.from("No,Type,What\nT1,REQ,Pump\nT2,Gadget,Valve\n"),
  });
  const wrong = dialog.getByRole("cell", { name: "Gadget" });
  await expect(wrong).toContainText("is no element type; use one of SYS, UC");
  await expect(dialog.getByRole("alert")).toContainText("With these cells the file cannot be imported.");
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();

  await dialog.getByLabel("What Type of things means").selectOption("leave out");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test("a file that is no model is refused with what it is, and the same file again changes nothing", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "f");
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ ...TABLE, name: "noise.bin", buffer: Buffer.from([0, 1, 2]) });
  await expect(dialog.getByRole("alert")).toContainText("the file is none of");
  await dialog.locator("input[type=file]").setInputFiles(TABLE);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await keys(page, "g", "f");
  await dialog.locator("input[type=file]").setInputFiles(TABLE);
  await expect(dialog).toContainText("The model says all of it already.");
  await expect(dialog.getByRole("button", { name: "Propose it" })).toBeDisabled();
});

test("the model is taken out in a format whose losses are told before it is saved", async ({ unaided, doors }) => {
  const project = await unaided.project();
  await project.change({ op: "node.create", id: "1", nodeType: "REQ", name: "BeFast", descr: "Within 2 s." });
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "x");
  const dialog = page.getByRole("dialog", { name: "Export the model" });
  await expect(dialog).toContainText("This format holds everything.");
  await dialog.getByLabel("Format").selectOption("format-e");
  await expect(dialog).toContainText("element and relation ids and revisions are not written");
  await dialog.getByLabel("Format").selectOption("reqif");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Save ${project.name}.reqif` }).click();
  expect(await readFile(await (await saving).path(), "utf-8")).toContain('THE-VALUE="BeFast"');
});

test("a file on the first page is looked at like any other before it becomes the model", async ({ unaided, doors }) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await page.locator(".empty input[type=file]").setInputFiles(TABLE);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await expect(dialog).toContainText("2 elements, 1 relation");
  await expect(dialog).toContainText("3 added");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".empty")).toHaveCount(0);
});

test("what a view shows and what is selected go out by themselves, from the palette, and the rest is told", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change(
    { op: "node.create", id: "1", tempId: "s", nodeType: "SYS", name: "Shop" },
    { op: "node.create", id: "2", tempId: "f", nodeType: "FUNC", name: "Pack" },
    { op: "node.create", id: "3", tempId: "m", nodeType: "MOD", name: "Server" },
    { op: "edge.create", id: "4", edgeType: "compose", source: "s", target: "f" },
  );
  const page = await doors.open(project.ana, project);
  const dialog = page.getByRole("dialog", { name: "Export the model" });
  const fromPalette = async (title: string): Promise<void> => {
    await page.locator("body").press("ControlOrMeta+k");
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
  };

  await fromPalette("Export what the view shows");
  await expect(dialog.getByLabel("What")).toHaveValue("hierarchy");
  await dialog.getByLabel("What").selectOption("Allocation");
  await expect(dialog).toContainText("1 element is outside of what was chosen");
  await page.keyboard.press("Escape");

  await page.locator("[data-pane=graph]").getByText("Pack", { exact: true }).click();
  await fromPalette("Export the selection");
  await expect(dialog.getByLabel("What")).toHaveValue("selection");
  await expect(dialog).toContainText("2 elements are outside of what was chosen");
  await expect(dialog).toContainText("1 relation leads out of what was chosen");
  await dialog.getByLabel("Format").selectOption("format-e");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Save ${project.name}.txt` }).click();
  const saved = await readFile(await (await saving).path(), "utf-8");
  expect([saved.includes("Pack|FUNC"), saved.includes("Shop")]).toEqual([true, false]);
});

test("a large file tells how far it is while it is read, and Cancel ends that with nothing changed", async ({
  unaided,
  doors,
}) => {
  const nodes = Array.from({ length: 160_000 }, (_, at) => ({ id: `u${at}`, type: "FUNC", name: `Step ${at}` }));
  const model = JSON.stringify({ format: "neutral-graph/1", nodes, edges: [] });
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await page.locator(".empty input[type=file]").setInputFiles({
    ...{ name: "large.json", mimeType: "application/json" },
    buffer: Buffer.from(model),
  });
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await expect(dialog.getByRole("status")).toContainText(/(Reading|Comparing) large\.json .*… [\d,]+ elements read/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("status")).toHaveCount(0);
  await expect(dialog.getByRole("alert")).toHaveCount(0);

  await dialog.locator("input[type=file]").setInputFiles(TABLE);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  const told = page.getByRole("status").filter({ hasText: "things.csv was imported as revision 1." });
  await expect(told).toContainText(/\d+ elements? (is|are) drawn in the view \w+/);
});

test("a large model tells how far it is while it is written, and Cancel ends that until somebody wants it after all", async ({
  unaided,
  doors,
}) => {
  const nodes = Array.from({ length: 20_000 }, (_, at) => ({ id: `u${at}`, type: "FUNC", name: `Step ${at}` }));
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await page.locator(".empty input[type=file]").setInputFiles({
    ...{ name: "large.json", mimeType: "application/json" },
    buffer: Buffer.from(JSON.stringify({ format: "neutral-graph/1", nodes, edges: [] })),
  });
  const importing = page.getByRole("dialog", { name: "Import a model" });
  await importing.getByRole("button", { name: "Import", exact: true }).click();
  await expect(importing).toHaveCount(0);

  await keys(page, "g", "x");
  const dialog = page.getByRole("dialog", { name: "Export the model" });
  await expect(dialog.getByRole("status")).toContainText(/[\d,]+ of 20,000 elements handed over …|Writing …/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Stopped; nothing was written.");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Write it after all" }).click();
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: `Save ${project.name}.json` }).click();
  const saved = JSON.parse(await readFile(await (await saving).path(), "utf-8"));
  expect(saved.nodes).toHaveLength(20_000);
});

/** A list of requirements as another tool keeps it. */
const list = (...rows: readonly string[]): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name: "list.csv", mimeType: "text/csv" },
  buffer: Buffer.from(`ID,Title,Description,Status,Type\n${rows.join("\n")}\n`),
});
const PUMP = "R1,Pump,The pump shall deliver 2 l of water in a minute,Draft,REQ";
const TANK = "R2,Tank,The tank shall hold 9 l,Draft,REQ";

test("an import says which elements it changes, and its review the words that differ, in the words of people", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  const look = async (...rows: readonly string[]): Promise<void> => {
    await keys(page, "g", "f");
    await dialog.locator("input[type=file]").setInputFiles(list(...rows));
    await expect(dialog).toContainText("2 elements");
  };
  await look(PUMP, TANK);
  await expect(dialog.getByRole("region", { name: "What would change" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toHaveCount(0);

  const offers = chat(page).getByRole("list", { name: "You could say" });
  // They are those of the model as it is: others come a moment after it has changed.
  await expect(async () => {
    const text = await offers.getByRole("button").first().innerText();
    await offers.getByRole("button", { name: text, exact: true }).click({ timeout: 1_000 });
    await expect(chat(page).getByRole("textbox")).toHaveValue(text, { timeout: 1_000 });
  }).toPass();
  await chat(page).getByRole("textbox").blur(); // letters are keys again

  await look(PUMP.replace("2 l", "3 l"), TANK);
  const changes = dialog.getByRole("region", { name: "What would change" });
  await expect(changes.getByRole("listitem")).toHaveCount(1);
  await expect(changes).toContainText("Pump");
  await expect(changes).toContainText("Description: The pump shall deliver 3 l");
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toHaveCount(0);

  await drawer(page).locator("[data-kind=change]").first().click();
  const difference = drawer(page).locator(".difference");
  await expect(difference.getByRole("rowheader")).toHaveText(["Description"]);
  await expect(difference.locator("del")).toHaveText("2 ");
  await expect(difference.locator("ins")).toHaveText("3 ");
  await expect(drawer(page)).not.toContainText("foreign");

  // An edit keeps what the import remembers: the same file again has nothing more to say.
  await drawer(page).getByRole("button", { name: /^Edit/ }).click();
  await expect(drawer(page).getByLabel("Kind", { exact: true })).toBeVisible();
  await expect(drawer(page).locator(".edit-change")).not.toContainText("foreign");
  await drawer(page).getByLabel("Kind", { exact: true }).selectOption("quality");
  await drawer(page).getByRole("button", { name: "Save" }).click();
  await expect(difference.getByRole("rowheader")).toHaveText(["Description", "Kind"]);
  await drawer(page).getByRole("button", { name: "Accept", exact: true }).click();
  await expect(page.locator(".top .note").first()).toContainText("revision 2");
  await look(PUMP.replace("2 l", "3 l"), TANK);
  await expect(dialog).toContainText("The model says all of it already.");
});

test("[U-691] a file that is looked at stays open when the model begins meanwhile, and is then proposed", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await page.locator(".empty input[type=file]").setInputFiles(TABLE);
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeEnabled();
  await project.change({ op: "node.create", id: "1", nodeType: "FUNC", name: "ShipOrder", descr: "Ships an order." });
  await dialog.getByRole("button", { name: "Propose it" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(drawer(page).getByRole("treegrid", { name: "Review" })).toContainText("import of things.csv");
});

test("notices of a project end with it", async ({ unaided, doors }) => {
  const [one, other] = [await unaided.project(), await unaided.project()];
  const page = await doors.open(one.ana, one);
  const dialog = page.getByRole("dialog", { name: "Import a model" });
  await page.locator(".empty input[type=file]").setInputFiles(TABLE);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator(".toast").getByText("was imported as revision 1").hover(); // so that it does not leave by itself
  await page.evaluate((name) => {
    location.hash = `#/p/${name}`;
  }, other.name);
  await expect(page.locator(".top")).toContainText(other.name);
  await expect(page.locator(".toast")).toHaveCount(0);
});

test("a German page says a value in German, in the inspector, in a history and in a table", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const { speed } = await project.change({
    ...{ op: "node.create", id: "1", nodeType: "REQ", name: "Speed", descr: "It is fast.", tempId: "speed" },
    attributes: { kind: "quality" },
  });
  await project.change({ op: "node.update", id: "2", ref: speed, set: { attributes: { kind: "constraint" } } });
  const page = await doors.open(project.ana, project, { locale: "de-DE" });
  await rail(page).getByRole("button", { name: "Inspektor" }).click();
  await box(page, "Speed").click();
  const field = inspector(page).getByLabel("Art", { exact: true });
  await expect(field).toHaveValue("constraint");
  await expect(field.getByRole("option")).toContainText(["funktional", "Qualität", "Randbedingung"]);
  await expect(inspector(page)).toContainText("Art: Qualität → Randbedingung");
  await rail(page).getByRole("button", { name: "Tabellen" }).click();
  await openTab(page, "RQ");
  await expect(row(page, "Speed").getByRole("gridcell", { name: "Randbedingung", exact: true })).toBeVisible();
});
