/** The tab of one node type: its tools, the grid, the field for a new row, and the preview of what is pasted. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Finding } from "../../protocol";
import { focusComposer } from "../../ui/focus";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { GhostLegend } from "../GhostLegend";
import type { Overlaid } from "../ghosts";
import { useObstacle } from "../useChanges";
import { AddRow } from "./AddRow";
import { readBlock } from "./block";
import type { Leave } from "./CellEditor";
import { type CellValue, type Column, columnsOf, isEditable, valueText } from "./columns";
import { filterRows, isFiltering, NO_ROW_FILTER, type RowFilter, type Sort, sortRows } from "./filter";
import { type Active, type Editing, NodeTable } from "./NodeTable";
import { PasteDialog } from "./PasteDialog";
import { chipsOf, rowsOf } from "./rows";
import { useEdits } from "./useEdits";

interface NodesProperties {
  readonly overlaid: Overlaid;
  readonly nodeType: string;
  readonly title: string;
  readonly marks: ReadonlyMap<string, readonly Finding[]>;
  readonly onSelect: (nodes: readonly string[]) => void;
}

export function NodesPanel({ overlaid, nodeType, title, marks, onSelect }: NodesProperties): ReactNode {
  const say = useText("tables");
  const language = useLanguage();
  const { ontology, store } = useWorkbench();
  const obstacle = useObstacle();
  const { write, remove } = useEdits();
  const graph = useStore((state) => state.graph);
  const selection = useStore((state) => state.canvas.selection);
  const pendingEdits = useStore((state) => state.canvas.pending);
  const [filter, setFilter] = useState<RowFilter>(NO_ROW_FILTER);
  const [sort, setSort] = useState<Sort>();
  const [showFilters, setShowFilters] = useState(false);
  const [active, setActive] = useState<Active>();
  const [editing, setEditing] = useState<Editing & { readonly base: number }>();
  /** From here on a change of the same cell by somebody else is a conflict. */
  const edit = (next: Editing | undefined): void => setEditing(next && { ...next, base: store.get().graph.revision });
  const [pasted, setPasted] = useState<string>();

  const all = useMemo(() => rowsOf(graph, nodeType), [graph, nodeType]);
  // What is only proposed stands below what is there, in the order of the proposals.
  const ghosts = useMemo(
    () =>
      [...overlaid.elements.nodes.values()].filter(
        (node) => node.nodeType === nodeType && overlaid.marks.get(node.nodeId) === "new",
      ),
    [overlaid, nodeType],
  );
  const columns = useMemo(() => columnsOf(ontology, nodeType, all), [ontology, nodeType, all]);
  const rows = useMemo(() => {
    const names = (nodeId: string): string =>
      chipsOf(graph, ontology, nodeId)
        .map(({ other }) => other.name)
        .join(" ");
    const shown = filterRows(
      all,
      columns,
      filter,
      (id) => marks.has(id),
      (node) => names(node.nodeId),
    );
    return sortRows(shown, columns, sort);
  }, [all, columns, filter, sort, marks, graph, ontology]);
  const shownRows = useMemo(
    () => [
      ...rows,
      ...filterRows(
        ghosts,
        columns,
        { ...filter, marked: false },
        () => false,
        () => "",
      ),
    ],
    [rows, ghosts, columns, filter],
  );
  const titles = useMemo(
    () =>
      Object.fromEntries(
        columns.map(({ kind, key }) => [key, kind === "attribute" ? key : say(kind === "id" ? "semanticId" : kind)]),
      ),
    [columns, say],
  );
  const selected = useMemo(() => new Set(selection.nodes), [selection]);
  const pending = useMemo(
    () => new Map(pendingEdits.map((each) => [`${each.nodeId} ${each.field}`, valueText(each.value)])),
    [pendingEdits],
  );

  // The active cell follows a selection that was made elsewhere.
  const first = selection.nodes.find((id) => [...all, ...ghosts].some((node) => node.nodeId === id));
  useEffect(() => {
    if (first !== undefined)
      setActive((known) => (known?.nodeId === first ? known : { nodeId: first, key: known?.key ?? "name" }));
  }, [first]);

  const activate = (next: Active, how: "alone" | "toggle" | "range"): void => {
    if (how === "alone" && editing !== undefined && (editing.nodeId !== next.nodeId || editing.key !== next.key))
      setEditing(undefined);
    setActive(next);
    if (how === "toggle") {
      const others = selection.nodes.filter((id) => id !== next.nodeId);
      onSelect(selected.has(next.nodeId) ? others : [...selection.nodes, next.nodeId]);
      return;
    }
    if (how === "alone") {
      onSelect([next.nodeId]);
      return;
    }
    const [from, to] = [active?.nodeId ?? next.nodeId, next.nodeId].map((id) =>
      shownRows.findIndex((row) => row.nodeId === id),
    );
    const range = shownRows
      .slice(Math.min(from ?? 0, to ?? 0), Math.max(from ?? 0, to ?? 0) + 1)
      .map((row) => row.nodeId);
    onSelect([...new Set([...selection.nodes, ...range])]);
  };

  const keep = async (cell: Active, value: CellValue, leave: Leave): Promise<void> => {
    const column = columns.find((each) => each.key === cell.key);
    const base = editing?.base ?? graph.revision;
    setEditing(undefined);
    move(cell, leave);
    // Refused: what was typed is not lost, the cell is open again with it.
    if (column && !(await write(cell.nodeId, column, value, base)))
      edit({ ...cell, text: valueText(value), typed: true, refused: true });
  };

  const move = (cell: Active, leave: Leave): void => {
    const row = rows.findIndex((each) => each.nodeId === cell.nodeId);
    const at = columns.findIndex((column) => column.key === cell.key);
    if (leave === "down") {
      const below = rows[row + 1];
      if (below) activate({ nodeId: below.nodeId, key: cell.key }, "alone");
    } else if (leave !== "stay") {
      const next = neighbour(columns, at, leave === "next" ? 1 : -1);
      if (next) setActive({ nodeId: cell.nodeId, key: next.key });
    }
  };

  const paste = (text: string): void => {
    const block = readBlock(text);
    const column = columns.find((each) => each.key === active?.key);
    const isCell = block.length === 1 && block[0]?.length === 1;
    if (isCell && active && column && isEditable(column) && obstacle === undefined) {
      edit({ ...active, text: block[0]?.[0] ?? "", typed: true });
    } else if (block.length > 0) setPasted(text);
  };

  const target = {
    ...{ nodeType, columns, rows, titles },
    row: Math.max(
      0,
      rows.findIndex((row) => row.nodeId === active?.nodeId),
    ),
    column: Math.max(
      1,
      columns.findIndex((column) => column.key === active?.key),
    ),
  };
  const meaning = phraseIn(ontology.nodeType.get(nodeType)?.meaning, language) ?? "";
  const reason = obstacle && say(obstacle);
  return (
    <>
      <div className="table-tools">
        <input
          type="search"
          aria-label={say("search")}
          placeholder={say("search")}
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <button type="button" className="quiet" aria-pressed={showFilters} onClick={() => setShowFilters(!showFilters)}>
          {say("filters")}
        </button>
        <label className="check">
          <input
            type="checkbox"
            checked={filter.marked}
            onChange={(event) => setFilter({ ...filter, marked: event.target.checked })}
          />
          {say("onlyMarked")}
        </label>
        {isFiltering(filter) ? (
          <button type="button" className="quiet" onClick={() => setFilter(NO_ROW_FILTER)}>
            {say("clear")}
          </button>
        ) : null}
        <span className="note" role="status">
          {rows.length === all.length
            ? say("rows", { count: all.length })
            : say("rowsOf", { count: rows.length, all: all.length })}
        </span>
        <GhostLegend />
        <button
          type="button"
          className="quiet"
          disabled={obstacle !== undefined}
          title={reason ?? say("pasteHint", { keys: "Ctrl+V" })}
          onClick={() => setPasted("")}
        >
          {say("paste")}
        </button>
      </div>
      {all.length + ghosts.length === 0 ? (
        <div className="table-empty">
          <p>{say("empty", { type: title, meaning })}</p>
          <button type="button" onClick={focusComposer}>
            {say("ask")}
          </button>
        </div>
      ) : shownRows.length === 0 ? (
        <div className="table-empty">
          <p>{say("hiddenByFilter", { count: all.length })}</p>
          <button type="button" onClick={() => setFilter(NO_ROW_FILTER)}>
            {say("clear")}
          </button>
        </div>
      ) : (
        <NodeTable
          {...{ columns, titles, pending, selected, filter, sort, showFilters, active, editing }}
          rows={shownRows}
          overlaid={overlaid}
          label={title}
          chips={(nodeId) => chipsOf(overlaid.elements, ontology, nodeId)}
          findings={marks}
          mayChange={obstacle === undefined}
          onFilter={setFilter}
          onSort={setSort}
          onActive={activate}
          onEdit={edit}
          onKeep={(cell, value, leave) => void keep(cell, value, leave)}
          onPaste={paste}
          onDelete={() => void remove(selection.nodes.filter((id) => all.some((node) => node.nodeId === id)))}
        />
      )}
      <AddRow nodeType={nodeType} reason={reason} />
      {pasted === undefined ? null : (
        <PasteDialog text={pasted} target={target} title={title} close={() => setPasted(undefined)} />
      )}
    </>
  );
}

/** The next cell that can be written, in one direction. */
function neighbour(columns: readonly Column[], at: number, step: 1 | -1): Column | undefined {
  for (let index = at + step; index >= 0 && index < columns.length; index += step) {
    const column = columns[index];
    if (column && isEditable(column)) return column;
  }
  return undefined;
}
