/** Makes room for a box that has grown: what stands right of it or below goes as much farther, also around what holds it. Pure. */

import type { Point } from "../../state/state";
import { outlines, overlap, type Positions, type Rect } from "./geometry";
import { carried } from "./picture";
import type { Scene } from "./scene";

/** Positions without covered boxes. As all that lies farther goes equally far, nothing new comes to cover anything. */
export function withRoom(
  scene: Scene,
  positions: Positions,
  grown: string,
  before: ReadonlyMap<string, Rect>,
): Positions {
  const made = new Map<string, Point>(positions);
  for (let id: string | undefined = grown; id !== undefined; id = scene.boxes.get(id)?.parent) {
    const parent = scene.boxes.get(id)?.parent;
    const rects = outlines(scene, made);
    const [old, now] = [before.get(id), rects.get(id)];
    if (old === undefined || now === undefined || scene.boxes.get(id)?.isLane === true) break;
    const others = [...scene.boxes.values()].filter((box) => box.parent === parent && box.id !== id);
    const at = (other: string): Rect => rects.get(other) ?? now;
    if (!others.some((box) => overlap(at(box.id), now))) continue;
    const [wider, higher] = [now.x + now.width - old.x - old.width, now.y + now.height - old.y - old.height];
    for (const { id: other } of others) {
      const by: Point = [
        at(other).x >= old.x + old.width ? Math.max(0, wider) : 0,
        at(other).y >= old.y + old.height ? Math.max(0, higher) : 0,
      ];
      if (by[0] > 0 || by[1] > 0)
        for (const [each, point] of carried(scene, made, new Set([other]), by)) made.set(each, point);
    }
  }
  return made;
}
