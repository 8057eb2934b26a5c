/** The way of a line between two outlines, as an SVG path; the same on the canvas and in an exported picture. */

import type { Point } from "../../state/state";
import type { Rect, Way } from "./geometry";

export type RouteStyle = "branch" | "flow" | "straight";

export interface Route {
  readonly path: string;
  /** Where a label stands, with its middle unless it says `start`. */
  readonly label: readonly [x: number, y: number];
  readonly anchor?: "start";
  /** Where it turns, when a layout has found its way. */
  readonly points?: readonly Point[];
}

/** A label with more letters than this would cover what it names. */
export const LABEL_LETTERS = 26;

/** Average advance of the 11 px letters of a label. */
const LETTER = 6.2;

export function labelWidth(label: string): number {
  return Math.round(Math.min([...label].length, LABEL_LETTERS) * LETTER) + 8;
}

/** The route along a way, nothing when an end has moved away or changed its size. */
export function along({ points, label, source, target }: Way, from: Rect, to: Rect): Route | undefined {
  const [dx, dy] = [from.x - source.x, from.y - source.y];
  const holds = to.x - target.x === dx && to.y - target.y === dy && isAsLarge(source, from) && isAsLarge(target, to);
  const [first] = points;
  if (!holds || first === undefined) return undefined;
  const [middle] = points.slice(Math.floor((points.length - 1) / 2));
  const [x, y] = label ?? middle ?? first;
  const moved = points.map(([px, py]): Point => [px + dx, py + dy]);
  return {
    path: moved.map((point, index) => `${index === 0 ? "M" : "L"}${point.join(",")}`).join(""),
    label: [x + dx, y + dy],
    points: moved,
  };
}

function isAsLarge(one: Rect, two: Rect): boolean {
  return one.width === two.width && one.height === two.height;
}

interface Ends {
  readonly source: Rect;
  readonly target: Rect;
  /** Heights at which a flow leaves and enters, from the top of its box; the middle where absent. */
  readonly leaves?: number;
  readonly enters?: number;
  /** Moves parallel lines apart, in pixels. */
  readonly shift?: number;
  /** The height below what stands in the way. */
  readonly under?: number;
  /** The top of the row where a branch turns aside to run down beside what hangs from it. */
  readonly row?: number;
}

/** How far a flow runs straight out of a box before it turns. */
const LEAD = 22;

export function route(style: RouteStyle, ends: Ends): Route {
  switch (style) {
    case "branch":
      return branch(ends);
    case "flow":
      return flow(ends);
    case "straight":
      return straight(ends);
  }
}

/** How far beside a box its branch runs down. */
const HANGS = 12;

/** From below a box to the top of one of its children, or to its side where it stands beside. */
function branch({ source, target, row }: Ends): Route {
  const [sx, sy] = [source.x + source.width / 2, source.y + source.height];
  const [tx, ty] = [target.x + target.width / 2, target.y];
  if (row !== undefined && row > sy + 8 && target.y >= row) {
    const [turn, side, middle] = [Math.max(sy + 4, row - 24), target.x - HANGS, target.y + target.height / 2];
    return { path: `M${sx},${sy}V${turn}H${side}V${middle}H${target.x}`, label: [side, middle] };
  }
  if (ty < sy + 8) return straight({ source, target });
  const middle = Math.max(sy + 4, ty - 24);
  return { path: `M${sx},${sy}V${middle}H${tx}V${ty}`, label: [tx, middle] };
}

/** Out to the right, in from the left, at right angles. */
function flow({ source, target, leaves, enters, shift = 0, under: below }: Ends): Route {
  const sx = source.x + source.width;
  const sy = source.y + (leaves ?? source.height / 2 + shift);
  const tx = target.x;
  const ty = target.y + (enters ?? target.height / 2 + shift);
  if (below !== undefined) {
    const level = Math.round(below + shift);
    return { path: `M${sx},${sy}H${sx + LEAD}V${level}H${tx - LEAD}V${ty}H${tx}`, label: [(sx + tx) / 2, level] };
  }
  if (tx - sx >= 2 * LEAD) {
    const middle = Math.round((sx + tx) / 2 + shift);
    return { path: `M${sx},${sy}H${middle}V${ty}H${tx}`, label: [middle, (sy + ty) / 2] };
  }
  const apart = target.y > source.y + source.height || source.y > target.y + target.height;
  const between =
    target.y > source.y ? (source.y + source.height + target.y) / 2 : (target.y + target.height + source.y) / 2;
  const under = Math.max(source.y + source.height, target.y + target.height) + LEAD;
  const level = Math.round((apart ? between : under) + shift);
  const [out, into] = [sx + LEAD + Math.abs(shift), tx - LEAD - Math.abs(shift)];
  return { path: `M${sx},${sy}H${out}V${level}H${into}V${ty}H${tx}`, label: [(out + into) / 2, level] };
}

/** From border to border along the line between the middles. */
function straight({ source, target, shift = 0 }: Ends): Route {
  const [ax, ay] = middleOf(source);
  const [bx, by] = middleOf(target);
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ox, oy] = [(-(by - ay) / length) * shift, ((bx - ax) / length) * shift];
  const [sx, sy] = border(source, bx - ax, by - ay);
  const [tx, ty] = border(target, ax - bx, ay - by);
  const path = `M${round(sx + ox)},${round(sy + oy)}L${round(tx + ox)},${round(ty + oy)}`;
  return { path, label: [round((sx + tx) / 2 + ox), round((sy + ty) / 2 + oy)] };
}

function middleOf(rect: Rect): readonly [number, number] {
  return [rect.x + rect.width / 2, rect.y + rect.height / 2];
}

/** Where a ray from the middle of an outline leaves it. */
function border(rect: Rect, dx: number, dy: number): readonly [number, number] {
  const [cx, cy] = middleOf(rect);
  if (dx === 0 && dy === 0) return [cx, cy];
  const scale = Math.min(
    rect.width / 2 / Math.abs(dx || Number.EPSILON),
    rect.height / 2 / Math.abs(dy || Number.EPSILON),
  );
  return [cx + dx * scale, cy + dy * scale];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
