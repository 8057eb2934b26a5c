/**
 * The model as the rows of a tree, by composition: what stands at the top, what is opened, what a search leaves. Pure.
 *
 * A node that several others hold stands below each of them; what no system holds stands in a group of its own. Only the
 * rows that can be seen are made, so a tree of 50,000 nodes costs what is open of it.
 */

import { type Adjacency, adjacency, type Elements, incoming, outgoing } from "../canvases/adjacency";
import { isType, type Ontology } from "../canvases/ontology";
import type { Node } from "../protocol";
import { lookedUpBy } from "../state/foreign";

/** The group of what no system holds, as a key; no id of a node reads like this. */
export const LOOSE = "loose";

export interface TreeRow {
  /** Where it stands: the ids from the top down to it. */
  readonly key: string;
  /** None: the group of what no system holds. */
  readonly node: Node | undefined;
  readonly parent: string | undefined;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** How many stand directly below it. */
  readonly parts: number;
  readonly isOpen: boolean;
}

export interface Wanted {
  /** Keys of rows that are not as they are by themselves: the first level open, the others closed; in a search all open. */
  readonly toggled: ReadonlySet<string>;
  /** Only these; undefined: everything. */
  readonly kept: ReadonlySet<string> | undefined;
}

export function treeRows(elements: Elements, ontology: Ontology, { toggled, kept }: Wanted): readonly TreeRow[] {
  const around = adjacency(elements);
  const order = new Map(ontology.nodeTypes.map(({ name }, index) => [name, index]));
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const sorted = (ids: Iterable<string>): readonly Node[] =>
    [...ids]
      .flatMap((id) => (kept === undefined || kept.has(id) ? (elements.nodes.get(id) ?? []) : []))
      .sort(
        (one, two) =>
          (order.get(one.nodeType) ?? order.size) - (order.get(two.nodeType) ?? order.size) ||
          collator.compare(one.name, two.name),
      );
  const isOpenIn = (key: string, level: number): boolean =>
    kept === undefined ? isOpenNow(key, level, toggled) : !toggled.has(key);
  const rows: TreeRow[] = [];
  const put = (nodes: readonly Node[], parent: string | undefined, level: number, above: ReadonlySet<string>): void => {
    for (const [index, node] of nodes.entries()) {
      const key = parent === undefined ? node.nodeId : `${parent} ${node.nodeId}`;
      const parts = above.has(node.nodeId) ? [] : partIds(around, node.nodeId);
      const shown = kept === undefined ? parts : parts.filter((id) => kept.has(id));
      const isOpen = shown.length > 0 && isOpenIn(key, level);
      const place = { position: index + 1, siblings: nodes.length };
      rows.push({ key, node, parent, level, ...place, parts: shown.length, isOpen });
      if (isOpen) put(sorted(shown), key, level + 1, new Set([...above, node.nodeId]));
    }
  };
  const { top, loose } = rootsOf(elements, around);
  const [first, rest] = [sorted(top), sorted(loose)];
  put(first, undefined, 1, new Set());
  if (rest.length === 0) return rows;
  // Where nothing holds anything, a group would only hide the rest.
  if (first.length === 0) {
    put(rest, undefined, 1, new Set());
    return rows;
  }
  const isOpen = isOpenIn(LOOSE, 1);
  const last = { position: 1, siblings: 1, level: 1, parent: undefined };
  rows.push({ key: LOOSE, node: undefined, ...last, parts: rest.length, isOpen });
  if (isOpen) put(rest, LOOSE, 2, new Set());
  return rows;
}

function isOpenNow(key: string, level: number, toggled: ReadonlySet<string>): boolean {
  return (level === 1) !== toggled.has(key);
}

/** What nothing holds: systems and what has parts of its own at the top; the others are loose, and so is what a ring holds. */
function rootsOf({ nodes }: Elements, around: Adjacency): { readonly top: string[]; readonly loose: string[] } {
  const top: string[] = [];
  const loose: string[] = [];
  for (const { nodeId, nodeType } of nodes.values()) {
    if (around.depths.get(nodeId) !== 1) continue;
    const isHeld = incoming(around, nodeId, "compose").length > 0;
    const holds = outgoing(around, nodeId, "compose").length > 0;
    (!isHeld && (holds || isType(nodeType, "SYS")) ? top : loose).push(nodeId);
  }
  return { top, loose };
}

function partIds(around: Adjacency, nodeId: string): readonly string[] {
  return [...new Set(outgoing(around, nodeId, "compose").map(({ target }) => target))];
}

/** The nodes whose name or id has these letters, and what is above them. */
export function foundBy({ nodes, edges }: Elements, text: string): ReadonlySet<string> | undefined {
  const wanted = plain(text);
  if (wanted === "") return undefined;
  const around = adjacency({ nodes, edges });
  const kept = new Set<string>();
  for (const node of nodes.values()) if (plain(lookedUpBy(node)).includes(wanted)) kept.add(node.nodeId);
  // A set goes on over what is added to it.
  for (const nodeId of kept) for (const { source } of incoming(around, nodeId, "compose")) kept.add(source);
  return kept;
}

/** The key of the row where a node stands first, and the keys above it that must be open. */
export function pathTo(
  elements: Elements,
  nodeId: string,
  hasGroup: boolean,
): { readonly key: string; readonly above: readonly string[] } {
  const around = adjacency(elements);
  const path = [nodeId];
  for (let at = nodeId; ; ) {
    const holder = incoming(around, at, "compose")[0]?.source;
    if (holder === undefined || path.includes(holder) || around.depths.get(at) === 1) break;
    path.unshift(holder);
    at = holder;
  }
  const { loose } = rootsOf(elements, around);
  const start = hasGroup && loose.includes(path[0] ?? "") ? [LOOSE] : [];
  const keys = [...start, ...path].map((_, index, all) => all.slice(0, index + 1).join(" "));
  return { key: keys.at(-1) ?? nodeId, above: keys.slice(0, -1) };
}

/** The rows that must be toggled so that these are open. */
export function opened(toggled: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  const next = new Set(toggled);
  for (const key of keys) {
    const level = key.split(" ").length;
    if (level === 1) next.delete(key);
    else next.add(key);
  }
  return next;
}

/** Without case and accents. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "");
}
