import { expect, test } from "vitest";
import { steps } from "../../src/locales/generated/en";
import { stepTitles } from "../../src/runs/kinds";
import { speaker } from "../../src/ui/text";

const titles = stepTitles(speaker(steps, "en"));

test("a call of a tool says which tool, and every other step what it does", () => {
  expect([
    titles.step({ kind: "tool_call", label: "search_nodes" }),
    titles.step({ kind: "tool_call", label: "tool_call" }),
    titles.step({ kind: "model_call", label: "the model" }),
    titles.step({ kind: "of tomorrow", label: "" }),
  ]).toEqual(["Tool search_nodes", "Tool", steps.model_call, "of tomorrow"]);
});
