/** The tab of one node type: its tools, the grid, the field for a new row, and the preview of what is pasted. */

import { type ReactNode, useMemo, useState } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Finding } from "../../protocol";
import { focusComposer } from "../../ui/focus";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { Overlaid } from "../ghosts";
import { useObstacle } from "../useChanges";
import { AddRow } from "./AddRow";
import { valueText } from "./columns";
import { NO_ROW_FILTER, type RowFilter, type Sort } from "./filter";
import { type Active, NodeTable } from "./NodeTable";
import { PasteDialog } from "./PasteDialog";
import type { PasteTarget } from "./paste";
import { RowTools } from "./RowTools";
import { chipsOf } from "./rows";
import { useActiveCell } from "./useActiveCell";
import { useEdits } from "./useEdits";
import { type NodeRows, useNodeRows } from "./useNodeRows";

interface NodesProperties {
  readonly overlaid: Overlaid;
  readonly nodeType: string;
  readonly title: string;
  readonly marks: ReadonlyMap<string, readonly Finding[]>;
  readonly onSelect: (nodes: readonly string[]) => void;
}

export function NodesPanel({ overlaid, nodeType, title, marks, onSelect }: NodesProperties): ReactNode {
  const say = useText("tables");
  const { ontology } = useWorkbench();
  const obstacle = useObstacle();
  const { remove } = useEdits();
  const selection = useStore((state) => state.canvas.selection.nodes);
  const [filter, setFilter] = useState<RowFilter>(NO_ROW_FILTER);
  const [sort, setSort] = useState<Sort>();
  const [showFilters, setShowFilters] = useState(false);
  const [pasted, setPasted] = useState<string>();
  const content = useNodeRows({ overlaid, nodeType, marks, filter, sort });
  const { all, ghosts, rows, shown, columns, titles } = content;
  const { active, editing, activate, edit, keep, takesPaste } = useActiveCell(content, onSelect);
  const selected = useMemo(() => new Set(selection), [selection]);
  const pending = usePending();
  const reason = obstacle && say(obstacle);
  return (
    <>
      <RowTools
        {...{ filter, setFilter, showFilters, setShowFilters, reason }}
        shown={rows.length}
        all={all.length}
        paste={() => setPasted("")}
      />
      {all.length + ghosts.length === 0 ? (
        <NoNodes nodeType={nodeType} title={title} />
      ) : shown.length === 0 ? (
        <div className="table-empty">
          <p>{say("hiddenByFilter", { count: all.length })}</p>
          <button type="button" onClick={() => setFilter(NO_ROW_FILTER)}>
            {say("clear")}
          </button>
        </div>
      ) : (
        <NodeTable
          {...{ columns, titles, pending, selected, filter, sort, showFilters, active, editing, overlaid }}
          rows={shown}
          label={title}
          chips={(nodeId) => chipsOf(overlaid.elements, ontology, nodeId)}
          findings={marks}
          mayChange={obstacle === undefined}
          onFilter={setFilter}
          onSort={setSort}
          onActive={activate}
          onEdit={edit}
          onKeep={(cell, value, leave) => void keep(cell, value, leave)}
          onPaste={(text) => takesPaste(text) || setPasted(text)}
          onDelete={() => void remove(selection.filter((id) => all.some((node) => node.nodeId === id)))}
        />
      )}
      <AddRow nodeType={nodeType} reason={reason} />
      {pasted === undefined ? null : (
        <PasteDialog
          text={pasted}
          target={targetAt(content, nodeType, active)}
          title={title}
          close={() => setPasted(undefined)}
        />
      )}
    </>
  );
}

function NoNodes({ nodeType, title }: { readonly nodeType: string; readonly title: string }): ReactNode {
  const say = useText("tables");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const meaning = phraseIn(ontology.nodeType.get(nodeType)?.meaning, language) ?? "";
  return (
    <div className="table-empty">
      <p>{say("empty", { type: title, meaning })}</p>
      <button type="button" onClick={focusComposer}>
        {say("ask")}
      </button>
    </div>
  );
}

/** Values that were sent and are not confirmed yet, by cell. */
function usePending(): ReadonlyMap<string, string> {
  const edits = useStore((state) => state.canvas.pending);
  return useMemo(
    () => new Map(edits.map((each) => [`${each.nodeId} ${each.field}`, valueText(each.value)] as const)),
    [edits],
  );
}

/** Where a block is pasted: from the active cell on, or from the first that can be written. */
function targetAt({ columns, rows, titles }: NodeRows, nodeType: string, active: Active | undefined): PasteTarget {
  const row = rows.findIndex((each) => each.nodeId === active?.nodeId);
  const column = columns.findIndex((each) => each.key === active?.key);
  return { nodeType, columns, rows, titles, row: Math.max(0, row), column: Math.max(1, column) };
}
