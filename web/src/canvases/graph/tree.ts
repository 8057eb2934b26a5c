/** The tree layout: branches top down (Reingold-Tilford, d3-hierarchy), trees as blocks in rows. */

import { type HierarchyNode, hierarchy, tree as tidyTree } from "d3-hierarchy";
import { boundsOf, GAP, type Positions, type Rect, type Size } from "./geometry";
import { outermost, outermostOf, type Placed, pack, packedInside, sizeIn, withInside } from "./packing";
import type { Line, Scene } from "./scene";

/** Room between trees that stand side by side. */
const BETWEEN = 64;

/**
 * Branches top down, many leaves of one parent as columns that hang below it so that a wide family stays in sight. Trees, and what is
 * joined to nothing by type, stand as blocks in rows: a forest as one row could not be read on any screen.
 */
export function tree(scene: Scene): Positions {
  const inner = packedInside(scene);
  const { roots, children } = spanningForest(scene, outermost(scene));
  const grown = roots.filter((id) => (children.get(id) ?? []).length > 0);
  const single = roots.filter((id) => !grown.includes(id));
  const trees = grown.map((root) => treeBlock(root, children, inner.sizes));
  const blocks: readonly Block[] = [
    ...trees.sort((a, b) => b.places.length - a.places.length),
    ...byType(scene, single).map((ids) => pack(ids.map((id) => ({ id, ...sizeIn(inner.sizes, id) })))),
  ];
  const spread = pack(
    blocks.map(({ width, height }, index) => ({ id: String(index), width: width + BETWEEN, height: height + BETWEEN })),
    true,
  );
  const placed: Placed = new Map();
  for (const [index, [left, top]] of spread.places) {
    for (const [id, [x, y]] of blocks[Number(index)]?.places ?? []) placed.set(id, [left + x, top + y]);
  }
  return withInside(placed, inner);
}

type Block = ReturnType<typeof pack>;

function byType(scene: Scene, ids: readonly string[]): readonly (readonly string[])[] {
  const types = new Map<string, string[]>();
  for (const id of ids) {
    const nodeType = scene.boxes.get(id)?.nodeType ?? "";
    types.set(nodeType, [...(types.get(nodeType) ?? []), id]);
  }
  return [...types.values()];
}

interface Forest {
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

/** The lines that are branches of the tree, by id; the others join a box to further parents, across it. */
export function branchesOf(scene: Scene): ReadonlySet<string> {
  const { children } = spanningForest(scene, outermost(scene));
  const parents = new Map([...children].flatMap(([parent, ids]) => ids.map((id) => [id, parent] as const)));
  return new Set(
    scene.lines
      .filter(({ source, target }) => parents.get(outermostOf(scene, target)) === outermostOf(scene, source))
      .map(({ id }) => id),
  );
}

/** A row of a tree: one box with branches, or one row of a block of leaves. */
interface Row {
  readonly ids: readonly string[];
  readonly width: number;
  readonly below: readonly Row[];
  /** Width of the columns, where boxes hang in some. */
  readonly column?: number;
}

/** Room between a row and the one below it, for the branches. */
const LEVEL_GAP = 44;
const LEVEL_HEIGHT = 52 + LEVEL_GAP;
/** From this many leaves on they hang in columns instead of standing side by side. */
const BLOCK = 4;
/** Room on the left of a column, for the branch from which its leaves hang. */
const BRANCH = 16;

/** The height at which branches to hanging leaves begin, by line: the row below the one they come from. */
export function hanging({ lines, boxes }: Scene, rects: ReadonlyMap<string, Rect>): ReadonlyMap<string, number> {
  const parents = new Set(lines.map((line) => line.source));
  const families = new Map<string, Line[]>();
  for (const line of lines) families.set(line.source, [...(families.get(line.source) ?? []), line]);
  const tops = new Map<string, number>();
  for (const family of families.values()) {
    const leaves = family.filter((line) => !parents.has(line.target));
    if (leaves.length < BLOCK) continue;
    const top = Math.min(...family.map((line) => rects.get(line.target)?.y ?? Number.POSITIVE_INFINITY));
    for (const line of leaves) if (boxes.has(line.target)) tops.set(line.id, top);
  }
  return tops;
}

function treeBlock(
  root: string,
  children: ReadonlyMap<string, readonly string[]>,
  sizes: ReadonlyMap<string, Size>,
): Block {
  const rowOf = (id: string): Row => ({ ids: [id], width: sizeIn(sizes, id).width, below: rowsBelow(id) });
  const rowsBelow = (id: string): readonly Row[] => {
    const all = children.get(id) ?? [];
    const leaves = all.filter((child) => (children.get(child) ?? []).length === 0);
    if (leaves.length < BLOCK) return all.map(rowOf);
    return [...all.filter((child) => !leaves.includes(child)).map(rowOf), leafBlock(leaves, sizes)];
  };
  const laidOut = tidyTree<Row>()
    .nodeSize([1, LEVEL_HEIGHT])
    .separation((a, b) => (a.data.width + b.data.width) / 2 + (a.parent === b.parent ? GAP : GAP * 2))(
    hierarchy(rowOf(root), (row) => row.below),
  );
  const tallest = tallestByLevel(laidOut, sizes);
  const rects: (Rect & { readonly id: string })[] = [];
  laidOut.each((node) => {
    const y = tallest.slice(0, node.depth).reduce((sum, height) => sum + height + LEVEL_GAP, 0);
    const { ids, width, column } = node.data;
    let x = node.x - width / 2;
    for (const id of ids) {
      rects.push({ id, x: column === undefined ? x : x + BRANCH, y, ...sizeIn(sizes, id) });
      x += (column ?? sizeIn(sizes, id).width) + GAP;
    }
  });
  const bounds = boundsOf(rects);
  const places = rects.map(({ id, x, y }) => [id, [Math.round(x - bounds.x), Math.round(y)]] as const);
  return { places, width: bounds.width, height: bounds.height };
}

function tallestByLevel(top: HierarchyNode<Row>, sizes: ReadonlyMap<string, Size>): readonly number[] {
  const tallest: number[] = [];
  top.each(({ depth, data }) => {
    for (const id of data.ids) tallest[depth] = Math.max(tallest[depth] ?? 0, sizeIn(sizes, id).height);
  });
  return tallest;
}

/** Columns about as wide together as high; each row is a level of its own, so that no branch slides under it. */
function leafBlock(leaves: readonly string[], sizes: ReadonlyMap<string, Size>): Row {
  const perRow = Math.max(2, Math.ceil(Math.sqrt(leaves.length / 2)));
  const column = BRANCH + leaves.reduce((most, id) => Math.max(most, sizeIn(sizes, id).width), 0);
  const width = perRow * (column + GAP) - GAP;
  let below: readonly Row[] = [];
  for (let start = Math.floor((leaves.length - 1) / perRow) * perRow; start >= 0; start -= perRow) {
    below = [{ ids: leaves.slice(start, start + perRow), width, column, below }];
  }
  const [first] = below;
  return first ?? { ids: [], width: 0, below: [] };
}
