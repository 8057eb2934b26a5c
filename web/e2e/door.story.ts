/** Getting in and being shown out. */

import { expect, isLive, test } from "./stage";

test("a one-time link lets somebody in once, and leaves the address bar at once", async ({ unaided, doors }) => {
  const { server } = unaided;
  const project = await unaided.project();
  const link = `${server.origin}/#ticket=${await server.ticket("Cleo", project.name)}`;
  const cleo = await doors.enter(server.origin);
  await cleo.goto(link);
  await cleo.getByRole("button", { name: new RegExp(`^${project.name} `) }).click();
  await isLive(cleo);
  expect(cleo.url()).toBe(`${server.origin}/#/p/${project.name}`);
  await expect(cleo.getByRole("list", { name: "People here" })).toContainText("Cleo (you)");

  const thief = await doors.enter(server.origin);
  await thief.goto(link);
  await expect(thief.getByRole("alert")).toContainText("used already");
  await expect(thief.getByLabel("Password")).toBeVisible();
});

test("whoever loses access is shown out of the open project at once, and does not find it again", async ({ unaided, doors }) => {
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
