/** What a project does by itself: a schedule and a webhook are added, tried and taken away. */

import { expect, test } from "./stage";
import { keys } from "./view";

test("somebody has a question asked every night, and lets another program know what happens", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const page = await doors.open(project.ana, project);
  await keys(page, "g", "n");
  const dialog = page.getByRole("dialog", { name: "Schedules and webhooks" });
  const added = dialog.getByRole("form", { name: "Add a schedule" });
  await added.getByLabel("Name", { exact: true }).fill("nightly");
  await added.getByLabel("When").selectOption("every hour");
  await added.getByLabel("What is asked").fill("Which functions have no requirement?");
  await dialog.getByRole("button", { name: "Add a schedule" }).click();
  const schedules = dialog.getByRole("region", { name: "Schedules" }).getByRole("listitem");
  await expect(schedules).toContainText("0 * * * *");
  await expect(schedules).toContainText("Ask");
  await expect(schedules).toContainText("Next ");
  await schedules.getByRole("button", { name: "Edit nightly" }).click();
  const edited = schedules.getByRole("form", { name: "Edit nightly" });
  await expect(edited.getByLabel("What is asked")).toHaveValue("Which functions have no requirement?");
  await edited.getByLabel("When").selectOption("every night at 3");
  await edited.getByLabel("Time zone").fill("Europe/Nowhere");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("no time zone");
  await edited.getByLabel("Time zone").fill("Europe/Berlin");
  await edited.getByLabel("Workflow").selectOption("Check the model");
  await edited.getByRole("button", { name: "Save" }).click();
  await expect(schedules).toContainText("0 3 * * *");
  await expect(schedules).toContainText("Check the model");
  await expect(schedules).toContainText("Europe/Berlin");
  await schedules.getByRole("button", { name: "Turn off" }).click();
  await expect(schedules.getByRole("button", { name: "Turn on" })).toBeVisible();

  await dialog.getByLabel("Address of the receiver").fill("https://169.254.169.254/");
  await dialog.getByRole("button", { name: "Add a webhook" }).click();
  await expect(dialog.getByRole("alert")).toContainText("metadata service");
  await dialog.getByLabel("Address of the receiver").fill("https://receiver.invalid/hooks");
  await dialog.getByRole("button", { name: "Add a webhook" }).click();
  await expect(dialog.getByLabel("The secret for receiver.invalid; it is shown only now")).toHaveValue(/^whsec_/);
  const webhooks = dialog.getByRole("region", { name: "Webhooks" }).getByRole("listitem");
  await webhooks.getByRole("button", { name: "Send a test" }).click();
  await webhooks.getByText("Newest deliveries").click();
  await expect(webhooks).toContainText("the name is not known");
  await webhooks.getByRole("button", { name: "Remove https://receiver.invalid/hooks" }).click();
  await webhooks.getByRole("button", { name: "Remove https://receiver.invalid/hooks for good?" }).click();
  await expect(dialog).toContainText("No program is told what happens here.");
});
