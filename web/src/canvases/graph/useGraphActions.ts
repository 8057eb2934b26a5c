/** What somebody can do on the canvas, by key, button or mouse. */

import { type RefObject, useCallback, useRef, useState } from "react";
import type { Node, Operation } from "../../protocol";
import type { Point } from "../../state/state";
import type { Store } from "../../state/store";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useSubmit } from "../useChanges";
import { useDeleting } from "../useDeleting";
import type { Drawing } from "./adapter";
import type { Alignment } from "./aligning";
import { holdersFor, isHeld } from "./containment";
import { hide } from "./hiding";
import { toggled } from "./memory";
import { neighbour } from "./navigate";
import type { Box, Line } from "./scene";
import type { At } from "./useGestures";
import type { GraphKeys } from "./useGraphKeys";
import type { GraphSelection } from "./useGraphSelection";
import type { GraphView } from "./useGraphView";

/** The dialog that is open. */
export type Open =
  /** Without a place it stands where the layout puts it. */
  | { readonly kind: "new"; readonly place?: Point | undefined }
  | { readonly kind: "move"; readonly node: Node }
  | { readonly kind: "link"; readonly source: Node; readonly target: Node | undefined }
  | { readonly kind: "menu"; readonly at: At; readonly about: "box" | "lines" | "canvas" }
  | undefined;

interface Wanted {
  readonly shown: GraphView;
  readonly selection: GraphSelection;
  readonly drawing: RefObject<Drawing | null>;
  readonly canvas: RefObject<HTMLElement | null>;
}

export interface GraphActions {
  readonly keys: GraphKeys;
  readonly open: Open;
  readonly close: () => void;
  readonly renaming: string | undefined;
  readonly onRenamed: (box: Box, name: string | undefined) => void;
  readonly fold: (box: Box) => void;
  readonly startLink: (source: string, target?: string) => void;
  readonly mayMoveInto: boolean;
  /** Twice on a box renames it, on a group opens it, on nothing makes one. */
  readonly onTwice: (id: string | undefined, at: At) => void;
  /** A new element where the pointer is. */
  readonly addAt: (at: At) => void;
  readonly align: (how: Alignment) => void;
  /** How many boxes are selected. */
  readonly count: number;
  readonly onMenu: (id: string | undefined, at: At) => void;
  readonly onLineMenu: (line: Line, at: At) => void;
}

export function useGraphActions({ shown, selection, drawing, canvas }: Wanted): GraphActions {
  const { ontology, store } = useWorkbench();
  const obstacle = useObstacle();
  const nodes = useStore((state) => state.graph.nodes);
  const [open, setOpen] = useState<Open>();
  const { renaming, rename, onRenamed } = useRenaming(canvas);
  const fold = useFold(shown);
  const remove = useRemoving(selection);
  const { scene } = shown;
  const { chosen } = selection;
  const mayChange = obstacle === undefined;
  const mayMoveInto =
    chosen !== undefined && (isHeld(scene, chosen.nodeId) || holdersFor(scene, ontology, chosen.nodeId).length > 0);
  const startLink = (source: string, target?: string): void => {
    const [from, to] = [nodes.get(source), nodes.get(target ?? "")];
    if (from !== undefined && mayChange) setOpen({ kind: "link", source: from, target: to });
  };
  const keys: GraphKeys = {
    ...lookingKeys(shown, selection, drawing, store),
    nudge: (direction) => void (mayChange && shown.moves.nudge(selection.selected, direction)),
    rename: () => void (chosen && mayChange && scene.boxes.has(chosen.nodeId) && rename(chosen.nodeId)),
    link: () => void (chosen && startLink(chosen.nodeId)),
    add: () => void (mayChange && setOpen({ kind: "new" })),
    move: () => void (chosen && mayChange && mayMoveInto && setOpen({ kind: "move", node: chosen })),
    fold: (how) => {
      const box = scene.boxes.get(chosen?.nodeId ?? "");
      if (box?.canOpen && (how === "toggle" || box.open)) fold(box);
    },
    remove: () => void (mayChange && remove()),
    menu: () => {
      const box = selection.nodes.find((id) => scene.boxes.has(id));
      const others = selection.edges.length > 0 ? "lines" : "canvas";
      const about = box === undefined ? others : "box";
      setOpen({ kind: "menu", about, at: placeOf(canvas, box) });
    },
  };
  const close = (): void => setOpen(undefined);
  const addAt = (at: At): void => void (mayChange && setOpen({ kind: "new", place: drawing.current?.pointAt(at) }));
  const onTwice = (id: string | undefined, at: At): void => {
    const group = scene.boxes.get(id ?? "");
    if (id === undefined) addAt(at);
    else if (group?.members !== undefined) fold(group);
    else if (mayChange && scene.boxes.get(id)?.node !== undefined && nodes.has(id)) rename(id);
  };
  const menus = useMenus(selection, nodes, setOpen);
  const align = (how: Alignment): void => void (mayChange && shown.moves.align(selection.selected, how));
  const count = selection.nodes.filter((id) => scene.boxes.has(id)).length;
  return {
    keys,
    open,
    close,
    renaming,
    onRenamed,
    fold,
    startLink,
    mayMoveInto,
    onTwice,
    addAt,
    align,
    count,
    ...menus,
  };
}

