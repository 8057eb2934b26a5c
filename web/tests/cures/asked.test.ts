import { expect, test } from "vitest";
import { cureOf } from "../../src/cures/asked";
import { graphOf } from "../../src/state/graph";
import { EMPTY } from "../../src/state/state";
import { Store } from "../../src/state/store";
import * as sample from "../samples";

function selecting(nodes: readonly string[], edges: readonly string[] = []): Store {
  const graph = graphOf(1, [sample.node("a"), sample.node("b")], [sample.edge("e", "a", "b")]);
  const store = new Store({ ...EMPTY, graph });
  store.select(nodes, edges);
  return store;
}

test("a cure is asked for what is selected and in the model", () => {
  expect(cureOf("merge", selecting(["a", "b"]))).toEqual({ kind: "merge", nodes: ["a", "b"] });
  expect(cureOf("retype", selecting(["a"]))).toEqual({ kind: "retype", node: "a" });
  expect(cureOf("relink", selecting([], ["e"]))).toEqual({ kind: "relink", edge: "e" });
});

test("what is only proposed, or gone, cannot be cured", () => {
  expect(cureOf("merge", selecting(["a", "ghost:1"]))).toEqual({ kind: "merge", nodes: ["a"] });
  expect(cureOf("retype", selecting(["ghost:1"]))).toBeUndefined();
  expect(cureOf("relink", selecting([], ["ghost:2"]))).toBeUndefined();
});
