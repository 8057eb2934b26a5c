/** Columns in the order of the flow: activity diagrams with lanes, and the plain form of the layered layout. */

import { columnsOf, type TypedId } from "./columns";
import { boxSize, GAP, type Positions } from "./geometry";
import { outermost, outermostOf, packedInside, sizeIn, withInside, type Placed } from "./packing";
import type { Box, Scene } from "./scene";

/** Room for the name of a flow between two columns. */
const LABEL = 190;

/** An activity diagram: one lane for each actor and one for the functions, columns in the order of the flow. */
export function lanes(scene: Scene): Positions {
  const placed: Placed = new Map();
  const order = columnsOf(typed(scene, [...scene.boxes.keys()]), scene.lines);
  const lefts = leftsOf([...scene.boxes.values()].map((box) => [order.get(box.id) ?? 0, boxSize(box).width]), LABEL);
  const actors = [...scene.boxes.values()].filter((box) => box.nodeType === "ACTOR");
  const others = [...scene.boxes.values()].filter((box) => box.nodeType !== "ACTOR");
  const rows: Box[][] = [...actors.map((actor) => [actor]), others];
  let top = 0;
  for (const row of rows) {
    const filled = new Map<number, number>();
    let deepestInRow = 0;
    for (const box of row) {
      const column = order.get(box.id) ?? 0;
      const nth = filled.get(column) ?? 0;
      filled.set(column, nth + 1);
      deepestInRow = Math.max(deepestInRow, nth + 1);
      placed.set(box.id, [lefts.get(column) ?? 0, top + nth * 86]);
    }
    if (row.length > 0) top += deepestInRow * 86 + 60;
  }
  return placed;
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
  const layer = scene.view.layers?.indexOf(scene.boxes.get(id)?.nodeType ?? "") ?? -1;
  return layer >= 0 ? layer : (order.get(id) ?? 0);
}

function leftsOf(columnsAndWidths: readonly (readonly [column: number, width: number])[], between = 120): ReadonlyMap<number, number> {
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
