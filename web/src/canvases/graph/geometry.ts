/**
 * Sizes and outlines of boxes. Sizes come from character counts, so that a layout is the same on every screen and needs
 * no measuring in the page.
 */

import type { Point } from "../../state/state";
import type { Box, Scene } from "./scene";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Point2, Size {}

interface Point2 {
  readonly x: number;
  readonly y: number;
}

/** A way that a layout has found between two outlines; it holds as long as both stand to each other as they did. */
export interface Way {
  readonly points: readonly Point[];
  readonly label?: Point;
  readonly source: Rect;
  readonly target: Rect;
}

/** Top left corners by box id. */
export type Positions = ReadonlyMap<string, Point>;

/** What a layout answers: where boxes stand, and ways of lines where it has looked for them. */
export interface Arrangement {
  readonly positions: Positions;
  readonly ways: ReadonlyMap<string, Way>;
}

export function withoutWays(positions: Positions): Arrangement {
  return { positions, ways: new Map() };
}

/** Around the boxes in a container; above them its title. */
export const PADDING = { side: 18, top: 40, bottom: 18 } as const;
export const GAP = 28;
const PORT_HEIGHT = 18;

/** A lane has its name in a strip on the left; in a lane without content each row takes the end of a line with its label. */
export const LANE = { strip: 156, side: 56, inset: 26, least: 76, row: 22, mostRows: 4 } as const;

// Widest advance of a semi-bold 13 px system font over mixed text; measured wide, so that names are cut late.
const CHARACTER = 8.4;
// The same of the 11 px letters of a port.
const PORT_CHARACTER = 6.6;
// The same in the largest letters, 24 px, in which a name is seen from far; and what stands beside the name then.
const FAR_CHARACTER = 14;
const BESIDE_FAR = 40;
/** Letters of a known id for which a box grows beyond what a name is given. */
const MOST_OF_ID = 16;
const BOX = { least: 140, most: 260, height: 52, mostWithPorts: 330, titleOfPorts: 34 } as const;

/** From the middle of the smallest box to its corner. */
export const HALF_A_BOX: Point = [BOX.least / 2, BOX.height / 2];

/** A group says two things in letters that are seen from far. */
const GROUP: Size = { width: 236, height: 68 };

type Sized = Pick<Box, "name" | "knownId" | "nodeType" | "ports" | "isLane" | "exchanges" | "members">;

export function boxSize(box: Sized): Size {
  if (box.members !== undefined) return GROUP;
  if (box.isLane === true) {
    const rows = Math.min(box.exchanges ?? 0, LANE.mostRows);
    return { width: LANE.strip + BOX.most, height: Math.max(LANE.least, (rows + 1) * LANE.row) };
  }
  if (box.ports.length > 0) {
    const inward = box.ports.filter((port) => port.side === "in").length;
    const rows = Math.max(inward, box.ports.length - inward);
    return { width: widthWithPorts(box), height: Math.max(BOX.height, BOX.titleOfPorts + rows * PORT_HEIGHT + 6) };
  }
  // The type code, the mark and the margins take 76 px beside the name.
  const id = widthOfId(box);
  const whole = Math.round(box.name.length * CHARACTER) + id + 76;
  const word = Math.max(longestWord(box.name), box.knownId?.length ?? 0) * FAR_CHARACTER + BESIDE_FAR;
  return { width: Math.min(BOX.most + id, Math.max(BOX.least, whole, word)), height: BOX.height };
}

/** What a known id takes before the name, with the space between them: the name keeps its own room. */
function widthOfId({ knownId }: Pick<Box, "knownId">): number {
  return knownId === undefined ? 0 : Math.round((Math.min(knownId.length, MOST_OF_ID) + 1) * CHARACTER);
}

/** Where a name may be broken inside a word: before each of those that are written together, and behind `.`, `/` or `_`. */
export const INNER_WORD: RegExp = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=[./_])(?=[\p{L}\d])/u;

function longestWord(name: string): number {
  const words = name.split(/[\s-]+/u).flatMap((word) => word.split(INNER_WORD));
  return Math.max(...words.map((word) => word.length));
}

