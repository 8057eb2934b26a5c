/** A scene with positions, ready to be drawn: outlines and routes. Pure; the canvas and the export draw the same. */

import type { Point } from "../../state/state";
import { exchangeRoutes } from "./exchanges";
import { boundsOf, boxSize, outlines, type Positions, portAt, type Rect, type Way } from "./geometry";
import { type LineStyle, lineStyle } from "./lineStyles";
import { along, type Route, route } from "./routes";
import type { Box, Line, Scene } from "./scene";
import { branchesOf, hanging } from "./tree";

export interface DrawnLine extends Route {
  readonly line: Line;
  readonly style: LineStyle;
  /** Joins a box to a further parent, across the tree: shown while one of the two is selected. */
  readonly isAcross?: true;
}

export interface Picture {
  readonly scene: Scene;
  readonly rects: ReadonlyMap<string, Rect>;
  readonly lines: readonly DrawnLine[];
  /** Around all of it. */
  readonly bounds: Rect;
}

/** Pixels between lines that join the same two boxes. */
const APART = 14;

export function pictureOf(
  scene: Scene,
  positions: Positions,
  isDirected: boolean,
  ways: ReadonlyMap<string, Way> = NO_WAYS,
): Picture {
  const rects = outlines(scene, positions);
  const lines = drawnLines(scene, rects, isDirected, ways);
  const turns = lines.flatMap(({ points = [] }) => points.map(([x, y]): Rect => ({ x, y, width: 0, height: 0 })));
  return { scene, rects, lines, bounds: boundsOf([...rects.values(), ...turns]) };
}

const NO_ROWS: ReadonlyMap<string, number> = new Map();
const NO_WAYS: ReadonlyMap<string, Way> = new Map();

function drawnLines(
  scene: Scene,
  rects: ReadonlyMap<string, Rect>,
  isDirected: boolean,
  ways: ReadonlyMap<string, Way>,
): readonly DrawnLine[] {
  const nth = new Map<string, number>();
  const total = new Map<string, number>();
  const exchanged = exchangeRoutes(scene, rects);
  const isTree = scene.view.arrangement === "tree" && isDirected;
  const rows = isTree ? hanging(scene, rects) : NO_ROWS;
  const branches = isTree ? branchesOf(scene) : undefined;
  for (const line of scene.lines) total.set(pair(line), (total.get(pair(line)) ?? 0) + 1);
  return scene.lines.flatMap((line): readonly DrawnLine[] => {
    const [source, target] = [rects.get(line.source), rects.get(line.target)];
    const [from, to] = [scene.boxes.get(line.source), scene.boxes.get(line.target)];
    if (!source || !target || !from || !to) return [];
    const index = nth.get(pair(line)) ?? 0;
    nth.set(pair(line), index + 1);
    const shift = (index - ((total.get(pair(line)) ?? 1) - 1) / 2) * APART;
    const style = lineStyle(scene.view, line, isDirected);
    const exchange = exchanged.get(line.id);
    if (exchange !== undefined)
      return [{ line, style: from.isLane === true ? { ...style, tail: "dot" } : style, ...exchange }];
    const leaves = portHeight(from, line, "out");
    const enters = portHeight(to, line, "in");
    const way = ways.get(line.id);
    const found = way && along(way, source, target);
    if (found !== undefined) return [{ line, style, ...found }];
    const under = scene.view.lanes === undefined ? undefined : below(scene, rects, source, target);
    const row = rows.get(line.id);
    const ends = {
      source,
      target,
      shift,
      ...(row !== undefined && { row }),
      ...(under !== undefined && { under }),
      ...(leaves !== undefined && { leaves }),
      ...(enters !== undefined && { enters }),
    };
    const isAcross = branches !== undefined && !branches.has(line.id);
    return [{ line, style, ...route(style.route, ends), ...(isAcross && { isAcross }) }];
  });
}

/** In a lane a line that skips steps goes below them. */
function below(scene: Scene, rects: ReadonlyMap<string, Rect>, source: Rect, target: Rect): number | undefined {
  const heights = [source.y + source.height / 2, target.y + target.height / 2];
  const inTheWay = [...scene.boxes.values()].flatMap((box) => {
    const rect = rects.get(box.id);
    const isBetween =
      rect !== undefined && box.isLane !== true && rect.x > source.x + source.width && rect.x + rect.width < target.x;
    return isBetween && heights.some((y) => rect.y < y + 8 && rect.y + rect.height > y - 8)
      ? [rect.y + rect.height]
      : [];
  });
  return inTheWay.length === 0 ? undefined : Math.max(...inTheWay) + 16;
}

function pair({ source, target }: Line): string {
  return source < target ? `${source} ${target}` : `${target} ${source}`;
}

function portHeight(box: Box, { leaves, enters }: Line, side: "in" | "out"): number | undefined {
  const port = side === "out" ? leaves : enters;
  if (port === undefined || box.isContainer || box.ports.length === 0) return undefined;
  return portAt(box, port, side, boxSize(box)).y;
}

/** Top left corners of all boxes that are moved by moving these: a container takes its content along. */
export function carried(
  scene: Pick<Scene, "boxes">,
  positions: Positions,
  ids: ReadonlySet<string>,
  by: Point,
): Positions {
  const moves = new Map<string, Point>();
  for (const box of scene.boxes.values()) {
    for (let at: string | undefined = box.id; at !== undefined; at = scene.boxes.get(at)?.parent) {
      if (!ids.has(at)) continue;
      const [x, y] = positions.get(box.id) ?? [0, 0];
      moves.set(box.id, [x + by[0], y + by[1]]);
      break;
    }
  }
  return moves;
}
