/** Columns in the order of the flow: activity diagrams with lanes, and the plain form of the layered layout. */

import { GAP, type Positions } from "./geometry";
import { outermost, outermostOf, packedInside, sizeIn, withInside, type Placed } from "./packing";
import type { Box, Scene } from "./scene";

/** An activity diagram: one lane for each actor and one for the functions, columns in the order of the flow. */
export function lanes(scene: Scene): Positions {
  const placed: Placed = new Map();
  const columns = columnsOf(scene);
  const actors = [...scene.boxes.values()].filter((box) => box.nodeType === "ACTOR");
  const others = [...scene.boxes.values()].filter((box) => box.nodeType !== "ACTOR");
  const rows: Box[][] = [...actors.map((actor) => [actor]), others];
  let top = 0;
  for (const row of rows) {
    const filled = new Map<number, number>();
    let deepestInRow = 0;
    for (const box of row) {
      const column = columns.get(box.id) ?? 0;
      const nth = filled.get(column) ?? 0;
      filled.set(column, nth + 1);
      deepestInRow = Math.max(deepestInRow, nth + 1);
      placed.set(box.id, [column * 330, top + nth * 86]);
    }
    if (row.length > 0) top += deepestInRow * 86 + 60;
  }
  return placed;
}

/** The place of each box in the flow: longest way from where it starts, cycles cut where they close. */
export function columnsOf(scene: Pick<Scene, "boxes" | "lines">): ReadonlyMap<string, number> {
  const next = new Map<string, string[]>();
  for (const { source, target } of scene.lines) next.set(source, [...(next.get(source) ?? []), target]);
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const forward = new Map<string, string[]>();
  for (const root of startsFirst(scene)) {
    const stack: { id: string; left: string[] }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      stack.push({ id, left: [...(next.get(id) ?? [])] });
    };
    if (!state.has(root)) enter(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top === undefined) break;
      const target = top.left.shift();
      if (target === undefined) {
        state.set(top.id, "done");
        order.unshift(top.id);
        stack.pop();
        continue;
      }
      if (state.get(target) === "open") continue;
      forward.set(top.id, [...(forward.get(top.id) ?? []), target]);
      if (!state.has(target)) enter(target);
    }
  }
  const columns = new Map<string, number>(order.map((id) => [id, 0]));
  for (const id of order) {
    for (const target of forward.get(id) ?? []) {
      columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(id) ?? 0) + 1));
    }
  }
  return columns;
}

function startsFirst(scene: Pick<Scene, "boxes" | "lines">): readonly string[] {
  const entered = new Set(scene.lines.map((line) => line.target));
  const ids = [...scene.boxes.keys()];
  const actor = (id: string): boolean => scene.boxes.get(id)?.nodeType === "ACTOR";
  return [...ids.filter((id) => !entered.has(id)), ...ids.filter(actor), ...ids];
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
  const order = columnsOf({ boxes: new Map(ids.flatMap((id) => entry(scene, id))), lines });
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

function entry(scene: Scene, id: string): readonly (readonly [string, Box])[] {
  const box = scene.boxes.get(id);
  return box === undefined ? [] : [[id, box]];
}

function columnAt(scene: Scene, order: ReadonlyMap<string, number>, id: string): number {
  const layer = scene.view.layers?.indexOf(scene.boxes.get(id)?.nodeType ?? "") ?? -1;
  return layer >= 0 ? layer : (order.get(id) ?? 0);
}

function leftsOf(columnsAndWidths: readonly (readonly [column: number, width: number])[]): ReadonlyMap<number, number> {
  const widest = new Map<number, number>();
  for (const [column, width] of columnsAndWidths) widest.set(column, Math.max(widest.get(column) ?? 0, width));
  const lefts = new Map<number, number>();
  let left = 0;
  for (const column of [...widest.keys()].sort((a, b) => a - b)) {
    lefts.set(column, left);
    left += (widest.get(column) ?? 0) + 120;
  }
  return lefts;
}
