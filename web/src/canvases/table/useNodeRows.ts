/** The rows of one node type, filtered and sorted, with what is only proposed below them; and their columns. */

import { useMemo } from "react";
import type { Finding, Node } from "../../protocol";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { Overlaid } from "../ghosts";
import { useAttributeTitle } from "../useAttributeTitle";
import { type Arranged, type Arrangement, arranged } from "./arrangement";
import { type Column, columnsOf } from "./columns";
import { filterRows, type RowFilter, type Sort, saying, sortRows } from "./filter";
import { grouping, groupLines, type TableLine } from "./groups";
import { chipsOf, rowsOf } from "./rows";

interface Wanted {
  readonly overlaid: Overlaid;
  readonly nodeType: string;
  readonly marks: ReadonlyMap<string, readonly Finding[]>;
  readonly filter: RowFilter;
  readonly sort: Sort | undefined;
  readonly arrangement: Arrangement;
  /** Titles of the groups that are folded. */
  readonly folded: ReadonlySet<string>;
}

export interface NodeRows {
  /** Every node of the type. */
  readonly all: readonly Node[];
  /** Nodes that are only proposed, in the order of the proposals. */
  readonly ghosts: readonly Node[];
  /** How many of `all` pass the filter. */
  readonly passing: number;
  /** They, sorted, but for those of a group that is folded. */
  readonly rows: readonly Node[];
  /** The same with the ghosts that pass the filter below them. */
  readonly shown: readonly Node[];
  /** What is shown, with the lines above the groups. */
  readonly lines: readonly TableLine[];
  /** Those that are shown, in their order. */
  readonly columns: readonly Column[];
  readonly arranged: Arranged;
  /** By column. */
  readonly titles: Readonly<Record<string, string>>;
}

export function useNodeRows(wanted: Wanted): NodeRows {
  const { overlaid, nodeType, marks, filter, sort, arrangement, folded } = wanted;
  const say = useText("tables");
  const attributeTitle = useAttributeTitle();
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
  const known = useMemo(() => columnsOf(ontology, nodeType, all), [ontology, nodeType, all]);
  const columns = useMemo(() => arranged(known, arrangement), [known, arrangement]);
  const passing = useMemo(() => {
    const isMarked = (nodeId: string): boolean => marks.has(nodeId);
    const says = saying((nodeId) => chipsOf(graph, ontology, nodeId));
    return sortRows(filterRows(all, known, filter, isMarked, says), known, sort, says);
  }, [all, known, filter, sort, marks, graph, ontology]);
  const grouped = useMemo(
    () => groupLines(passing, grouping(arrangement.group, known, graph), folded),
    [passing, arrangement.group, known, graph, folded],
  );
  const rows = useMemo(() => grouped.flatMap((line) => (line.kind === "row" ? [line.node] : [])), [grouped]);
  const proposed = useMemo(
    () => filterRows(ghosts, known, { ...filter, marked: false }, () => false),
    [ghosts, known, filter],
  );
  const shown = useMemo(() => [...rows, ...proposed], [rows, proposed]);
  const lines = useMemo(() => [...grouped, ...groupLines(proposed, undefined, folded)], [grouped, proposed, folded]);
  const titles = useMemo(
    () => ({
      knownId: say("knownId"), // a pasted block may bring the first ones
      ...Object.fromEntries(
        known.map((column) => {
          const { kind, key } = column;
          if (kind === "attribute") return [key, attributeTitle(key)];
          return [
            key,
            say(
              kind === "trace" ? column.trace.name : kind === "id" ? "semanticId" : kind === "known" ? "knownId" : kind,
            ),
          ];
        }),
      ),
    }),
    [known, say, attributeTitle],
  );
  return {
    all,
    ghosts,
    passing: passing.length,
    rows,
    shown,
    lines,
    columns: columns.shown,
    arranged: columns,
    titles,
  };
}
