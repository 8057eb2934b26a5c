import { expect, test } from "vitest";
import type { Elements } from "../../src/canvases/adjacency";
import type { GhostMark } from "../../src/canvases/ghosts";
import { svgOf } from "../../src/canvases/graph/export";
import { lanes } from "../../src/canvases/graph/lanes";
import { pictureOf } from "../../src/canvases/graph/picture";
import { draw } from "../../src/canvases/graph/scene";
import { viewOf } from "../../src/canvases/graph/views";
import { graph, NO_FILTERS, node, ONTOLOGY, UNFOLDED } from "./models";

function svg(of: Elements, marks: ReadonlyMap<string, GhostMark> = new Map()): string {
  const scene = draw(of, {
    view: viewOf("fchain"),
    filters: NO_FILTERS,
    folding: UNFOLDED,
    hidden: new Set(),
    ontology: ONTOLOGY,
  });
  return svgOf(pictureOf(scene, lanes(scene), true), ONTOLOGY, "Shop: Function chain", "de", {
    marks,
    say: (key) => key.replace("mark.", "means "),
  });
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

test("[U-730] what is only proposed is dashed, strong or struck, and the picture says what that means", () => {
  const marks = new Map([["fn1", "new"] as const, ["ac1", "changed"] as const]);
  const drawn = svg(CHAIN, marks);
  expect(drawn.match(/stroke="#6A3FA0" stroke-width="1.5" stroke-dasharray="6 4"/g)).toHaveLength(2); // the box and the legend
  expect(texts(drawn)).toEqual(expect.arrayContaining(["means new", "means changed"]));
  expect(texts(drawn)).not.toContain("means deleted");
  const gone = svg(CHAIN, new Map([["fn1", "deleted"]]));
  expect(gone).toMatch(/text-decoration="line-through">1 FN1</);
  expect(texts(svg(CHAIN)).filter((text) => text.startsWith("means"))).toEqual([]);
});

test("[U-731] a name that the screen breaks into lines is broken in the picture, too", () => {
  const name = "Test Chlorgehalt im Schwimmerbecken messen";
  const lines = texts(svg(named("fn1", name)));
  expect(lines.join(" ")).toContain(`1 ${name}`);
  expect(lines).not.toContain(`1 ${name}`);
});
