import { expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { type Lacking, lacking } from "../../src/canvases/graph/lacking";
import type { Folding } from "../../src/canvases/graph/rollup";
import { draw } from "../../src/canvases/graph/scene";
import { type ViewId, viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, ONTOLOGY, UNFOLDED } from "./models";

function lackingIn(view: ViewId, of: Elements, folding: Folding = UNFOLDED): Lacking | undefined {
  return lacking(
    draw(of, { view: viewOf(view), filters: NO_FILTERS, folding, hidden: new Set(), ontology: ONTOLOGY }),
    of,
  );
}

test("a view says which of its types the model does not have, and which of its relations join nothing", () => {
  expect(lackingIn("allocation", graph("fn1", "fn2"))).toEqual({ types: ["MOD"], relations: ["allocate", "compose"] });
  expect(lackingIn("requirements", graph("sy1", "uc1", "fn1", "rq1", "ts1"))).toEqual({
    types: [],
    relations: ["satisfy", "verify"],
  });
});

test("it says nothing while something is joined or nested", () => {
  expect([
    lackingIn("requirements", graph("fn1 satisfy rq1")),
    lackingIn("allocation", graph("md1 allocate fn1", "fn2")),
  ]).toEqual([undefined, undefined]);
});

test("what is only rolled up is not lacking", () => {
  const model = graph("fn1 compose fn2", "fn1 compose fn3", "fn2 io fl1", "fl1 io fn3", "ac1 io fl2");
  expect(lackingIn("functional-network", model, { ...UNFOLDED, level: 1 })).toBeUndefined();
});
