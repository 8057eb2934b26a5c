/**
 * Boxes in rows, containers around their content. The other layouts arrange only the outermost boxes and leave what is
 * drawn inside a container to this.
 */

import type { Point } from "../../state/state";
import { boxSize, GAP, PADDING, type Positions, type Size } from "./geometry";
import type { Scene } from "./scene";

export type Placed = Map<string, Point>;

/** Golden ratio: the shape the origin's treemap aims for. */
const RATIO = 1.618;

/** The whole scene packed, toward the golden ratio. */
export function packed(scene: Scene): Positions {
  const inner = packedInside(scene);
  const items = outermost(scene).map((id) => ({ id, ...sizeIn(inner.sizes, id) }));
  return withInside(new Map(pack(items).places), inner);
}

export interface Inside {
  /** Sizes of all boxes, containers with their content. */
  readonly sizes: ReadonlyMap<string, Size>;
  /** Places of the content, from the top left corner of the container. */
  readonly places: ReadonlyMap<string, readonly (readonly [string, Point])[]>;
}

export function outermost(scene: Scene): readonly string[] {
  return [...scene.boxes.values()].filter((box) => box.parent === undefined).map((box) => box.id);
}

export function packedInside(scene: Scene): Inside {
  const children = new Map<string, string[]>();
  for (const box of scene.boxes.values()) {
    if (box.parent !== undefined) children.set(box.parent, [...(children.get(box.parent) ?? []), box.id]);
  }
  const sizes = new Map<string, Size>();
  const places = new Map<string, readonly (readonly [string, Point])[]>();
  for (const box of [...scene.boxes.values()].reverse()) {
    const content = children.get(box.id);
    if (content === undefined) {
      sizes.set(box.id, boxSize(box));
      continue;
    }
    const made = pack(content.map((id) => ({ id, ...sizeIn(sizes, id) })));
    places.set(
      box.id,
      made.places.map(([id, [x, y]]) => [id, [x + PADDING.side, y + PADDING.top]] as const),
    );
    const least = boxSize({ ...box, ports: [] }).width;
    const width = Math.max(made.width + 2 * PADDING.side, least);
    sizes.set(box.id, { width, height: made.height + PADDING.top + PADDING.bottom });
  }
  return { sizes, places };
}

/** Adds the content of containers whose place is known. */
export function withInside(placed: Placed, { places }: Inside): Positions {
  const waiting = [...placed.keys()];
  for (const id of waiting) {
    const at = placed.get(id);
    if (at === undefined) continue;
    for (const [child, [x, y]] of places.get(id) ?? []) {
      placed.set(child, [at[0] + x, at[1] + y]);
      waiting.push(child);
    }
  }
  return placed;
}

/** The outermost box around a box. */
export function outermostOf(scene: Pick<Scene, "boxes">, id: string): string {
  let at = id;
  for (let up = scene.boxes.get(at)?.parent; up !== undefined; up = scene.boxes.get(at)?.parent) at = up;
  return at;
}

export function sizeIn(sizes: ReadonlyMap<string, Size>, id: string): Size {
  return sizes.get(id) ?? { width: 124, height: 48 };
}

interface Packed extends Size {
  readonly places: readonly (readonly [string, Point])[];
}

/** Rows of boxes, the tallest first unless their order says something, in a block about `RATIO` as wide as high. */
export function pack(items: readonly (Size & { readonly id: string })[], inOrder = false): Packed {
  const area = items.reduce((sum, item) => sum + (item.width + GAP) * (item.height + GAP), 0);
  const widest = items.reduce((most, item) => Math.max(most, item.width), 0);
  const limit = Math.max(widest, Math.sqrt(area * RATIO));
  const places: (readonly [string, Point])[] = [];
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  // Stable: boxes of one height keep their order.
  for (const item of inOrder ? items : [...items].sort((a, b) => b.height - a.height)) {
    if (x > 0 && x + item.width > limit) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    places.push([item.id, [Math.round(x), Math.round(y)]]);
    width = Math.max(width, x + item.width);
    rowHeight = Math.max(rowHeight, item.height);
    x += item.width + GAP;
  }
  return { places, width, height: y + rowHeight };
}
