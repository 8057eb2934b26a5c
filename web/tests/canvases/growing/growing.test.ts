import ELK from "elkjs/lib/elk.bundled.js";
import { describe, expect, test } from "vitest";
import type { Elements } from "../../../src/canvases/adjacency";
import { arrange } from "../../../src/canvases/graph/arrange";
import type { Positions } from "../../../src/canvases/graph/geometry";
import { pictureOf } from "../../../src/canvases/graph/picture";
import { placeNew } from "../../../src/canvases/graph/place";
import { draw, type Scene } from "../../../src/canvases/graph/scene";
import { type View, viewsFor } from "../../../src/canvases/graph/views";
import { NO_FILTERS, ONTOLOGY, UNFOLDED } from "../models";
import { type Judged, judged } from "./judged";
import { GROWING } from "./story";

const elk = new ELK();

function sceneOf(view: View, elements: Elements): Scene {
  const usual = { filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set<string>(), ontology: ONTOLOGY };
  return draw(elements, { ...usual, view, focus: "fc4" });
}

/** What the pictures of a view cost while the bike-sharing system grows. */
async function growth(view: View): Promise<readonly Judged[]> {
  const found: Judged[] = [];
  for (const [, after] of GROWING) {
    const scene = sceneOf(view, after);
    const { positions, ways } = await arrange(scene, "hierarchical", new AbortController().signal, (graph) =>
      elk.layout(graph),
    );
    found.push(judged(pictureOf(scene, positions, true, ways)));
  }
  return found;
}

describe("a system that grows by twenty sentences", () => {
  test.each(viewsFor(ONTOLOGY).map((view) => [view.id, view] as const))(
    "%s: no box covers another and no line runs through a box, after each of them",
    async (_id, view) => {
      const judgements = await growth(view);
      expect(judgements.flatMap(({ overlaps, through }) => [...overlaps, ...through])).toEqual([]);
    },
    30_000,
  );

  test.each(viewsFor(ONTOLOGY).map((view) => [view.id, view] as const))(
    "%s: what stands where somebody has put it stays or makes room, and what comes covers nothing",
    (_id, view) => {
      let known: Positions = new Map();
      const wrong = GROWING.flatMap(([, after]) => {
        const scene = sceneOf(view, after);
        const placed = placeNew(scene, known);
        const moved = [...known].filter(([id, [x, y]]) => {
          const [nowX, nowY] = placed.get(id) ?? [x, y];
          return nowX < x || nowY < y;
        });
        known = placed;
        return [...moved.map(([id]) => `${id} moved back`), ...judged(pictureOf(scene, placed, true)).overlaps];
      });
      expect(wrong).toEqual([]);
    },
  );
});
