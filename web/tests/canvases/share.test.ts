import { expect, test } from "vitest";
import { chosenNodes } from "../../src/sharing/share";
import { FRESH_CANVAS } from "../../src/state/canvas";
import { graphOf } from "../../src/state/graph";
import { node } from "../samples";

test("what is put out of sight is not named, and a diagram that shows nothing names no element rather than all", () => {
  const graph = graphOf(1, [node("a"), node("b")], []);
  const named = (...hidden: string[]) => chosenNodes(graph, FRESH_CANVAS, new Set(hidden));
  expect([named(), named("a"), named("a", "b")]).toEqual([undefined, ["b"], []]);
});
