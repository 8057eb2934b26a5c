/** Columns in the order of the flow: activity diagrams with lanes, and the plain form of the layered layout. */

import { isType } from "../ontology";
import { columnsOf, stepsOf, type TypedId } from "./columns";
import { boxSize, GAP, LANE, type Positions } from "./geometry";
import { outermost, outermostOf, type Placed, packedInside, sizeIn, withInside } from "./packing";
import type { Box, Scene } from "./scene";

/** Room for the name of a flow between two columns. */
const LABEL = 190;

/** Room between two steps: for what joins them to lanes, and for the way of a line around a step. */
const BETWEEN = { steps: 120, rows: 38 } as const;

/** An activity diagram: lanes as rows without gaps between them, steps in the order of the flow from left to right. */
export function lanes(scene: Scene): Positions {
  const placed: Placed = new Map();
  const steps = [...scene.boxes.values()].filter((box) => box.isLane !== true);
  const order = stepsOf(
    typed(scene, [...scene.boxes.keys()]),
    scene.lines,
    (id) => scene.boxes.get(id)?.isLane === true,
  );
  const isNamed = scene.lines.some((line) => line.label !== "" && order.has(line.source) && order.has(line.target));
  const lefts = leftsOf(
    steps.map((box) => [order.get(box.id) ?? 0, boxSize(box).width]),
    isNamed ? LABEL : BETWEEN.steps,
  );
  let top = 0;
  for (const lane of inOrder(scene, order)) {
    const filled = new Map<number, number>();
    for (const box of steps.filter(({ parent }) => parent === lane.id)) {
      const column = order.get(box.id) ?? 0;
      const nth = filled.get(column) ?? 0;
      filled.set(column, nth + 1);
      const row = boxSize(box).height + BETWEEN.rows;
      placed.set(box.id, [lefts.get(column) ?? 0, top + LANE.inset + nth * row]);
    }
    if (filled.size === 0) placed.set(lane.id, [-LANE.strip - LANE.side, top]);
    const inside = steps
      .filter(({ parent }) => parent === lane.id)
      .flatMap((box) => {
        const at = placed.get(box.id);
        return at === undefined ? [] : [at[1] + boxSize(box).height + LANE.inset];
      });
    top = Math.max(top + boxSize(lane).height, ...inside);
  }
  return placed;
}

/** Lanes from top to bottom: who gives first, then by their first step, who only gets something last. */
function inOrder(scene: Scene, order: ReadonlyMap<string, number>): readonly Box[] {
  const first = (lane: Box): number => {
    const inside = [...scene.boxes.values()]
      .filter(({ parent }) => parent === lane.id)
      .map(({ id }) => order.get(id) ?? 0);
    if (inside.length > 0) return Math.min(...inside);
    const onlyGets =
      scene.lines.some(({ target }) => target === lane.id) && !scene.lines.some(({ source }) => source === lane.id);
    return onlyGets ? Number.POSITIVE_INFINITY : -1;
  };
  const lanesOf = [...scene.boxes.values()].filter((box) => box.isLane === true);
  const firsts = new Map(lanesOf.map((lane) => [lane.id, first(lane)]));
  return lanesOf.sort((a, b) => compare(firsts.get(a.id) ?? 0, firsts.get(b.id) ?? 0));
}

function compare(one: number, two: number): number {
  return one === two ? 0 : one - two;
}

/** Columns without any care for crossings: what is shown when ELK does not answer in time. */
export function columns(scene: Scene): Positions {
  const inner = packedInside(scene);
  const ids = outermost(scene);
  const lines = scene.lines.map((line) => ({
    ...line,
    source: outermostOf(scene, line.source),
    target: outermostOf(scene, line.target),
  }));
  const order = columnsOf(typed(scene, ids), lines);
  const tops = new Map<number, number>();
  const lefts = leftsOf(ids.map((id) => [columnAt(scene, order, id), sizeIn(inner.sizes, id).width]));
  const placed: Placed = new Map();
  for (const id of ids) {
    const column = columnAt(scene, order, id);
    const top = tops.get(column) ?? 0;
    placed.set(id, [lefts.get(column) ?? 0, top]);
    tops.set(column, top + sizeIn(inner.sizes, id).height + GAP);
  }
  return withInside(placed, inner);
}

function typed(scene: Scene, ids: readonly string[]): readonly TypedId[] {
  return ids.map((id) => [id, scene.boxes.get(id)?.nodeType ?? ""]);
}

function columnAt(scene: Scene, order: ReadonlyMap<string, number>, id: string): number {
  const layer = scene.view.layers?.findIndex((type) => isType(scene.boxes.get(id)?.nodeType, type)) ?? -1;
  return layer >= 0 ? layer : (order.get(id) ?? 0);
}

function leftsOf(
  columnsAndWidths: readonly (readonly [column: number, width: number])[],
  between = 120,
): ReadonlyMap<number, number> {
  const widest = new Map<number, number>();
  for (const [column, width] of columnsAndWidths) widest.set(column, Math.max(widest.get(column) ?? 0, width));
  const lefts = new Map<number, number>();
  let left = 0;
  for (const column of [...widest.keys()].sort((a, b) => a - b)) {
    lefts.set(column, left);
    left += (widest.get(column) ?? 0) + between;
  }
  return lefts;
}
