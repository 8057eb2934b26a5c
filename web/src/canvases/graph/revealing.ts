/** Where the window goes so that a box is seen: no farther than needed, so that most of what was seen stays. Pure. */

import type { Rect, Size } from "./geometry";

/** What is too large to be read when all of it is shown opens at this zoom. */
export const READABLE = 0.6;
/** Pixels between what is shown and the edge of the window. */
export const MARGIN = 24;

interface Window {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The new window; none when the box is seen already. From where nothing can be read it comes into the middle. */
export function revealing(box: Rect, room: Size, { x, y, zoom }: Window): Window | undefined {
  const [left, top] = [box.x * zoom + x, box.y * zoom + y];
  const [width, height] = [box.width * zoom, box.height * zoom];
  if (left >= 0 && top >= 0 && left + width <= room.width && top + height <= room.height) return undefined;
  if (zoom < READABLE)
    return {
      x: room.width / 2 - (box.x + box.width / 2) * READABLE,
      y: room.height / 2 - (box.y + box.height / 2) * READABLE,
      zoom: READABLE,
    };
  return { x: x + shift(left, width, room.width), y: y + shift(top, height, room.height), zoom };
}

/** How far it is along one side; what is longer than the room begins at its beginning. */
function shift(start: number, length: number, room: number): number {
  const beyond = room - MARGIN - start - length;
  return start + Math.min(0, beyond) < MARGIN ? MARGIN - start : Math.min(0, beyond);
}
