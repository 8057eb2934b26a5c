import { expect, test } from "vitest";
import { steps } from "../../src/locales/generated/en";
import { stepTitles } from "../../src/runs/kinds";
import { speaker } from "../../src/ui/text";

const titles = stepTitles(speaker(steps, "en"), (name) => `what ${name} does`);

test("a call of a tool says what the tool does, and every other step what it does itself", () => {
  expect([
    titles.step({ kind: "tool_call", label: "search_nodes" }),
    titles.step({ kind: "tool_call", label: "tool_call" }),
    titles.step({ kind: "model_call", label: "the model" }),
    titles.step({ kind: "of tomorrow", label: "" }),
  ]).toEqual(["what search_nodes does", "Tool", steps.model_call, "of tomorrow"]);
});
