/** Rows in groups: by the parent of their nodes or by what a column says, each under a line that folds it. Pure. */

import type { Node } from "../../protocol";
import { adjacency, type Elements, incoming } from "../adjacency";
import { type Column, cellText } from "./columns";

/** What to group by, where it is no column. */
export const PARENT = "parent";

export interface GroupLine {
  readonly kind: "group";
  /** What the rows have in common; empty: they have nothing there. */
  readonly title: string;
  readonly count: number;
  readonly isOpen: boolean;
}

export type TableLine = GroupLine | { readonly kind: "row"; readonly node: Node };

/** Whether rows can be grouped by a column: by attributes, but for structures. */
export function canGroup(column: Column): boolean {
  return column.kind === "attribute" && column.attribute.type !== "json";
}

/** The lines of a table. Groups stand in the order of their titles, what belongs to none last; rows keep their order. */
export function groupLines(
  rows: readonly Node[],
  titleOf: ((node: Node) => string) | undefined,
  folded: ReadonlySet<string>,
): readonly TableLine[] {
  const line = (node: Node): TableLine => ({ kind: "row", node });
  if (titleOf === undefined) return rows.map(line);
  const groups = new Map<string, Node[]>();
  for (const node of rows) {
    const title = titleOf(node);
    const group = groups.get(title);
    if (group === undefined) groups.set(title, [node]);
    else group.push(node);
  }
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return [...groups]
    .sort(([one], [two]) => Number(one === "") - Number(two === "") || collator.compare(one, two))
    .flatMap(([title, nodes]): readonly TableLine[] => {
      const isOpen = !folded.has(title);
      return [{ kind: "group", title, count: nodes.length, isOpen }, ...(isOpen ? nodes.map(line) : [])];
    });
}

/** The title of a node's group. */
export function grouping(
  group: string | undefined,
  columns: readonly Column[],
  elements: Elements,
): ((node: Node) => string) | undefined {
  if (group === PARENT) return (node) => parentName(elements, node.nodeId);
  const column = columns.find((each) => each.key === group);
  return column && ((node) => cellText(node, column));
}

function parentName(elements: Elements, nodeId: string): string {
  const [first] = incoming(adjacency(elements), nodeId, "compose");
  return first === undefined ? "" : (elements.nodes.get(first.source)?.name ?? "");
}
