/**
 * Names for a picture that is seen from so far that no box could say its own: the boxes under which most lies, as many as
 * have room, largest first. Pure.
 */

import { overlap, type Rect } from "./geometry";
import type { Picture } from "./picture";
import type { Scene } from "./scene";

interface Landmark {
  readonly id: string;
  readonly name: string;
  /** Elements that the box and all below it stand for. */
  readonly count: number;
  /** Its middle, in the picture. */
  readonly x: number;
  readonly y: number;
  /** The boxes that it speaks for. */
  readonly ids: readonly string[];
}

/** Pixels on the screen: of a name without letters, of a letter, how high it is, and what stays free around it. */
const LABEL = { empty: 48, letter: 8, height: 26, around: 6 } as const;
/** Letters of a name; the rest is cut by the page. */
export const LANDMARK_LETTERS = 28;
/** More would be no help to find one's way. */
const MOST = 60;

/** Landmarks for a picture of which one unit takes `zoom` pixels; what has no name is called by the title of its type. */
export function landmarksOf(
  { scene, rects }: Picture,
  zoom: number,
  titleOf: (nodeType: string) => string,
): readonly Landmark[] {
  const below = boxesBelow(scene);
  const stood = standingFor(scene);
  const candidates = [...scene.boxes.values()].flatMap((box): readonly Landmark[] => {
    const rect = rects.get(box.id);
    if (rect === undefined) return [];
    const ids = [box.id, ...reached(box.id, below)];
    const count = ids.reduce((sum, id) => sum + (stood.get(id) ?? 0), 0);
    const [x, y] = [rect.x + rect.width / 2, rect.y + (box.isContainer ? LABEL.height / 2 / zoom : rect.height / 2)];
    return [{ id: box.id, name: box.name || titleOf(box.nodeType), count, x, y, ids }];
  });
  const taken: Rect[] = [];
  // Stable: what counts the same comes in the order of the model.
  return candidates
    .sort((one, two) => two.count - one.count)
    .filter(({ name, x, y }) => {
      if (taken.length >= MOST) return false;
      const letters = Math.min(name.length, LANDMARK_LETTERS);
      const [width, height] = [(LABEL.empty + letters * LABEL.letter) / zoom, LABEL.height / zoom];
      const rect = { x: x - width / 2, y: y - height / 2, width, height };
      if (taken.some((each) => overlap(each, rect, LABEL.around / zoom))) return false;
      taken.push(rect);
      return true;
    });
}

/** The boxes drawn in each, and those that hang below it. */
function boxesBelow(scene: Scene): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>();
  const put = (above: string, id: string): void => {
    const known = below.get(above);
    if (known === undefined) below.set(above, [id]);
    else known.push(id);
  };
  for (const { id, parent } of scene.boxes.values()) if (parent !== undefined) put(parent, id);
  for (const { relation, source, target } of scene.lines) if (relation === "compose") put(source, target);
  return below;
}

/** How many nodes each box stands for, itself among them. */
function standingFor({ standing }: Scene): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const box of standing.values()) counts.set(box, (counts.get(box) ?? 0) + 1);
  return counts;
}

function reached(id: string, below: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found = new Set<string>();
  const waiting = [id];
  for (const at of waiting)
    for (const next of below.get(at) ?? [])
      if (next !== id && !found.has(next)) {
        found.add(next);
        waiting.push(next);
      }
  return [...found];
}
