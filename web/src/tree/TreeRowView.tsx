/** One row of the tree: its fold, its sign and name, who else looks at it, and the field in which it is renamed. */

import { ChevronDown, ChevronRight } from "lucide-react";
import { type DragEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Others } from "../element/Others";
import { LIMITS } from "../protocol";
import { allIds } from "../state/foreign";
import { TypeSign } from "../ui/TypeSign";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import type { TreeRow } from "./rows";
import type { TreeActions } from "./useTreeActions";
import type { TreeDrag } from "./useTreeDrag";

interface Properties {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly isActive: boolean;
  readonly isRenaming: boolean;
  readonly drag: TreeDrag;
  readonly actions: TreeActions;
}

export function TreeRowView({ id, row, top, isActive, isRenaming, drag, actions }: Properties): ReactNode {
  const say = useText("tree");
  const { node, level } = row;
  const Fold = row.isOpen ? ChevronDown : ChevronRight;
  const isSelected = useStore((state) => node !== undefined && state.canvas.selection.nodes.includes(node.nodeId));
  const onClick = (event: MouseEvent): void => {
    if ((event.target as Element).closest(".tree-fold")) actions.fold(row);
    else actions.choose(row, event.shiftKey ? "range" : event.ctrlKey || event.metaKey ? "toggle" : "alone");
  };
  return (
    <div
      id={id}
      className="model-row"
      role="treeitem"
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.parts > 0 ? row.isOpen : undefined}
      aria-selected={isSelected}
      data-active={isActive}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: `${(level - 1) * 16 + 4}px` }}
      onClick={onClick}
      onDoubleClick={() => node && drag.mayDrag && actions.rename(row)}
      onContextMenu={(event) => {
        event.preventDefault();
        if (node === undefined) return;
        if (!isSelected) actions.choose(row, "alone");
        actions.setOpen({ kind: "menu", row, at: { x: event.clientX, y: event.clientY } });
      }}
      {...useDropping(row, drag)}
    >
      <span className="tree-fold" data-empty={row.parts === 0}>
        {row.parts > 0 ? <Fold aria-hidden /> : null}
      </span>
      {node === undefined ? null : <TypeSign nodeType={node.nodeType} />}
      {node !== undefined && isRenaming ? (
        <NameField
          label={say("renameOf", { name: node.name })}
          name={node.name}
          done={(name) => actions.renamed(row, name)}
        />
      ) : (
        <bdi className="tree-name" title={node && allIds(node)}>
          {node?.name ?? say("loose")}
        </bdi>
      )}
      {node === undefined ? <span className="note">{row.parts}</span> : <Others nodeId={node.nodeId} />}
    </div>
  );
}

function useDropping(row: TreeRow, drag: TreeDrag) {
  const [isOver, setOver] = useState(false);
  const isLegal = drag.dragged !== undefined && drag.isLegal(row);
  return {
    draggable: drag.mayDrag && row.node !== undefined,
    "data-legal": isLegal,
    "data-over": isOver && isLegal,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData("text/plain", row.node?.name ?? "");
      event.dataTransfer.effectAllowed = "move";
      drag.start(row);
    },
    onDragEnd: drag.end,
    onDragOver: (event: DragEvent) => {
      if (!isLegal) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      drag.drop(row);
    },
  };
}

interface NameProperties {
  readonly label: string;
  readonly name: string;
  readonly done: (name: string | undefined) => void;
}

/** Enter and leaving the field keep the name, Esc leaves it. */
function NameField({ label, name, done }: NameProperties): ReactNode {
  const isDone = useRef(false);
  const finish = (wanted: string | undefined): void => {
    if (isDone.current) return;
    isDone.current = true;
    done(wanted === undefined || wanted.trim() === "" ? undefined : wanted.trim());
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") finish(event.currentTarget.value);
    else if (event.key === "Escape") finish(undefined);
  };
  return (
    <input
      type="text"
      className="tree-field"
      aria-label={label}
      defaultValue={name}
      maxLength={LIMITS.nameLength}
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKey}
    />
  );
}
