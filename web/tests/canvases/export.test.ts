import { expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import { svgOf } from "../../src/canvases/graph/export";
import { lanes } from "../../src/canvases/graph/lanes";
import { pictureOf } from "../../src/canvases/graph/picture";
import { draw } from "../../src/canvases/graph/scene";
import { viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, node, ONTOLOGY, UNFOLDED } from "./models";

function svg(of: Elements): string {
  const scene = draw(of, {
    view: viewOf("fchain"),
    filters: NO_FILTERS,
    folding: UNFOLDED,
    hidden: new Set(),
    ontology: ONTOLOGY,
  });
  return svgOf(pictureOf(scene, lanes(scene), true), ONTOLOGY, "Shop: Function chain", "de");
}

const CHAIN = graph("fc1 compose fn1", "fc1 compose ac1", "ac1 io fl1", "fl1 io fn1");
const named = (id: string, name: string): Elements => ({
  ...CHAIN,
  nodes: new Map([...CHAIN.nodes, [id, node(id, { name })]]),
});

function texts(of: string): readonly string[] {
  return [...of.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = ""]) => text);
}

test("a file holds lanes with their names, numbered steps and named flows; a lane without a node has its type's name in the language", () => {
  expect(texts(svg(CHAIN))).toEqual(["SY", "System", "AC1", "FL1", "FN", "1 FN1"]);
});

test("the name of a lane takes up to three lines", () => {
  expect(texts(svg(named("ac1", "Untere Bauaufsichtsbehörde des Kreises Nordland")))).toEqual(
    expect.arrayContaining(["Untere", "Bauaufsichts…", "des Kreises …"]),
  );
});

test("[X-180] a name stands behind the id that people know it by", () => {
  const known = node("fn1", { name: "Pay", attributes: { "foreign.id": "FN-7" } });
  const named = { ...CHAIN, nodes: new Map([...CHAIN.nodes, ["fn1", known]]) };
  expect(texts(svg(named))).toContain("1 FN-7 Pay");
});

test("names are data: nothing in them becomes markup", () => {
  const hostile = svg(named("fl1", '<script>x</script>"&'));
  expect([hostile.includes("<script"), hostile.includes("&#60;script&#62;")]).toEqual([false, true]);
});
