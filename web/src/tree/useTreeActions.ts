/** What can be done in the tree, by key, by mouse and from its menu. */

import { useRef, useState } from "react";
import { seek } from "../canvases/seek";
import { newOperationId, useObstacle, useSubmit } from "../canvases/useChanges";
import { useDeleting } from "../canvases/useDeleting";
import type { Node } from "../protocol";
import { useWorkbench } from "../ui/workbench";
import type { TreeKeys } from "./keys";
import type { TreeRow } from "./rows";

/** What lies over the tree. */
export type Open =
  | { readonly kind: "menu"; readonly row: TreeRow; readonly at: { readonly x: number; readonly y: number } }
  | { readonly kind: "move"; readonly row: TreeRow }
  | { readonly kind: "new"; readonly node: Node }
  | undefined;

interface Wanted {
  readonly rows: readonly TreeRow[];
  readonly at: number;
  readonly setActive: (key: string) => void;
  readonly fold: (row: TreeRow) => void;
  readonly unfold: (keys: readonly string[]) => void;
  readonly focus: () => void;
}

type Choosing = "alone" | "toggle" | "range";

export interface TreeActions {
  readonly keys: TreeKeys;
  readonly go: (row: TreeRow) => void;
  readonly choose: (row: TreeRow, how: Choosing) => void;
  readonly fold: (row: TreeRow) => void;
  readonly renaming: string | undefined;
  readonly rename: (row: TreeRow) => void;
  /** Without a name, it stays as it was. */
  readonly renamed: (row: TreeRow, name: string | undefined) => void;
  readonly remove: (row: TreeRow) => void;
  readonly open: Open;
  readonly setOpen: (open: Open) => void;
  readonly focus: () => void;
}

export function useTreeActions({ rows, at, setActive, fold, unfold, focus }: Wanted): TreeActions {
  const { store } = useWorkbench();
  const mayChange = useObstacle() === undefined;
  const removeAll = useDeleting();
  const [open, setOpen] = useState<Open>();
  const { renaming, rename, renamed } = useRenaming(focus);
  const anchor = useRef<string>(undefined);
  const selectedNow = (): readonly string[] => store.get().canvas.selection.nodes;
  const choose = (row: TreeRow, how: Choosing): void => {
    setActive(row.key);
    if (how !== "range") anchor.current = row.key;
    const nodeId = row.node?.nodeId;
    if (nodeId === undefined) return;
    if (how === "alone") {
      store.select([nodeId]);
      seek(nodeId);
    } else if (how === "toggle") store.select(toggled(selectedNow(), nodeId));
    else {
      // From where the range began: going back with Shift takes rows out of it again.
      const from = rows.findIndex(({ key }) => key === anchor.current);
      store.select([...new Set(between(rows, from < 0 ? at : from, rows.indexOf(row)))]);
    }
  };
  const go = (row: TreeRow): void => choose(row, "alone");
  const remove = ({ node }: TreeRow): void => {
    if (node === undefined) return;
    const chosen = selectedNow();
    removeAll({ nodes: chosen.includes(node.nodeId) ? chosen : [node.nodeId] });
  };
  const now = rows[at];
  const goTo = (row: TreeRow | undefined): void => void (row && go(row));
  const keys: TreeKeys = {
    step: (by, extend) => {
      const row = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
      if (row) choose(row, extend ? "range" : "alone");
    },
    edge: (end) => goTo(end === "first" ? rows[0] : rows.at(-1)),
    right: () => {
      if (now?.isOpen) goTo(rows[at + 1]);
      else if (now && now.parts > 0) fold(now);
    },
    left: () => {
      if (now?.isOpen) fold(now);
      else goTo(rows.find((row) => row.key === now?.parent));
    },
    openSiblings: () => {
      const closed = rows.filter((row) => row.parent === now?.parent && row.parts > 0 && !row.isOpen);
      unfold(closed.map(({ key }) => key));
    },
    toggle: () => void (now && choose(now, "toggle")),
    show: () => void (now?.node && seek(now.node.nodeId)),
    rename: () => void (now?.node && mayChange && rename(now)),
    remove: () => void (now && remove(now)),
    menu: () => {
      const row = document.querySelector(".model-row[data-active=true]")?.getBoundingClientRect();
      if (now?.node && row) setOpen({ kind: "menu", row: now, at: { x: row.left + 40, y: row.bottom } });
    },
  };
  return { keys, go, choose, fold, renaming, rename, renamed, remove, open, setOpen, focus };
}

/** A name that somebody else changes while it is written here is a conflict, not overwritten. */
function useRenaming(focus: () => void): Pick<TreeActions, "renaming" | "rename" | "renamed"> {
  const { store } = useWorkbench();
  const submit = useSubmit();
  const [renaming, setRenaming] = useState<string>();
  const base = useRef(0);
  return {
    renaming,
    rename: (row) => {
      base.current = store.get().graph.revision;
      setRenaming(row.key);
    },
    renamed: ({ node }, name) => {
      setRenaming(undefined);
      focus();
      if (node === undefined || name === undefined || name === node.name) return;
      const operation = { op: "node.update", id: newOperationId(), ref: node.nodeId, set: { name } } as const;
      void submit([operation], { baseRevision: base.current });
    },
  };
}

function toggled(selected: readonly string[], nodeId: string): readonly string[] {
  return selected.includes(nodeId) ? selected.filter((id) => id !== nodeId) : [...selected, nodeId];
}

/** The nodes from one row to another, whichever stands first. */
function between(rows: readonly TreeRow[], one: number, other: number): readonly string[] {
  const [from, to] = one < other ? [one, other] : [other, one];
  return rows.slice(Math.max(0, from), to + 1).flatMap(({ node }) => node?.nodeId ?? []);
}
