/**
 * Places for boxes that appear in a picture that stands: next to what they are joined to, on free ground. What exists
 * moves only to make room for what has grown.
 */

import { formerIds } from "../../state/foreign";
import type { Point } from "../../state/state";
import {
  boundsOf,
  boxSize,
  GAP,
  LANE,
  outlines,
  overlap,
  PADDING,
  type Positions,
  type Rect,
  type Size,
} from "./geometry";
import { columns, lanes } from "./lanes";
import { outermostOf, packed, packedInside, sizeIn, withInside } from "./packing";
import { carried } from "./picture";
import { withRoom } from "./room";
import { type Box, isInside, type Scene } from "./scene";
import { tree } from "./tree";

/** From this many new boxes on they are arranged among themselves and stand in a block of their own. */
const MANY = 16;

/** All boxes placed: those of `known` where they are, the others near their neighbours, or below when they are many. */
export function placeNew(scene: Scene, known: Positions): Positions {
  const placed = new Map<string, Point>();
  for (const box of scene.boxes.values()) {
    const at = placeOf(box, known);
    if (at !== undefined) placed.set(box.id, at);
  }
  const stood = [...placed.keys()];
  const apart = newcomers(scene, placed);
  if (apart.size >= MANY) for (const [id, at] of block(scene, apart, placed)) placed.set(id, at);
  const ground = new Ground(scene, placed);
  const inner = packedInside(scene);
  const holders = new Set([...placed.keys()].flatMap((id) => holdersOf(scene, id)));
  for (const box of scene.boxes.values()) {
    // What holds something that stands is drawn around it.
    if (placed.has(box.id) || holders.has(box.id) || (box.isContainer && box.isLane === true)) continue;
    const size = box.isContainer ? sizeIn(inner.sizes, box.id) : boxSize(box);
    const at = isInNewLane(box, scene, placed)
      ? belowAll(box, scene, placed)
      : ground.free(box.parent, size, wish(box, scene, placed, size));
    for (const [id, point] of withInside(new Map([[box.id, at]]), inner)) placed.set(id, point);
    ground.take(box.parent, { x: at[0], y: at[1], ...size });
  }
  return clear(scene, placed, new Set([...holders, ...stood]));
}

/** Where a box stands; one that took the place of others in the model takes theirs in the picture where it has none. */
export function placeOf({ id, node }: Pick<Box, "id" | "node">, known: Positions): Point | undefined {
  if (known.has(id) || node === undefined) return known.get(id);
  const former = formerIds(node.attributes).find((each) => known.has(each));
  return former === undefined ? undefined : known.get(former);
}

/** Moves by other people, followed at once; what was taken away and is back stands where people had put it. */
export function withMoves(
  positions: Positions,
  before: Readonly<Record<string, Point>> | undefined,
  now: Readonly<Record<string, Point>> | undefined,
): Positions {
  if (now === undefined) return positions;
  const kept = Object.entries(now);
  return new Map([...kept, ...positions, ...kept.filter(([id, at]) => before?.[id] !== at)]);
}

function holdersOf(scene: Pick<Scene, "boxes">, id: string): readonly string[] {
  const parent = scene.boxes.get(id)?.parent;
  return parent === undefined ? [] : [parent, ...holdersOf(scene, parent)];
}

/** Positions in which nothing that has grown, by what came into it or by ports, covers anything: the others make room. */
function clear(scene: Scene, placed: Positions, stood: ReadonlySet<string>): Positions {
  const growing = [...scene.boxes.values()].filter(
    (box) => stood.has(box.id) && box.isLane !== true && (box.isContainer || box.ports.length > 0),
  );
  // As small as they may have been: without what is new in them.
  const before = {
    boxes: new Map([...scene.boxes].filter(([id]) => stood.has(id)).map(([id, box]) => [id, { ...box, ports: [] }])),
  };
  // Boxes come after the box they are drawn in: the innermost makes its room first.
  return growing
    .reverse()
    .reduce((positions, { id }) => withRoom(scene, positions, id, outlines(before, positions)), placed);
}

/**
 * The moves by which boxes that fell into another come to stand on free ground in it, nearest to where they fell. What was
 * empty before gets its frame where it stood, and what the frame would cover makes room.
 */
