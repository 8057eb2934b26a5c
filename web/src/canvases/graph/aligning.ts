/** Boxes put in one line, or spread with the same gap between them. Pure. */

import type { Point } from "../../state/state";
import { outlines, type Positions, type Rect } from "./geometry";
import { carried } from "./picture";
import type { Scene } from "./scene";

export const ALIGNMENTS = ["left", "centre", "right", "top", "middle", "bottom", "across", "down"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** From how many boxes on it changes anything: between two there is one gap only. */
export function leastFor(how: Alignment): 2 | 3 {
  return how === "across" || how === "down" ? 3 : 2;
}

/** Where all boxes stand that move: a container takes its content along, and what is selected in it goes with it. */
export function aligned(scene: Scene, positions: Positions, ids: ReadonlySet<string>, how: Alignment): Positions {
  const rects = outlines(scene, positions);
  const outermost = [...ids].filter((id) => rects.has(id) && !isWithin(scene, id, ids));
  if (outermost.length < leastFor(how)) return new Map();
  const boxes = outermost.flatMap((id) => {
    const rect = rects.get(id);
    return rect === undefined ? [] : [[id, rect] as const];
  });
  const moves = [...(leastFor(how) === 3 ? spread(boxes, how) : lined(boxes, how))];
  return new Map(moves.flatMap(([id, by]) => [...carried(scene, positions, new Set([id]), by)]));
}

type Boxes = readonly (readonly [id: string, rect: Rect])[];

/** By how much each box moves to end in one line. */
function lined(boxes: Boxes, how: Alignment): readonly (readonly [string, Point])[] {
  const rects = boxes.map(([, rect]) => rect);
  const [left, top] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))];
  const right = Math.max(...rects.map(({ x, width }) => x + width));
  const bottom = Math.max(...rects.map(({ y, height }) => y + height));
  return boxes.map(([id, { x, y, width, height }]) => {
    const goals: Partial<Record<Alignment, Point>> = {
      left: [left, y],
      centre: [(left + right - width) / 2, y],
      right: [right - width, y],
      top: [x, top],
      middle: [x, (top + bottom - height) / 2],
      bottom: [x, bottom - height],
    };
    const [toX, toY] = goals[how] ?? [x, y];
    return [id, [toX - x, toY - y]] as const;
  });
}

/** The outer two stay; where they leave too little room the gaps are negative, and equal all the same. */
function spread(boxes: Boxes, how: Alignment): readonly (readonly [string, Point])[] {
  const isAcross = how === "across";
  const start = ({ x, y }: Rect): number => (isAcross ? x : y);
  const length = ({ width, height }: Rect): number => (isAcross ? width : height);
  const inOrder = [...boxes].sort(([, one], [, two]) => start(one) + length(one) / 2 - start(two) - length(two) / 2);
  const [first, last] = [inOrder[0]?.[1], inOrder.at(-1)?.[1]];
  if (first === undefined || last === undefined) return [];
  const all = inOrder.reduce((sum, [, rect]) => sum + length(rect), 0);
  const gap = (start(last) + length(last) - start(first) - all) / (boxes.length - 1);
  let next = start(first);
  return inOrder.map(([id, rect]) => {
    const by = next - start(rect);
    next += length(rect) + gap;
    return [id, isAcross ? [by, 0] : [0, by]] as const;
  });
}

function isWithin(scene: Pick<Scene, "boxes">, id: string, ids: ReadonlySet<string>): boolean {
  for (let at = scene.boxes.get(id)?.parent; at !== undefined; at = scene.boxes.get(at)?.parent)
    if (ids.has(at)) return true;
  return false;
}
