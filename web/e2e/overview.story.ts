/** The project at a glance: it follows what is changed elsewhere, and every figure leads to what it counts. */

import { expect, test } from "./stage";
import { drawer, rail } from "./view";

const named = (index: number, name: string) => ({
  op: "node.create" as const,
  id: `${index}`,
  nodeType: "REQ",
  name,
  descr: "The shop shall ship an order within 2 days.",
});

test("figures follow the model, and lead to the table, the rule and the revision that they are about", async ({
  unaided,
  doors,
}) => {
  const project = await unaided.project();
  const ana = await doors.open(project.ana, project);
  await rail(ana).getByRole("button", { name: "Overview" }).click();
  const overview = ana.locator(".overview");
  await expect(overview).toContainText("The model is still empty.");
  await expect(overview).toContainText("Nothing waits for anybody.");

  await project.change(named(1, "Ship in time"));
  await project.change(named(2, "Ship safely"));
  await expect(overview).toContainText("2 elements, 0 relations");
  const developed = overview.getByRole("region", { name: "Over time" });
  await expect(developed).toContainText("Revision 1 to 2");
  await expect(developed.locator(".overview-trend li").first()).toHaveText("Elements1 → 2");
  await expect(developed.locator(".overview-trend svg")).toHaveCount(4);
  for (const figure of await developed.locator(".overview-trend .number").allTextContents()) {
    const [before, now] = figure.split(" → ");
    expect(now).not.toBe(before); // what has not changed is told once
  }
  await expect(overview.locator(".overview-gates li[data-now=true]")).toContainText("System requirements review");
  const rule = overview.locator(".overview-bars li", { hasText: "Requirements are verified" });
  await expect(rule).toContainText("0 of 2");
  await expect(rule).toContainText("later");

  await rule.getByRole("button").click();
  await expect(drawer(ana).getByLabel("Rule")).toHaveValue("requirements_verification");
  await expect(drawer(ana).getByRole("status")).toContainText("2 of");
  await expect(ana).toHaveURL(/requirements_verification/); // a place is one to go back to once somebody stays there
  await overview.getByRole("button", { name: /Created Ship safely|Ship safely/ }).click();
  await expect(drawer(ana).locator(".commit [aria-expanded=true]")).toContainText("2");
  await expect(ana).toHaveURL(/history/);
  await ana.goBack();
  await expect(drawer(ana).getByLabel("Rule")).toHaveValue("requirements_verification");

  await overview.getByRole("button", { name: "Requirement", exact: false }).first().click();
  await expect(ana.getByRole("tab", { name: /Requirement|RQ/, selected: true })).toBeVisible();
  await expect(ana.getByRole("gridcell", { name: "Ship in time", exact: true })).toBeVisible();
});
