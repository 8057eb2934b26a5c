/**
 * The ways of lines that end at a lane in which nothing stands: what an actor gives to a step or gets from it. Pure.
 *
 * A line stands upright beside its step and ends inside the lane, where its label begins; labels take turns in rows.
 */

import { LANE, type Rect } from "./geometry";
import { labelWidth, type Route } from "./routes";
import type { Line, Scene } from "./scene";

/** From a step to the first line beside it, and from line to line. */
const BESIDE = { first: 26, next: 16 } as const;
/** From lane to lane: one line after another. */
const ACROSS = 170;

interface Exchange {
  readonly line: Line;
  readonly x: number;
  /** The end at a step; absent between two lanes. */
  readonly step?: { readonly x: number; readonly y: number };
}

export function exchangeRoutes({ boxes, lines }: Scene, rects: ReadonlyMap<string, Rect>): ReadonlyMap<string, Route> {
  const isLane = (id: string): boolean => boxes.get(id)?.isLane === true;
  const ending = lines.filter(({ source, target }) => isLane(source) || isLane(target));
  const exchanges = beside(ending, isLane, rects);
  const heights = heightsInLanes(exchanges, isLane, rects);
  return new Map(
    exchanges.map(({ line, x, step }): readonly [string, Route] => {
      const [from, to] = [heights.get(`${line.source} ${line.id}`) ?? 0, heights.get(`${line.target} ${line.id}`) ?? 0];
      const label = [x + 9, (isLane(line.source) ? from : to) + 8] as const;
      if (step === undefined) return [line.id, { path: `M${x},${from}V${to}`, label, anchor: "start" }];
      const path = isLane(line.source) ? `M${x},${from}V${step.y}H${step.x}` : `M${step.x},${step.y}H${x}V${to}`;
      return [line.id, { path, label, anchor: "start" }];
    }),
  );
}

/** What a step gets stands on its left, what it gives on its right. */
function beside(
  lines: readonly Line[],
  isLane: (id: string) => boolean,
  rects: ReadonlyMap<string, Rect>,
): readonly Exchange[] {
  const sideOf = ({ source, target }: Line): string =>
    isLane(source) ? (isLane(target) ? "" : `${target} in`) : `${source} out`;
  const total = new Map<string, number>();
  for (const line of lines) total.set(sideOf(line), (total.get(sideOf(line)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return lines.flatMap((line): readonly Exchange[] => {
    const side = sideOf(line);
    const nth = seen.get(side) ?? 0;
    seen.set(side, nth + 1);
    const rect = rects.get(isLane(line.source) ? line.target : line.source);
    if (rect === undefined) return [];
    if (side === "") return [{ line, x: rect.x + LANE.strip + BESIDE.first + nth * ACROSS }];
    const isIn = side.endsWith(" in");
    const away = BESIDE.first + nth * BESIDE.next;
    const y = Math.round(rect.y + (rect.height * (nth + 1)) / ((total.get(side) ?? 1) + 1));
    const [near, x] = isIn ? [rect.x, rect.x - away] : [rect.x + rect.width, rect.x + rect.width + away];
    return [{ line, x, step: { x: near, y } }];
  });
}

/** Where each line ends in its lanes, by `lane line`. From the far border on, so that no line crosses a label on its way. */
function heightsInLanes(
  exchanges: readonly Exchange[],
  isLane: (id: string) => boolean,
  rects: ReadonlyMap<string, Rect>,
): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  const ends = new Map<string, number[]>();
  for (const { line, x, step } of [...exchanges].sort((a, b) => a.x - b.x)) {
    for (const [id, other] of [
      [line.source, line.target],
      [line.target, line.source],
    ] as const) {
      const [rect, far] = [rects.get(id), rects.get(other)];
      if (!isLane(id) || rect === undefined || far === undefined) continue;
      const rows = ends.get(id) ?? [];
      const free = rows.findIndex((end) => end < x);
      const row = free >= 0 ? free : rows.length;
      rows[row] = x + 4 + labelWidth(line.label);
      ends.set(id, rows);
      const offset = LANE.row * ((row % LANE.mostRows) + 1);
      const isAbove = rect.y < (step?.y ?? far.y);
      heights.set(`${id} ${line.id}`, Math.round(isAbove ? rect.y + offset : rect.y + rect.height - offset));
    }
  }
  return heights;
}
