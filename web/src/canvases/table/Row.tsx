/** One row of a node type's grid, and the line above a group of them. */

import { type MouseEvent, memo, type ReactNode } from "react";
import { CommentMark } from "../../comments/CommentMark";
import { Others } from "../../element/Others";
import type { Node } from "../../protocol";
import { isReal } from "../../state/canvas";
import { useText } from "../../ui/text";
import { useValueTitle } from "../useValueTitle";
import { CellEditor } from "./CellEditor";
import { CellText, Chips, GhostSign, Mark } from "./Cells";
import { cellText, isEditable, valueText } from "./columns";
import { startEditing } from "./gridKeys";
import type { GroupLine } from "./groups";
import type { Editing, NodeTableProperties } from "./nodeGrid";
import type { Cell } from "./range";
import { tracedTo } from "./trace";

interface RowProperties extends NodeTableProperties {
  /** Of the grid, which the ids of its cells begin with. */
  readonly id: string;
  readonly node: Node;
  readonly index: number;
  readonly top: number;
  readonly template: string;
  /** Takes the height that its texts need, where they are broken into lines. */
  readonly measure: ((row: HTMLElement | null) => void) | undefined;
  readonly activeKey: string | undefined;
  readonly isSelected: boolean;
  /** It is part of the range of cells. */
  readonly isInRange: boolean;
  readonly ownEditing: Editing | undefined;
}

export const Row = memo(function Row(properties: RowProperties): ReactNode {
  const say = useText("tables");
  const { id, node, index, top, template, columns, titles, activeKey, isSelected, ownEditing } = properties;
  const { findings, chips, pending, range, isInRange } = properties;
  const mark = properties.overlaid.marks.get(node.nodeId);
  const proposed = properties.overlaid.proposed.get(node.nodeId);
  const title = useValueTitle();
  const becoming = (key: string): string | undefined =>
    proposed?.[key] === undefined ? undefined : title(key, valueText(proposed[key]));
  const click = (event: MouseEvent, key: string): void => {
    const how = event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "alone";
    properties.onActive({ nodeId: node.nodeId, key }, how);
  };
  return (
    <div
      role="row"
      className="grid-row"
      {...{ ref: properties.measure, "data-index": index, "aria-rowindex": index + 2 }}
      aria-selected={isSelected}
      data-editing={ownEditing !== undefined}
      data-mark={mark}
      style={{ gridTemplateColumns: template, transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colindex={1} onClick={(event) => click(event, columns[0]?.key ?? "")}>
        <Mark findings={findings.get(node.nodeId) ?? []} />
        <CommentMark nodeId={node.nodeId} />
        <GhostSign mark={mark} problems={properties.overlaid.problems.get(node.nodeId)} />
      </div>
      {columns.map((column, at) => {
        const cell = { nodeId: node.nodeId, key: column.key };
        const sent = pending.get(`${node.nodeId} ${column.key}`);
        return (
          <div
            key={column.key}
            id={cellId(id, cell)}
            role="gridcell"
            aria-colindex={at + 2}
            aria-readonly={!isEditable(column) || !properties.mayChange || !isReal(node.nodeId)}
            data-active={activeKey === column.key}
            data-range={isInRange && range?.columns.includes(column)}
            data-pending={sent !== undefined}
            // Shift marks cells, not the letters in them.
            onMouseDown={(event) => {
              if (!event.shiftKey) return;
              // What is being written elsewhere is kept, as any other click would do.
              if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
              event.preventDefault();
            }}
            onClick={(event) => click(event, column.key)}
            onDoubleClick={() => startEditing(properties, node, column)}
          >
            {ownEditing?.key === column.key ? (
              <CellEditor
                column={column}
                text={ownEditing.text}
                typed={ownEditing.typed}
                refused={ownEditing.refused ?? false}
                label={say("edit", { column: titles[column.key] ?? column.key, name: node.name })}
                keep={(value, leave) => properties.onKeep(cell, value, leave)}
                drop={() => properties.onEdit(undefined)}
              />
            ) : column.kind === "relations" ? (
              <Chips chips={chips(node.nodeId)} />
            ) : column.kind === "trace" ? (
              <Chips chips={tracedTo(chips(node.nodeId), column.trace)} isTitled />
            ) : (
              <CellText text={title(column.key, sent ?? cellText(node, column))} proposed={becoming(column.key)} />
            )}
            {column.kind === "name" ? <Others nodeId={node.nodeId} /> : null}
          </div>
        );
      })}
    </div>
  );
});

interface GroupProperties {
  readonly line: GroupLine;
  readonly index: number;
  readonly top: number;
  readonly columns: number;
  readonly onFold: (title: string) => void;
}

export function GroupRow({ line, index, top, columns, onFold }: GroupProperties): ReactNode {
  const say = useText("tables");
  return (
    <div
      role="row"
      className="grid-row group-row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" aria-colspan={columns + 1}>
        <button
          type="button"
          className="quiet group-fold"
          aria-expanded={line.isOpen}
          onClick={() => onFold(line.title)}
        >
          <span aria-hidden>{line.isOpen ? "▾" : "▸"}</span> <bdi>{line.title || say("noGroup")}</bdi>{" "}
          <span className="count">{line.count}</span>
        </button>
      </div>
    </div>
  );
}

export function cellId(table: string, cell: Cell | undefined): string {
  return `${table}-${cell?.nodeId ?? ""}-${cell?.key ?? ""}`;
}
