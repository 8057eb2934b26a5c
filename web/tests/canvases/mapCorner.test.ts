/** The small map of the picture lies on no box. */

import { expect, test } from "vitest";
import type { Rect } from "../../src/canvases/graph/geometry";
import { freeCorner } from "../../src/canvases/graph/mapCorner";

const WINDOW = { x: 0, y: 0, zoom: 1, width: 1_000, height: 700 };
const box = (x: number, y: number): Rect => ({ x, y, width: 150, height: 40 });
const [MIDDLE_LEFT, MIDDLE_RIGHT, BOTTOM_RIGHT] = [box(20, 330), box(830, 330), box(830, 640)];

test("[U-216] the map stands in the first place at a side where no box is", () => {
  const corners = [[], [BOTTOM_RIGHT], [BOTTOM_RIGHT, MIDDLE_RIGHT]].map((boxes) =>
    freeCorner(boxes, WINDOW, undefined),
  );
  expect(corners).toEqual(["bottom-right", "center-right", "center-left"]);
});

test("[U-216] it stays where it is while no box comes there, and is away while there is no such place", () => {
  expect([
    freeCorner([], WINDOW, "center-left"),
    freeCorner([MIDDLE_LEFT], WINDOW, "center-left"),
    freeCorner([MIDDLE_LEFT, MIDDLE_RIGHT, BOTTOM_RIGHT], WINDOW, "center-left"),
  ]).toEqual(["center-left", "bottom-right", undefined]);
});

test("[U-216] what counts is where boxes are seen: the window may be moved and zoomed", () => {
  expect([
    freeCorner([BOTTOM_RIGHT], { ...WINDOW, x: -400 }, undefined),
    freeCorner([box(400, 300)], { ...WINDOW, x: 450, y: 350 }, undefined),
    freeCorner([box(1_900, 1_300)], { ...WINDOW, zoom: 0.5 }, undefined),
  ]).toEqual(["bottom-right", "center-right", "center-right"]);
});
