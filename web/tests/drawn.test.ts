import { expect, test } from "vitest";
import { drawnOf } from "../src/exchange/drawn";
import { graph, ONTOLOGY } from "./canvases/models";

test("what is no box of the view that a model opens in is counted by its type, the most first", () => {
  const model = graph("sy1 compose fn1", "fn1 io fl1", "fl1 io fn2", "fn2 io fl2", "rq1");
  const { view, count, others } = drawnOf(ONTOLOGY, { ...model, revision: 1 } as Parameters<typeof drawnOf>[1]);

  expect(view).toBe("hierarchy");
  expect(count + others.reduce((sum, [, each]) => sum + each, 0)).toBe(model.nodes.size);
  expect(others[0]).toEqual(["FLOW", 2]);
});

test("where everything is a box nothing is left", () => {
  const model = graph("fn1 satisfy rq1", "rq1 verify ts1");
  expect(drawnOf(ONTOLOGY, { ...model, revision: 1 } as Parameters<typeof drawnOf>[1])).toEqual({
    view: "requirements",
    count: 3,
    others: [],
  });
});
