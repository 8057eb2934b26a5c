/** Where the small map of the picture stands: at a side of the window where it lies on no box. Pure. */

import { overlap, type Rect } from "./geometry";

/** In the order in which they are tried; what adds an element stands at the left below, notices come at the top. */
const CORNERS = ["bottom-right", "center-right", "center-left"] as const;
export type Corner = (typeof CORNERS)[number];

/** A window on the picture: its point at the left and top, and pixels. */
interface Window {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels of the map with what stays free around it. */
export const MAP = { width: 160, height: 110, margin: 8 } as const;

/** The place where it stood, as long as that is free, so that it does not jump about; none where boxes are at all of them. */
export function freeCorner(boxes: readonly Rect[], window: Window, before: Corner | undefined): Corner | undefined {
  const free = CORNERS.filter((corner) => {
    const place = placeIn(corner, window);
    return !boxes.some((box) => overlap(box, place));
  });
  return before !== undefined && free.includes(before) ? before : free[0];
}

/** What it would cover, in the picture. */
function placeIn(corner: Corner, { x, y, zoom, width, height }: Window): Rect {
  const [across, down] = [MAP.width + 2 * MAP.margin, MAP.height + 2 * MAP.margin];
  const left = corner.endsWith("right") ? width - across : 0;
  const free = height - down;
  const top = corner.startsWith("bottom") ? free : free / 2;
  return { x: (left - x) / zoom, y: (top - y) / zoom, width: across / zoom, height: down / zoom };
}
