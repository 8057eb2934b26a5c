import { expect, test } from "vitest";
import { unsent } from "../../src/ui/unsent";

test("after sending, only what was sent goes out of the field", () => {
  expect([unsent("red", "red"), unsent("red, blue", "red"), unsent("blue", "red")]).toEqual(["", ", blue", "blue"]);
});
