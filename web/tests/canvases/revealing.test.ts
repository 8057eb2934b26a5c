import { describe, expect, it } from "vitest";
import { MARGIN, READABLE, revealing } from "../../src/canvases/graph/revealing";

const ROOM = { width: 1_000, height: 600 };
const NEAR = { x: 0, y: 0, zoom: 1 };
const box = (x: number, y: number, width = 100) => ({ x, y, width, height: 40 });

describe("the window after somebody asked for a box", () => {
  it("stays where the box is seen", () => {
    expect([box(0, 0), box(900, 560)].map((each) => revealing(each, ROOM, NEAR))).toEqual([undefined, undefined]);
  });

  it("goes only as far as the box is seen with a margin, on each side by itself", () => {
    expect([box(-30, 10), box(950, 300), box(300, 700)].map((each) => revealing(each, ROOM, NEAR))).toEqual([
      { x: 30 + MARGIN, y: 14, zoom: 1 },
      { x: -50 - MARGIN, y: 0, zoom: 1 },
      { x: 0, y: -140 - MARGIN, zoom: 1 },
    ]);
  });

  it("shows the beginning of a box that is longer than the room", () => {
    expect(revealing(box(400, 10, 3_000), ROOM, NEAR)).toEqual({ x: MARGIN - 400, y: 14, zoom: 1 });
  });

  it("comes nearer, with the box in the middle, from where nothing can be read", () => {
    expect(revealing(box(4_000, 2_000), ROOM, { x: 0, y: 0, zoom: 0.3 })).toEqual({
      ...{ x: 500 - 4_050 * READABLE, y: 300 - 2_020 * READABLE, zoom: READABLE },
    });
  });
});
