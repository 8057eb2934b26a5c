/**
 * Places for boxes that appear in a picture that stands: next to what they are joined to, on free ground. What exists
 * never moves.
 */

import type { Point } from "../../state/store";
import { boundsOf, boxSize, GAP, outlines, overlap, PADDING, type Positions, type Rect, type Size } from "./geometry";
import type { Box, Scene } from "./scene";

/** All boxes placed: those of `known` where they are, the others near their neighbours. */
export function placeNew(scene: Scene, known: Positions): Positions {
  const placed = new Map<string, Point>();
  for (const id of scene.boxes.keys()) {
    const at = known.get(id);
    if (at !== undefined) placed.set(id, at);
  }
  const ground = new Ground(scene, placed);
  for (const box of scene.boxes.values()) {
    if (placed.has(box.id) || box.isContainer) continue;
    const size = boxSize(box);
    const at = ground.free(box.parent, size, wish(box, scene, placed, size));
    placed.set(box.id, at);
    ground.take(box.parent, { x: at[0], y: at[1], ...size });
  }
  return placed;
}

/** What stands where, container by container. */
class Ground {
  private readonly taken = new Map<string | undefined, Rect[]>();

  constructor(scene: Scene, placed: Positions) {
    const standing = new Set<string>();
    for (const box of [...scene.boxes.values()].reverse()) {
      if (!placed.has(box.id) && !standing.has(box.id)) continue;
      standing.add(box.id);
      if (box.parent !== undefined) standing.add(box.parent);
    }
    const rects = outlines({ boxes: new Map([...scene.boxes].filter(([id]) => standing.has(id))) }, placed);
    for (const [id, rect] of rects) this.take(scene.boxes.get(id)?.parent, rect);
  }

  take(container: string | undefined, rect: Rect): void {
    const known = this.taken.get(container);
    if (known === undefined) this.taken.set(container, [rect]);
    else known.push(rect);
  }

  /** The nearest free place to the wanted one. */
  free(container: string | undefined, size: Size, [x, y]: Point): Point {
    const taken = this.taken.get(container) ?? [];
    // A container grows to the right and down, so that its title and what is in it stay where they are.
    const inside = container === undefined || taken.length === 0 ? undefined : boundsOf(taken);
    for (const [dx, dy] of around()) {
      const rect = { x: Math.round(x + dx * (size.width + GAP)), y: Math.round(y + dy * (size.height + GAP)), ...size };
      if (inside !== undefined && (rect.x < inside.x || rect.y < inside.y)) continue;
      if (!taken.some((other) => overlap(rect, other, GAP / 2))) return [rect.x, rect.y];
    }
    const lowest = taken.reduce((bottom, rect) => Math.max(bottom, rect.y + rect.height), 0);
    return [Math.round(x), lowest + GAP];
  }
}

/** Where the box would stand if nothing were in its way. */
function wish(box: Box, scene: Scene, placed: Positions, size: Size): Point {
  const down = scene.view.direction === "down";
  for (const { source, target } of scene.lines) {
    const other = source === box.id ? target : target === box.id ? source : undefined;
    const at = other === undefined ? undefined : placed.get(other);
    if (at === undefined) continue;
    const forward = other === source ? 1 : -1;
    return down ? [at[0], at[1] + forward * 96] : [at[0] + forward * (size.width + 90), at[1]];
  }
  const beside = [...scene.boxes.values()].findLast((each) => each.parent === box.parent && placed.has(each.id));
  const at = placed.get(beside?.id ?? box.parent ?? "");
  if (at === undefined) return [0, 0];
  return beside === undefined ? [at[0] + PADDING.side, at[1] + PADDING.top] : at;
}

/** Steps on a square spiral: here, then all around, ever farther. */
function* around(): Generator<readonly [number, number]> {
  yield [0, 0];
  // 40 rings are 6,560 places; a picture has at most 1,500 boxes.
  for (let ring = 1; ring <= 40; ring += 1) {
    for (let step = -ring; step <= ring; step += 1) yield [step, ring];
    for (let step = -ring; step <= ring; step += 1) yield [step, -ring];
    for (let step = 1 - ring; step < ring; step += 1) yield [ring, step];
    for (let step = 1 - ring; step < ring; step += 1) yield [-ring, step];
  }
}
