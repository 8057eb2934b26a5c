import ELK from "elkjs/lib/elk.bundled.js";
import { describe, expect, test } from "vitest";
import type { Elements } from "../../../src/canvases/adjacency";
import { type Arrangement, withoutWays } from "../../../src/canvases/graph/geometry";
import { lanes } from "../../../src/canvases/graph/lanes";
import { layered } from "../../../src/canvases/graph/layered";
import { packed } from "../../../src/canvases/graph/packing";
import { pictureOf } from "../../../src/canvases/graph/picture";
import { draw, type Scene } from "../../../src/canvases/graph/scene";
import { tree } from "../../../src/canvases/graph/tree";
import { type View, viewsFor } from "../../../src/canvases/graph/views";
import { NO_FILTERS, ONTOLOGY, UNFOLDED } from "../models";
import { type Judged, judged } from "./judged";
import { GROWING } from "./story";

const elk = new ELK();

function sceneOf(view: View, elements: Elements): Scene {
  const usual = { filters: NO_FILTERS, folding: UNFOLDED, hidden: new Set<string>(), ontology: ONTOLOGY };
  return draw(elements, { ...usual, view, focus: "fc4" });
}

function arranged(scene: Scene): Promise<Arrangement> | Arrangement {
  switch (scene.view.arrangement) {
    case "lanes":
      return withoutWays(lanes(scene));
    case "tree":
      return withoutWays(tree(scene));
    default:
      return scene.lines.length === 0 ? withoutWays(packed(scene)) : layered(scene, (graph) => elk.layout(graph));
  }
}

/** What the pictures of a view cost while the bike-sharing system grows. */
async function growth(view: View): Promise<readonly Judged[]> {
  const found: Judged[] = [];
  for (const [, after] of GROWING) {
    const scene = sceneOf(view, after);
    const { positions, ways } = await arranged(scene);
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
});