export function settled(
  scene: Scene,
  fallen: Positions,
  ids: ReadonlySet<string>,
  into: string,
  before: ReadonlyMap<string, Rect>,
): Positions {
  const holder = before.get(into);
  if (holder === undefined) return new Map();
  const positions = new Map(fallen);
  const isFallen = (id: string): boolean => [...ids].some((each) => id === each || isInside(scene.boxes, id, each));
  const ground = new Ground(scene, new Map([...fallen].filter(([id]) => !isFallen(id))));
  for (const id of ids) {
    const [box, rect] = [scene.boxes.get(id), outlines(scene, positions).get(id)];
    if (box === undefined || rect === undefined) continue;
    const lane = scene.boxes.get(box.parent ?? "")?.isLane === true;
    const first: Point = lane ? [rect.x, holder.y + LANE.inset] : [holder.x + PADDING.side, holder.y + PADDING.top];
    const at = ground.isEmpty(box.parent)
      ? first
      : ground.free(box.parent, { width: rect.width, height: rect.height }, [rect.x, rect.y]);
    ground.take(box.parent, { ...rect, x: at[0], y: at[1] });
    for (const [each, point] of carried(scene, positions, new Set([id]), [at[0] - rect.x, at[1] - rect.y]))
      positions.set(each, point);
  }
  return new Map(
    [...withRoom(scene, positions, into, before)].filter(([id, at]) => isFallen(id) || fallen.get(id) !== at),
  );
}

/** The moves by which boxes leave what holds them: to free ground beside it, in an activity diagram below all lanes. */
export function released(scene: Scene, positions: Positions, ids: ReadonlySet<string>): Positions {
  const rects = outlines(scene, positions);
  const all = boundsOf(rects.values());
  const ground = new Ground(scene, positions);
  const moves = new Map<string, Point>();
  for (const id of ids) {
    const rect = rects.get(id);
    if (rect === undefined) continue;
    const size = { width: rect.width, height: rect.height };
    const at: Point =
      scene.view.lanes === undefined
        ? ground.free(undefined, size, [rect.x, rect.y])
        : [rect.x, all.y + all.height + LANE.inset];
    ground.take(undefined, { ...size, x: at[0], y: at[1] });
    for (const [each, point] of carried(scene, positions, new Set([id]), [at[0] - rect.x, at[1] - rect.y]))
      moves.set(each, point);
  }
  return moves;
}

/** A lane goes all the way across, so a new one has its place below all others. */
function isInNewLane({ isLane, parent }: Box, scene: Scene, placed: Positions): boolean {
  if (isLane === true) return true;
  return (
    scene.boxes.get(parent ?? "")?.isLane === true &&
    ![...scene.boxes.values()].some((each) => each.parent === parent && placed.has(each.id))
  );
}

function belowAll({ isLane }: Box, scene: Scene, placed: Positions): Point {
  const standing = {
    boxes: new Map([...scene.boxes].filter(([id, { isContainer }]) => placed.has(id) || isContainer)),
  };
  const { x, y, height } = boundsOf(outlines(standing, placed).values());
  return isLane === true ? [x, y + height] : [x + LANE.strip + LANE.side, y + height + LANE.inset];
}

/** New boxes that stand in no container with a place. */
function newcomers(scene: Scene, placed: Positions): ReadonlySet<string> {
  const settled = new Set([...placed.keys()].map((id) => outermostOf(scene, id)));
  return new Set([...scene.boxes.keys()].filter((id) => !settled.has(outermostOf(scene, id))));
}

function block(scene: Scene, ids: ReadonlySet<string>, placed: Positions): Positions {
  const boxes = new Map([...scene.boxes].filter(([id]) => ids.has(id)));
  const lines = scene.lines.filter((line) => ids.has(line.source) && ids.has(line.target));
  const part = { ...scene, boxes, lines };
  const arranged =
    scene.view.arrangement === "tree"
      ? tree(part)
      : scene.view.lanes === undefined
        ? lines.length === 0
          ? packed(part)
          : columns(part)
        : lanes(part);
  const standing = { boxes: new Map([...scene.boxes].filter(([id]) => placed.has(id))) };
  const [above, own] = [boundsOf(outlines(standing, placed).values()), boundsOf(outlines(part, arranged).values())];
  const [dx, dy] = [above.x - own.x, above.y + above.height + (above.height > 0 ? 3 * GAP : 0) - own.y];
  return new Map([...arranged].map(([id, [x, y]]) => [id, [x + dx, y + dy] as const]));
}

