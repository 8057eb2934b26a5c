/** The tree layout: branches top down (Reingold-Tilford, d3-hierarchy), what is joined to nothing in blocks below. */

import { hierarchy, tree as tidyTree, type HierarchyNode } from "d3-hierarchy";
import { GAP, type Positions, type Size } from "./geometry";
import { outermost, outermostOf, pack, packedInside, sizeIn, withInside, type Placed } from "./packing";
import type { Scene } from "./scene";

/** Branches top down (Reingold-Tilford), leaves of one parent as a block below it so that a wide family stays in sight. */
export function tree(scene: Scene): Positions {
  const inner = packedInside(scene);
  const { roots, children } = spanningForest(scene, outermost(scene));
  const single = roots.filter((id) => (children.get(id) ?? []).length === 0);
  const grown = roots.filter((id) => !single.includes(id));
  const placed: Placed = new Map();
  const bottom = grown.length > 0 ? placeTree(grown, children, inner.sizes, placed) : 0;
  // What is joined to nothing stands below the trees, one block for each type.
  placeBlocks(blocksByType(scene, single), inner.sizes, bottom + (grown.length > 0 ? 72 : 0), placed);
  return withInside(placed, inner);
}

export interface Forest {
  readonly roots: readonly string[];
  readonly children: ReadonlyMap<string, readonly string[]>;
}

/** A forest over the lines, each box below the first that leads to it; breadth first, so branches stay short. */
export function spanningForest(scene: Scene, ids: readonly string[]): Forest {
  const known = new Set(ids);
  const next = new Map<string, string[]>();
  const entered = new Set<string>();
  for (const line of scene.lines) {
    const [source, target] = [outermostOf(scene, line.source), outermostOf(scene, line.target)];
    if (source === target || !known.has(source) || !known.has(target)) continue;
    next.set(source, [...(next.get(source) ?? []), target]);
    entered.add(target);
  }
  const seen = new Set<string>();
  const roots: string[] = [];
  const children = new Map<string, string[]>();
  for (const start of [...ids.filter((id) => !entered.has(id)), ...ids]) {
    if (seen.has(start)) continue;
    seen.add(start);
    roots.push(start);
    const waiting = [start];
    for (const id of waiting) {
      for (const target of next.get(id) ?? []) {
        if (seen.has(target)) continue;
        seen.add(target);
        children.set(id, [...(children.get(id) ?? []), target]);
        waiting.push(target);
      }
    }
  }
  return { roots, children };
}

/** A row of a tree: one box with branches, or one row of a block of leaves. */
interface Row {
  readonly ids: readonly string[];
  readonly width: number;
  readonly below: readonly Row[];
}

const LEVEL_HEIGHT = 96;
/** From this many leaves on they stand in a block instead of side by side. */
const BLOCK = 4;

function placeTree(
  roots: readonly string[],
  children: ReadonlyMap<string, readonly string[]>,
  sizes: ReadonlyMap<string, Size>,
  placed: Placed,
): number {
  const rowOf = (id: string): Row => ({ ids: [id], width: sizeIn(sizes, id).width, below: rowsBelow(id) });
  const rowsBelow = (id: string): readonly Row[] => {
    const all = children.get(id) ?? [];
    const leaves = all.filter((child) => (children.get(child) ?? []).length === 0);
    if (leaves.length < BLOCK) return all.map(rowOf);
    return [...all.filter((child) => !leaves.includes(child)).map(rowOf), leafBlock(leaves, sizes)];
  };
  const top = hierarchy<Row>({ ids: [], width: 0, below: roots.map(rowOf) }, (row) => row.below);
  const laidOut = tidyTree<Row>()
    .nodeSize([1, LEVEL_HEIGHT])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + (a.parent === b.parent ? GAP : GAP * 2))(top);
  const tallest = tallestByLevel(laidOut, sizes);
  let bottom = 0;
  laidOut.each((node) => {
    const y = tallest.slice(1, node.depth).reduce((sum, height) => sum + height + LEVEL_HEIGHT - 48, 0);
    let x = node.x - node.data.width / 2;
    for (const id of node.data.ids) {
      placed.set(id, [Math.round(x), Math.round(y)]);
      x += sizeIn(sizes, id).width + GAP;
      bottom = Math.max(bottom, y + sizeIn(sizes, id).height);
    }
  });
  return bottom;
}

function tallestByLevel(top: HierarchyNode<Row>, sizes: ReadonlyMap<string, Size>): readonly number[] {
  const tallest: number[] = [];
  top.each(({ depth, data }) => {
    for (const id of data.ids) tallest[depth] = Math.max(tallest[depth] ?? 0, sizeIn(sizes, id).height);
  });
  return tallest;
}

/** Leaves in a block as wide as high; each row is a level of its own, so that no branch slides under it. */
function leafBlock(leaves: readonly string[], sizes: ReadonlyMap<string, Size>): Row {
  const perRow = Math.max(2, Math.ceil(Math.sqrt(leaves.length / 2)));
  let rows: Row[] = [];
  for (let end = leaves.length; end > 0; ) {
    const start = Math.floor((end - 1) / perRow) * perRow;
    const ids = leaves.slice(start, end);
    const width = ids.reduce((sum, id) => sum + sizeIn(sizes, id).width + GAP, -GAP);
    rows = [{ ids, width, below: rows }];
    end = start;
  }
  const [first] = rows;
  return first ?? { ids: [], width: 0, below: [] };
}

function blocksByType(scene: Scene, ids: readonly string[]): readonly (readonly string[])[] {
  const blocks = new Map<string, string[]>();
  for (const id of ids) {
    const nodeType = scene.boxes.get(id)?.nodeType ?? "";
    blocks.set(nodeType, [...(blocks.get(nodeType) ?? []), id]);
  }
  return [...blocks.values()];
}

function placeBlocks(
  blocks: readonly (readonly string[])[],
  sizes: ReadonlyMap<string, Size>,
  top: number,
  placed: Placed,
): void {
  const made = blocks.map((ids, index) => ({ id: String(index), block: pack(ids.map((id) => ({ id, ...sizeIn(sizes, id) }))) }));
  const spread = pack(made.map(({ id, block }) => ({ id, width: block.width + 40, height: block.height + 40 })));
  for (const [index, [left, above]] of spread.places) {
    for (const [id, [x, y]] of made[Number(index)]?.block.places ?? []) placed.set(id, [left + x, top + above + y]);
  }
}
