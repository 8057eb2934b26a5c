/** Which rows of a table are shown, and in which order. Pure. */

import type { Node } from "../../protocol";
import { type Column, cellText } from "./columns";

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

/** `also` gives what else a row says: the names of its relations. */
export function filterRows(
  nodes: readonly Node[],
  columns: readonly Column[],
  filter: RowFilter,
  isMarked: (nodeId: string) => boolean,
  also: (node: Node) => string = () => "",
): readonly Node[] {
  if (!isFiltering(filter)) return nodes;
  const wanted = plain(filter.text);
  const cells = columns.flatMap((column) => {
    const text = plain(filter.cells[column.key] ?? "");
    return text === "" ? [] : [{ column, text }];
  });
  const says = (node: Node, column: Column): string =>
    plain(column.kind === "relations" ? also(node) : cellText(node, column));
  return nodes.filter(
    (node) =>
      (!filter.marked || isMarked(node.nodeId)) &&
      cells.every(({ column, text }) => says(node, column).includes(text)) &&
      (wanted === "" || columns.some((column) => says(node, column).includes(wanted))),
  );
}

/** By a column as people count: `F2` before `F10`, empty cells last. Without a sort the order stays. */
export function sortRows(nodes: readonly Node[], columns: readonly Column[], sort: Sort | undefined): readonly Node[] {
  const column = columns.find((each) => each.key === sort?.key);
  if (sort === undefined || column === undefined) return nodes;
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const direction = sort.descending ? -1 : 1;
  return nodes
    .map((node) => ({ node, text: cellText(node, column) }))
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
