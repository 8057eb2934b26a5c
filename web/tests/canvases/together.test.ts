/** The picture that people have put together is one for all, also where a screen's own had grown elsewhere. */

import { expect, test } from "vitest";
import type { Positions } from "../../src/canvases/graph/geometry";
import { asStored, keptWith, madeBy } from "../../src/canvases/graph/together";
import type { Point } from "../../src/state/state";

const BOXES = ["md1", "md2", "md3", "ghost:p:Till"].map((id) => ({ id }));
const OWN: Positions = new Map<string, Point>([
  ["md1", [110, 0]],
  ["md2", [0, 92]],
  ["md3", [210, 92]],
  ["ghost:p:Till", [0, 184]],
]);
const stoodAt = (positions: Positions) => ({ positions, ways: new Map() });

test("[U-391] the first move of another hand takes what is proposed along where the two pictures stand apart", () => {
  const stored: Readonly<Record<string, Point>> = { md1: [104, 0], md2: [-6, 92], md3: [204, 132] };
  expect(asStored(BOXES, stored, stoodAt(OWN))).toEqual({
    positions: new Map([...Object.entries(stored), ["ghost:p:Till", [-6, 184]]]),
    ways: new Map(),
    shift: [-6, 0],
  });
});

test("[U-391] another picture is taken as it is; what is proposed finds its place in it anew", () => {
  const stored: Readonly<Record<string, Point>> = { md1: [500, 0], md2: [40, 300], md3: [0, 0] };
  expect(asStored(BOXES, stored, stoodAt(OWN))).toMatchObject({ positions: new Map(Object.entries(stored)) });
});

test("[U-391] where nobody has put anything there is no such picture", () => {
  expect([asStored(BOXES, {}, stoodAt(OWN)), asStored(BOXES, undefined, undefined)]).toEqual([undefined, undefined]);
});

test("[U-391] a move keeps for everybody also what came since, where this hand saw it, and moves nothing else that stands", () => {
  const stored: Readonly<Record<string, Point>> = { md1: [104, 0], md2: [-6, 92] };
  const moves: Positions = new Map<string, Point>([["md2", [5, 5]]]);
  expect([...keptWith(moves, OWN, stored)]).toEqual([
    ["md3", [210, 92]],
    ["ghost:p:Till", [0, 184]],
    ["md2", [5, 5]],
  ]);
  expect(new Map(keptWith(moves, OWN, undefined))).toEqual(new Map([...OWN, ...moves]));
});

test("[P-194] what one has made is kept where one's own screen shows it; not what others made, nor what a hand has placed", () => {
  const made = (personId: string, ...ids: readonly string[]) => ({
    author: { personId, name: personId },
    aliases: Object.fromEntries(ids.map((id) => [`t-${id}`, id])),
  });
  const commits = [made("ana", "md3", "gone"), made("ben", "md2"), made("ana", "md1")];
  const stored: Readonly<Record<string, Point>> = { md1: [0, 0] };
  expect(madeBy("ana", commits, OWN, stored)).toEqual(new Map([["md3", [210, 92]]]));
  expect(madeBy(undefined, commits, OWN, stored)).toEqual(new Map());
});
