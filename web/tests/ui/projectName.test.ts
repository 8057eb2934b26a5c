import { expect, test } from "vitest";
import { projectName } from "../../src/ui/projectName";

test("a project's name is what can stand in an address of what was typed", () => {
  const names = ["Bike sharing", " Größe & Maß ", "v1.2_test", "été 2026!", "…", "-a-", "x".repeat(80)];
  expect(names.map(projectName)).toEqual([
    "Bike-sharing",
    "Grosse-Mass",
    "v1.2_test",
    "ete-2026",
    "",
    "a",
    "x".repeat(64),
  ]);
});