/** What stands where, container by container. */
class Ground {
  private readonly taken = new Map<string | undefined, Rect[]>();

  constructor(
    private readonly scene: Scene,
    placed: Positions,
  ) {
    const standing = new Set<string>();
    for (const box of [...scene.boxes.values()].reverse()) {
      if (!placed.has(box.id) && !standing.has(box.id)) continue;
      standing.add(box.id);
      if (box.parent !== undefined) standing.add(box.parent);
    }
    const rects = outlines({ boxes: new Map([...scene.boxes].filter(([id]) => standing.has(id))) }, placed);
    for (const [id, rect] of rects) this.take(scene.boxes.get(id)?.parent, rect);
  }

  isEmpty(container: string | undefined): boolean {
    return !this.taken.has(container);
  }

  take(container: string | undefined, rect: Rect): void {
    const known = this.taken.get(container);
    if (known === undefined) this.taken.set(container, [rect]);
    else known.push(rect);
  }

  /** The nearest free place to the wanted one. */
  free(container: string | undefined, size: Size, wanted: Point): Point {
    const taken = this.taken.get(container) ?? [];
    // A container grows to the right and down, so that its title and what is in it stay where they are.
    const inside = container === undefined || taken.length === 0 ? undefined : boundsOf(taken);
    // A lane has others right below it.
    const isLane = this.scene.boxes.get(container ?? "")?.isLane === true;
    const lowestTop =
      isLane && inside !== undefined
        ? Math.max(inside.y, inside.y + inside.height - size.height)
        : Number.POSITIVE_INFINITY;
    const [x, y] =
      inside === undefined
        ? wanted
        : [Math.max(wanted[0], inside.x), Math.min(Math.max(wanted[1], inside.y), lowestTop)];
    for (const [dx, dy] of STEPS) {
      const rect = { x: Math.round(x + dx * (size.width + GAP)), y: Math.round(y + dy * (size.height + GAP)), ...size };
      if (inside !== undefined && (rect.x < inside.x || rect.y < inside.y)) continue;
      if (inside !== undefined && isLane && rect.y + rect.height > inside.y + inside.height) continue;
      if (!taken.some((other) => overlap(rect, other, GAP / 2))) return [rect.x, rect.y];
    }
    const lowest = taken.reduce((bottom, rect) => Math.max(bottom, rect.y + rect.height), 0);
    return [Math.round(x), lowest + GAP];
  }
}

/** Where the box would stand if nothing were in its way. */
function wish(box: Box, scene: Scene, placed: Positions, size: Size): Point {
  const down = scene.view.direction === "down";
  for (const { source, target } of scene.lines) {
    const other = source === box.id ? target : target === box.id ? source : undefined;
    const at = other === undefined ? undefined : placed.get(other);
    if (at === undefined) continue;
    const forward = other === source ? 1 : -1;
    return down ? [at[0], at[1] + forward * 96] : [at[0] + forward * (size.width + 90), at[1]];
  }
  const beside = [...scene.boxes.values()].findLast((each) => each.parent === box.parent && placed.has(each.id));
  const at = placed.get(beside?.id ?? box.parent ?? "");
  if (at === undefined) return [0, 0];
  return beside === undefined ? [at[0] + PADDING.side, at[1] + PADDING.top] : at;
}

/** 40 cells in each direction are 6,561 places; a picture has at most 1,500 boxes. */
const REACH = 40;

/** Steps to the cells around, the nearest first; a cell is about three times as wide as high. To the right and below first. */
const STEPS: readonly (readonly [number, number])[] = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, index) => {
  const [dx, dy] = [(index % (2 * REACH + 1)) - REACH, Math.floor(index / (2 * REACH + 1)) - REACH];
  return [dx, dy] as const;
}).sort((a, b) => far(a) - far(b));

function far([dx, dy]: readonly [number, number]): number {
  return Math.hypot(dx * 3, dy) + (dx < 0 ? 0.2 : 0) + (dy < 0 ? 0.1 : 0);
}
