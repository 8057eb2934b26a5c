/** The round layouts: rings around the roots, and actors around use cases. */

import type { Point } from "../../state/state";
import { isType } from "../ontology";
import { GAP, overlap, type Positions, type Size } from "./geometry";
import { outermost, outermostOf, type Placed, pack, packedInside, sizeIn, withInside } from "./packing";
import type { Scene } from "./scene";
import { spanningForest } from "./tree";

/** Roots in the middle, each further step one ring out. */
export function radial(scene: Scene): Positions {
  const inner = packedInside(scene);
  const ids = outermost(scene);
  const { roots, children } = spanningForest(scene, ids);
  const rings: string[][] = [];
  const visit = (level: readonly string[]): void => {
    if (level.length === 0) return;
    rings.push([...level]);
    visit(level.flatMap((id) => children.get(id) ?? []));
  };
  visit(roots);
  return withInside(placeRings(rings, inner.sizes, 200), inner);
}

/** Use cases (with the system around them) in the middle, actors around (radial 200/400 of the origin). */
export function rings(scene: Scene): Positions {
  const inner = packedInside(scene);
  const ids = outermost(scene);
  const joined = new Set(
    scene.lines.flatMap((line) => [outermostOf(scene, line.source), outermostOf(scene, line.target)]),
  );
  const isActor = (id: string): boolean => isType(scene.boxes.get(id)?.nodeType, "ACTOR");
  const actors = ids.filter((id) => isActor(id) && joined.has(id));
  const apart = ids.filter((id) => isActor(id) && !joined.has(id));
  const middle = ids.filter((id) => !isActor(id));
  const core = pack(middle.map((id) => ({ id, ...sizeIn(inner.sizes, id) })));
  const centre: Point = [core.width / 2, core.height / 2];
  const placed: Placed = new Map(core.places);
  const ordered = byNeighbour(scene, actors, placed, centre);
  // An ellipse clear of the middle, wide enough that its circumference holds all actors side by side.
  const needed = actors.length * (actors.reduce((most, id) => Math.max(most, sizeIn(inner.sizes, id).width), 0) + GAP);
  const radiusX = Math.max(core.width / 2 + 190, needed / (2 * Math.PI), 200);
  const radiusY = Math.max(core.height / 2 + 110, needed / (2 * Math.PI) / 1.4, 160);
  ordered.forEach((id, index) => {
    const angle = Math.PI + (2 * Math.PI * index) / Math.max(1, ordered.length);
    const size = sizeIn(inner.sizes, id);
    // Along its ray a box goes out until its corners are clear of the middle, too.
    for (let out = 1; out < 2; out += 0.05) {
      const x = Math.round(centre[0] + out * radiusX * Math.cos(angle) - size.width / 2);
      const y = Math.round(centre[1] + out * radiusY * Math.sin(angle) - size.height / 2);
      placed.set(id, [x, y]);
      if (!overlap({ x, y, ...size }, { x: 0, y: 0, width: core.width, height: core.height }, GAP)) break;
    }
  });
  const block = pack(apart.map((id) => ({ id, ...sizeIn(inner.sizes, id) })));
  const below =
    Math.max(core.height, ...ordered.map((id) => (placed.get(id)?.[1] ?? 0) + sizeIn(inner.sizes, id).height)) +
    2 * GAP;
  for (const [id, [x, y]] of block.places)
    placed.set(id, [Math.round(centre[0] - block.width / 2 + x), Math.round(below + y)]);
  return withInside(placed, inner);
}

function placeRings(rings: readonly (readonly string[])[], sizes: ReadonlyMap<string, Size>, step: number): Placed {
  const placed: Placed = new Map();
  let radius = 0;
  rings.forEach((ring, index) => {
    const needed = ring.reduce((sum, id) => sum + sizeIn(sizes, id).width + GAP, 0) / (2 * Math.PI);
    const widest = ring.reduce((most, id) => Math.max(most, sizeIn(sizes, id).height), 0);
    radius = index === 0 && ring.length === 1 ? 0 : Math.max(radius + step + widest / 2, needed);
    ring.forEach((id, nth) => {
      const { width, height } = sizeIn(sizes, id);
      const angle = (2 * Math.PI * nth) / ring.length - Math.PI / 2;
      placed.set(id, [
        Math.round(radius * Math.cos(angle) - width / 2),
        Math.round(radius * Math.sin(angle) - height / 2),
      ]);
    });
  });
  return placed;
}

/** Around the middle in the order of what they are joined to, so that lines cross little. */
function byNeighbour(scene: Scene, ids: readonly string[], placed: Placed, [cx, cy]: Point): readonly string[] {
  const angle = (id: string): number => {
    const ends = scene.lines
      .filter((line) => line.source === id || line.target === id)
      .map((line) => placed.get(outermostOf(scene, line.source === id ? line.target : line.source)))
      .filter((at) => at !== undefined);
    if (ends.length === 0) return Math.PI;
    const [x, y] = ends.reduce(([sx, sy], [ex, ey]) => [sx + ex, sy + ey] as const, [0, 0] as const);
    return Math.atan2(y / ends.length - cy, x / ends.length - cx);
  };
  const angles = new Map(ids.map((id) => [id, angle(id)]));
  return [...ids].sort((a, b) => (angles.get(a) ?? 0) - (angles.get(b) ?? 0));
}
