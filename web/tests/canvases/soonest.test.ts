import { expect, test } from "vitest";
import { soonest } from "../../src/canvases/graph/soonest";

const BOXES = [0, 1, 2, 3, 4, 5].map((at) => ({ id: `b${at}`, position: { x: at * 100, y: 0 } }));
const soon = (count: number, before: readonly string[], x?: number): readonly string[] =>
  soonest(BOXES, count, new Set(before), x === undefined ? undefined : { x, y: 0 }).map(({ id }) => id);

test("what stands around a point comes first, in the order of all", () => {
  expect(soon(2, [], 410)).toEqual(["b4", "b5"]);
  expect(soon(4, [], 410)).toEqual(["b2", "b3", "b4", "b5"]);
});

test("what was there stays, wherever the point is", () => {
  expect(soon(3, ["b0", "b1"], 500)).toEqual(["b0", "b1", "b5"]);
  expect(soon(1, ["b0", "b1"], 500)).toEqual(["b0", "b1"]);
});

test("without a point the first come first", () => {
  expect(soon(3, [])).toEqual(["b0", "b1", "b2"]);
});