/** What the menu is asked for is selected first, so that it says what it is about. */
function useMenus(
  { selected, select, includeLine }: GraphSelection,
  nodes: ReadonlyMap<string, Node>,
  setOpen: (open: Open) => void,
): Pick<GraphActions, "onMenu" | "onLineMenu"> {
  return {
    onMenu: (id, at) => {
      if (id !== undefined && !nodes.has(id)) return;
      if (id === undefined || !selected.has(id)) select(id === undefined ? [] : [id]);
      setOpen({ kind: "menu", at, about: id === undefined ? "canvas" : "box" });
    },
    onLineMenu: (line, at) => {
      includeLine(line);
      setOpen({ kind: "menu", at, about: "lines" });
    },
  };
}

/** Where a menu that was asked for by key opens: below the box, else in the middle of the canvas. */
function placeOf(canvas: Wanted["canvas"], id: string | undefined): At {
  const box = id === undefined ? null : canvas.current?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  const rect = (box ?? canvas.current)?.getBoundingClientRect();
  if (rect === undefined) return { x: 0, y: 0 };
  return box ? { x: rect.left, y: rect.bottom } : { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** Those that change nothing but what is seen. */
function lookingKeys(
  shown: GraphView,
  { nodes, selected, select }: GraphSelection,
  drawing: Wanted["drawing"],
  store: Store,
): Pick<GraphKeys, "go" | "hide" | "fit" | "zoom"> {
  const { picture, scene, settings } = shown;
  return {
    go: (direction) => {
      const next = picture && neighbour(picture.rects, nodes[0], direction);
      if (next === undefined) return;
      select([next]);
      drawing.current?.reveal(next);
    },
    hide: (which) => {
      const ids = [...scene.boxes.keys()].filter((id) => selected.has(id) === (which === "selected"));
      if (selected.size > 0) hide(store, shown, new Set([...settings.hidden, ...ids]));
    },
    fit: (which) => drawing.current?.fit(which === "selected" && nodes.length > 0 ? nodes : undefined),
    zoom: (factor) => drawing.current?.zoomBy(factor),
  };
}

function useFold({ change, setAnchor }: GraphView): (box: Box) => void {
  return useCallback(
    ({ id, open }) => {
      setAnchor(id);
      change(({ expanded, collapsed }) => ({
        expanded: toggled(expanded, id, !open),
        collapsed: toggled(collapsed, id, open),
      }));
    },
    [change, setAnchor],
  );
}

interface Renaming {
  readonly renaming: string | undefined;
  readonly rename: (nodeId: string) => void;
  readonly onRenamed: GraphActions["onRenamed"];
}

function useRenaming(canvas: Wanted["canvas"]): Renaming {
  const { store } = useWorkbench();
  const submit = useSubmit();
  const [renaming, setRenaming] = useState<string>();
  // A name that somebody else changes while it is written here is a conflict, not overwritten.
  const base = useRef(0);
  const rename = (nodeId: string): void => {
    base.current = store.get().graph.revision;
    setRenaming(nodeId);
  };
  const onRenamed = useCallback(
    ({ id }: Box, name: string | undefined) => {
      setRenaming(undefined);
      canvas.current?.focus();
      if (name === undefined) return;
      const operation: Operation = { op: "node.update", id: newOperationId(), ref: id, set: { name } };
      void submit([operation], { baseRevision: base.current });
    },
    [submit, canvas],
  );
  return { renaming, rename, onRenamed };
}

/** Deletes the selected nodes; where there are none, the selected lines. */
function useRemoving({ nodes, edges }: GraphSelection): () => void {
  const remove = useDeleting();
  return () => remove(nodes.length > 0 ? { nodes } : { edges });
}
