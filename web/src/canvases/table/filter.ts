/** Which rows of a table are shown, and in which order. Pure. */

import type { Node } from "../../protocol";
import { type Column, cellText } from "./columns";
import type { Chip } from "./rows";
import { tracedTo } from "./trace";

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

export interface RowFilter {
  /** Must occur somewhere in the row. */
  readonly text: string;
  /** By column key: must occur in that cell. */
  readonly cells: Readonly<Record<string, string>>;
  /** Only rows with findings. */
  readonly marked: boolean;
}

export const NO_ROW_FILTER: RowFilter = { text: "", cells: {}, marked: false };

export function isFiltering({ text, cells, marked }: RowFilter): boolean {
  return marked || text.trim() !== "" || Object.values(cells).some((each) => each.trim() !== "");
}

/** What a cell says. */
type Says = (node: Node, column: Column) => string;

/** What cells say, relations by the names at their other ends. */
export function saying(chipsAt: (nodeId: string) => readonly Chip[]): Says {
  const known = new Map<string, readonly Chip[]>();
  const chipsOnce = (nodeId: string): readonly Chip[] => {
    const chips = known.get(nodeId) ?? chipsAt(nodeId);
    known.set(nodeId, chips);
    return chips;
  };
  const names = (chips: readonly Chip[]): string => chips.map(({ other }) => other.name).join(", ");
  return (node, column) => {
    if (column.kind === "relations") return names(chipsOnce(node.nodeId));
    return column.kind === "trace" ? names(tracedTo(chipsOnce(node.nodeId), column.trace)) : cellText(node, column);
  };
}

/** Rows that pass; `says` knows the names of relations, too. */
export function filterRows(
  nodes: readonly Node[],
  columns: readonly Column[],
  filter: RowFilter,
  isMarked: (nodeId: string) => boolean,
  says: Says = cellText,
): readonly Node[] {
  if (!isFiltering(filter)) return nodes;
  const wanted = plain(filter.text);
  const cells = columns.flatMap((column) => {
    const text = plain(filter.cells[column.key] ?? "");
    return text === "" ? [] : [{ column, text }];
  });
  return nodes.filter(
    (node) =>
      (!filter.marked || isMarked(node.nodeId)) &&
      cells.every(({ column, text }) => plain(says(node, column)).includes(text)) &&
      (wanted === "" || columns.some((column) => plain(says(node, column)).includes(wanted))),
  );
}

/** By a column as people count: `F2` before `F10`, empty cells last. Without a sort the order stays. */
export function sortRows(
  nodes: readonly Node[],
  columns: readonly Column[],
  sort: Sort | undefined,
  says: Says = cellText,
): readonly Node[] {
  const column = columns.find((each) => each.key === sort?.key);
  if (sort === undefined || column === undefined) return nodes;
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const direction = sort.descending ? -1 : 1;
  return nodes
    .map((node) => ({ node, text: says(node, column) }))
    .sort((a, b) => {
      if (a.text === "" || b.text === "") return Number(a.text === "") - Number(b.text === "");
      return direction * collator.compare(a.text, b.text);
    })
    .map(({ node }) => node);
}

/** Ascending, descending, as before: what a click on a column's title does. */
export function nextSort(sort: Sort | undefined, key: string): Sort | undefined {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? undefined : { key, descending: true };
}

/** Without case and accents, so that `zaehler` is found by what people type. */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "");
}
