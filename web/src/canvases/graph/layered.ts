/** The layered layout by ELK; plain columns where it gives no answer, what is joined to nothing in a block below. */

import type { ElkNode } from "elkjs/lib/elk-api";
import type { Point } from "../../state/state";
import { elkGraph, readElk } from "./elk";
import { type Arrangement, boundsOf, GAP, outlines, type Positions, withoutWays } from "./geometry";
import { columns } from "./lanes";
import { outermost, outermostOf, pack, packed, packedInside, sizeIn, withInside } from "./packing";
import type { Scene } from "./scene";

/** Lays a graph out; nothing when it takes too long or fails. */
export type AskElk = (graph: ElkNode) => Promise<ElkNode | undefined>;

export async function layered(scene: Scene, askElk: AskElk): Promise<Arrangement> {
  const joined = new Set(
    scene.lines.flatMap((line) => [outermostOf(scene, line.source), outermostOf(scene, line.target)]),
  );
  if (joined.size === 0) return withoutWays(packed(scene));
  const found = await askElk(elkGraph(scene, joined));
  const { positions, ways } = found === undefined ? withoutWays(columns(scene)) : readElk(found, scene);
  return { positions: withTheUnjoined(scene, positions, joined), ways };
}

/** What is joined to nothing stands in a block below. */
function withTheUnjoined(scene: Scene, found: Positions, joined: ReadonlySet<string>): Positions {
  const inner = packedInside(scene);
  const apart = outermost(scene).filter((id) => !joined.has(id));
  if (apart.length === 0) return found;
  const kept = new Map([...found].filter(([id]) => joined.has(outermostOf(scene, id))));
  const drawn = { boxes: new Map([...scene.boxes].filter(([id]) => joined.has(outermostOf(scene, id)))) };
  const above = boundsOf(outlines(drawn, kept).values());
  const block = pack(apart.map((id) => ({ id, ...sizeIn(inner.sizes, id) })));
  const placed = new Map<string, Point>(
    block.places.map(([id, [x, y]]) => [id, [above.x + x, above.y + above.height + GAP * 2 + y]]),
  );
  return new Map([...kept, ...withInside(placed, inner)]);
}
