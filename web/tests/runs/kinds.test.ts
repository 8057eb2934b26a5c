import { expect, test } from "vitest";
import { runs } from "../../src/locales/en/runs";
import { stepName } from "../../src/runs/kinds";
import { speaker } from "../../src/ui/text";

const say = speaker(runs, "en");

test("a call of a tool says which tool, and every other step what it does", () => {
  expect([
    stepName(say, { kind: "tool_call", label: "search_nodes" }),
    stepName(say, { kind: "tool_call", label: "tool_call" }),
    stepName(say, { kind: "model_call", label: "the model" }),
    stepName(say, { kind: "of tomorrow", label: "" }),
  ]).toEqual(["Tool search_nodes", "Tool", runs["kind.model_call"], "of tomorrow"]);
});
