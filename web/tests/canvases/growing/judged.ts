/** What a picture costs its reader, as numbers: boxes on boxes, lines through boxes, crossings, bends, its shape. */

import { boundsOf, overlap, type Rect } from "../../../src/canvases/graph/geometry";
import type { Picture } from "../../../src/canvases/graph/picture";
import { isInside } from "../../../src/canvases/graph/scene";

export interface Judged {
  /** Pairs of boxes that cover each other though neither is drawn in the other. */
  readonly overlaps: readonly string[];
  /** Lines that run through a box that they do not join. */
  readonly through: readonly string[];
  readonly crossings: number;
  readonly bends: number;
  /** Width by height. */
  readonly aspect: number;
}

interface Segment {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export function judged(picture: Picture): Judged {
  const { scene, rects, lines } = picture;
  const ids = [...scene.boxes.keys()];
  const overlaps = ids.flatMap((one, index) =>
    ids.slice(index + 1).flatMap((two) => {
      const [a, b] = [rects.get(one), rects.get(two)];
      const isNested = isInside(scene.boxes, one, two) || isInside(scene.boxes, two, one);
      return a !== undefined && b !== undefined && !isNested && overlap(a, b) ? [`${one} ${two}`] : [];
    }),
  );
  const shown = lines.filter(({ isAcross }) => isAcross !== true);
  const ways = shown.map(({ line, path }) => ({ line, segments: segmentsOf(path) }));
  const through = ways.flatMap(({ line, segments }) =>
    ids.flatMap((id) => {
      const rect = rects.get(id);
      const ends = [line.source, line.target];
      const isOwn = ends.some((end) => end === id || isInside(scene.boxes, end, id) || isInside(scene.boxes, id, end));
      return rect !== undefined && !isOwn && segments.some((each) => cuts(each, rect)) ? [`${line.id} ${id}`] : [];
    }),
  );
  const crossings = ways.reduce(
    (sum, one, index) =>
      sum +
      ways.slice(index + 1).filter((two) => {
        const isShared = [one.line.source, one.line.target].some((end) =>
          [two.line.source, two.line.target].includes(end),
        );
        return !isShared && one.segments.some((a) => two.segments.some((b) => cross(a, b)));
      }).length,
    0,
  );
  const bends = ways.reduce((sum, { segments }) => sum + Math.max(0, segments.length - 1), 0);
  const { width, height } = boundsOf(rects.values());
  return { overlaps, through, crossings, bends, aspect: width / Math.max(1, height) };
}

/** The straight parts of a path of M, L, H and V. */
function segmentsOf(path: string): readonly Segment[] {
  const found: Segment[] = [];
  let at: readonly [number, number] = [0, 0];
  for (const [, command = "", numbers = ""] of path.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const [x = 0, y = 0] = numbers.split(",").map(Number);
    const to: readonly [number, number] = command === "H" ? [x, at[1]] : command === "V" ? [at[0], x] : [x, y];
    if (command !== "M" && (to[0] !== at[0] || to[1] !== at[1])) found.push({ from: at, to });
    at = to;
  }
  return found;
}

/** Whether a part of the segment lies inside the box, not only on its border (Liang and Barsky, 1984). */
function cuts({ from, to }: Segment, { x, y, width, height }: Rect): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enters, leaves] = [0, 1];
  for (const [p, q] of [
    [-dx, from[0] - (x + 1)],
    [dx, x + width - 1 - from[0]],
    [-dy, from[1] - (y + 1)],
    [dy, y + height - 1 - from[1]],
  ] as const) {
    if (p === 0 && q <= 0) return false;
    if (p < 0) enters = Math.max(enters, q / p);
    if (p > 0) leaves = Math.min(leaves, q / p);
  }
  return enters < leaves;
}

function cross(one: Segment, two: Segment): boolean {
  const side = ([ax, ay]: Segment["from"], [bx, by]: Segment["from"], [cx, cy]: Segment["from"]): number =>
    Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  return (
    side(one.from, one.to, two.from) * side(one.from, one.to, two.to) < 0 &&
    side(two.from, two.to, one.from) * side(two.from, two.to, one.to) < 0
  );
}
