/** The rows of one node type, filtered and sorted, with what is only proposed below them; and their columns. */

import { useMemo } from "react";
import type { Finding, Node } from "../../protocol";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { Overlaid } from "../ghosts";
import { type Column, columnsOf } from "./columns";
import { filterRows, type RowFilter, type Sort, sortRows } from "./filter";
import { chipsOf, rowsOf } from "./rows";

interface Wanted {
  readonly overlaid: Overlaid;
  readonly nodeType: string;
  readonly marks: ReadonlyMap<string, readonly Finding[]>;
  readonly filter: RowFilter;
  readonly sort: Sort | undefined;
}

export interface NodeRows {
  /** Every node of the type. */
  readonly all: readonly Node[];
  /** Nodes that are only proposed, in the order of the proposals. */
  readonly ghosts: readonly Node[];
  /** Of `all`, those that pass the filter, sorted. */
  readonly rows: readonly Node[];
  /** The same with the ghosts that pass it below them. */
  readonly shown: readonly Node[];
  readonly columns: readonly Column[];
  /** By column. */
  readonly titles: Readonly<Record<string, string>>;
}

export function useNodeRows({ overlaid, nodeType, marks, filter, sort }: Wanted): NodeRows {
  const say = useText("tables");
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const all = useMemo(() => rowsOf(graph, nodeType), [graph, nodeType]);
  const ghosts = useMemo(
    () =>
      [...overlaid.elements.nodes.values()].filter(
        (node) => node.nodeType === nodeType && overlaid.marks.get(node.nodeId) === "new",
      ),
    [overlaid, nodeType],
  );
  const columns = useMemo(() => columnsOf(ontology, nodeType, all), [ontology, nodeType, all]);
  const rows = useMemo(() => {
    const isMarked = (nodeId: string): boolean => marks.has(nodeId);
    const names = ({ nodeId }: Node): string =>
      chipsOf(graph, ontology, nodeId)
        .map(({ other }) => other.name)
        .join(" ");
    return sortRows(filterRows(all, columns, filter, isMarked, names), columns, sort);
  }, [all, columns, filter, sort, marks, graph, ontology]);
  const shown = useMemo(
    () => [...rows, ...filterRows(ghosts, columns, { ...filter, marked: false }, () => false)],
    [rows, ghosts, columns, filter],
  );
  const titles = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ kind, key }) => [key, kind === "attribute" ? key : say(kind === "id" ? "semanticId" : kind)]),
      ),
    [columns, say],
  );
  return { all, ghosts, rows, shown, columns, titles };
}