/** Wide enough for the name, and for the names of ports that face each other. */
function widthWithPorts(box: Pick<Box, "name" | "knownId" | "ports">): number {
  const { name, ports } = box;
  const longest = (side: "in" | "out"): number =>
    ports.reduce((most, port) => Math.max(most, port.side === side ? port.name.length : 0), 0);
  const sides = [longest("in"), longest("out")];
  const inPorts = sides.some((letters) => letters === 0) ? Math.max(...sides) : 2 * Math.max(...sides);
  const id = widthOfId(box);
  const wanted = Math.max(name.length * CHARACTER + id + 76, inPorts * PORT_CHARACTER + 44);
  return Math.round(Math.min(BOX.mostWithPorts + id, Math.max(BOX.least, wanted)));
}

/** Where a port sits on its box, from the box's top left corner. */
export function portAt(box: Box, portId: string, side: "in" | "out", size: Size): Point2 {
  const row = box.ports.filter((port) => port.side === side).findIndex((port) => port.id === portId);
  const y = row < 0 ? size.height / 2 : BOX.titleOfPorts + row * PORT_HEIGHT + PORT_HEIGHT / 2;
  return { x: side === "in" ? 0 : size.width, y };
}

/** The outlines of all boxes: plain ones at their positions, containers around what is in them. */
export function outlines(scene: Pick<Scene, "boxes">, positions: Positions): ReadonlyMap<string, Rect> {
  const rects = new Map<string, Rect>();
  const inside = new Map<string, Rect[]>();
  // Boxes come after the box they are drawn in, so backwards means from the inside out.
  for (const box of [...scene.boxes.values()].reverse()) {
    const content = inside.get(box.id);
    const rect = content === undefined ? plain(box, positions.get(box.id)) : around(content, box);
    rects.set(box.id, rect);
    if (box.parent === undefined) continue;
    const siblings = inside.get(box.parent);
    if (siblings === undefined) inside.set(box.parent, [rect]);
    else siblings.push(rect);
  }
  alignLanes(scene, rects);
  return rects;
}

/** All lanes are as wide as the widest; one in which nothing stands has only a height of its own. */
function alignLanes({ boxes }: Pick<Scene, "boxes">, rects: Map<string, Rect>): void {
  const lanes = [...boxes.values()].filter((box) => box.isLane === true);
  const filled = lanes.filter((box) => box.isContainer);
  const { x, width } = boundsOf((filled.length > 0 ? filled : lanes).flatMap((box) => rects.get(box.id) ?? []));
  for (const { id } of lanes) {
    const rect = rects.get(id);
    if (rect !== undefined) rects.set(id, { ...rect, x, width: Math.max(width, LANE.strip + BOX.most) });
  }
}

export function boundsOf(rects: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  if (left === Number.POSITIVE_INFINITY) return { x: 0, y: 0, width: 0, height: 0 };
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export function overlap(one: Rect, two: Rect, gap = 0): boolean {
  return (
    one.x < two.x + two.width + gap &&
    two.x < one.x + one.width + gap &&
    one.y < two.y + two.height + gap &&
    two.y < one.y + one.height + gap
  );
}

function plain(box: Box, at: Point | undefined): Rect {
  return { x: at?.[0] ?? 0, y: at?.[1] ?? 0, ...boxSize(box) };
}

function around(content: readonly Rect[], box: Box): Rect {
  const inner = boundsOf(content);
  if (box.isLane === true) {
    const left = LANE.strip + LANE.side;
    const height = Math.max(LANE.least, inner.height + 2 * LANE.inset);
    // Room on the right for what leaves the last step.
    return { x: inner.x - left, y: inner.y - LANE.inset, width: inner.width + left + LANE.strip, height };
  }
  const width = Math.max(inner.width, boxSize({ ...box, ports: [] }).width - 2 * PADDING.side) + 2 * PADDING.side;
  return {
    x: inner.x - PADDING.side,
    y: inner.y - PADDING.top,
    width,
    height: inner.height + PADDING.top + PADDING.bottom,
  };
}
