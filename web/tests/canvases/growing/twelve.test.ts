/** Twelve small models of different shapes, and what their pictures may cost a reader: a layout that gets worse is seen here. */

import ELK from "elkjs/lib/elk.bundled.js";
import { expect, test } from "vitest";
import type { Elements } from "../../../src/canvases/adjacency";
import { arrange } from "../../../src/canvases/graph/arrange";
import { pictureOf } from "../../../src/canvases/graph/picture";
import { draw } from "../../../src/canvases/graph/scene";
import { viewOf } from "../../../src/canvases/graph/views";
import { generated, graph, NO_FILTERS, ONTOLOGY, SHOP, UNFOLDED } from "../models";
import { type Judged, judged } from "./judged";
import { GROWING } from "./story";

const elk = new ELK();
const many = (count: number, part: (at: number) => string): Elements =>
  graph(...Array.from({ length: count }, (_, at) => part(at + 1)));
const grown = (sentences: number): Elements => GROWING[sentences - 1]?.[1] ?? graph();

interface Costs {
  readonly crossings: number;
  readonly bends: number;
  /** How many times as long as broad, lying or standing. */
  readonly stretch: number;
}

const costs = (crossings: number, bends: number, stretch: number): Costs => ({ crossings, bends, stretch });

/** At most so much, in the hierarchy and in the whole model. A layout that costs less lowers its line. */
const MODELS: readonly (readonly [name: string, of: Elements, hierarchy: Costs, model: Costs])[] = [
  ["a shop", SHOP, costs(0, 15, 1.3), costs(3, 34, 6.9)],
  ["the bikes after 6 sentences", grown(6), costs(0, 16, 2.2), costs(1, 22, 7.4)],
  ["the bikes after 12", grown(12), costs(0, 37, 2.6), costs(1, 38, 4.4)],
  ["the bikes after all 20", grown(20), costs(0, 52, 2.9), costs(38, 88, 2.8)],
  ["one alone", graph("fn1"), costs(0, 0, 3), costs(0, 0, 3)],
  ["a chain", many(9, (at) => `fn${at} io fn${at + 1}`), costs(0, 0, 1.3), costs(0, 0, 41.2)],
  ["a star", many(12, (at) => `sy1 compose fn${at}`), costs(0, 36, 1.3), costs(0, 22, 2.3)],
  ["a deep tree", many(8, (at) => `fn${at} compose fn${at + 1}`), costs(0, 8, 5.9), costs(0, 0, 37)],
  [
    "a binary tree",
    many(14, (at) => `fn${Math.ceil(at / 2)} compose fn${at + 1}`),
    costs(0, 28, 4.4),
    costs(0, 14, 1.4),
  ],
  ["a ring", many(8, (at) => `fn${at} io fn${(at % 8) + 1}`), costs(0, 0, 1.2), costs(0, 4, 28)],
  ["needs of many", many(12, (at) => `fn${at} satisfy rq${(at % 4) + 1}`), costs(0, 0, 1.5), costs(0, 16, 2.8)],
  ["functions that exchange", generated(20, 1), costs(0, 57, 2.2), costs(19, 86, 4.1)],
];

async function judgedIn(view: "hierarchy" | "model", elements: Elements): Promise<Judged> {
  const usual = { filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set<string>(), ontology: ONTOLOGY };
  const scene = draw(elements, { ...usual, view: viewOf(view) });
  const { signal } = new AbortController();
  const { positions, ways } = await arrange(scene, "hierarchical", signal, (each) => elk.layout(each));
  return judged(pictureOf(scene, positions, true, ways));
}

test.each(MODELS)(
  "%s: nothing covers or runs through a box, and no more crosses, bends or stretches",
  async (...model) => {
    const [, elements, ...most] = model;
    const found = [await judgedIn("hierarchy", elements), await judgedIn("model", elements)];
    const over = found.flatMap(({ crossings, bends, aspect }, at) => {
      const told: Costs = { crossings, bends, stretch: Math.max(aspect, 1 / aspect) };
      return (["crossings", "bends", "stretch"] as const)
        .filter((cost) => told[cost] > (most[at]?.[cost] ?? 0))
        .map((cost) => `${["hierarchy", "model"][at]}: ${cost} ${told[cost]}`);
    });
    expect([...over, ...found.flatMap(({ overlaps, through }) => [...overlaps, ...through])]).toEqual([]);
  },
);
