/** Going from box to box with the arrow keys. Pure. */

import type { Rect } from "./geometry";

export type Direction = "left" | "right" | "up" | "down";

export const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** How much farther aside a box may lie than ahead before it no longer counts as "in that direction". */
const ASIDE = 2.2;

/** The nearest box in a direction; from nowhere the one at the top left. */
export function neighbour(
  rects: ReadonlyMap<string, Rect>,
  from: string | undefined,
  direction: Direction,
): string | undefined {
  const start = from === undefined ? undefined : rects.get(from);
  if (start === undefined) return nearest(rects, ({ x, y }) => x + y);
  const sideways = direction === "left" || direction === "right";
  const sign = direction === "left" || direction === "up" ? -1 : 1;
  return nearest(rects, (rect, id) => {
    const [dx, dy] = [
      apart(start.x, start.width, rect.x, rect.width),
      apart(start.y, start.height, rect.y, rect.height),
    ];
    const [ahead, aside] = sideways ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
    if (id === from || ahead <= 1 || aside > ahead * ASIDE + 40) return;
    return ahead + aside * 1.5;
  });
}

function nearest(
  rects: ReadonlyMap<string, Rect>,
  distance: (rect: Rect, id: string) => number | undefined,
): string | undefined {
  let [best, least]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
  for (const [id, rect] of rects) {
    const far = distance(rect, id);
    if (far !== undefined && far < least) [best, least] = [id, far];
  }
  return best;
}

/** Half of the longest side of a plain box: what is longer, a frame or a lane, is as near as its nearest part. */
const HALF = 130;

function apart(start: number, length: number, otherStart: number, otherLength: number): number {
  const from = middle(start, length);
  const reach = Math.max(0, otherLength / 2 - HALF);
  const to = middle(otherStart, otherLength);
  return Math.min(Math.max(from, to - reach), to + reach) - from;
}

function middle(start: number, length: number): number {
  return start + length / 2;
}
