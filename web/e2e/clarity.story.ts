/** What a requirement leaves open: asked in the inspector, answered with a new text, seen by everybody, undone like any change. */

import { expect, test } from "./stage";
import { box, inspector, rail } from "./view";

test("a vague requirement is asked about, said anew by a person, and the question is gone", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  await project.change({
    op: "node.create",
    id: "1",
    nodeType: "REQ",
    name: "Speed",
    descr: "The shop shall ship fast when it rains.",
  });
  const [ana, ben] = await Promise.all([doors.open(project.ana, project), doors.open(project.ben, project)]);
  for (const page of [ana, ben]) {
    await box(page, "Speed").click();
    await rail(page).getByRole("button", { name: "Inspector" }).click();
    await expect(inspector(page).locator(".questions")).toContainText("What does “fast” mean here?");
  }

  await inspector(ana).getByRole("button", { name: "within 2 s" }).click();
  const text = inspector(ana).getByLabel("New text");
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("The shop shall ship within 2 s when it rains.");
  await text.fill("The shop shall ship within 20 s when it rains.");
  await inspector(ana).getByRole("button", { name: "Save" }).click();

  for (const page of [ana, ben]) {
    await expect(inspector(page).getByLabel("Description")).toHaveValue(
      "The shop shall ship within 20 s when it rains.",
    );
    await expect(inspector(page).locator(".questions")).toHaveCount(0);
  }
  await ana.keyboard.press("Control+z");
  await expect(inspector(ben).locator(".questions")).toContainText("fast");
});
