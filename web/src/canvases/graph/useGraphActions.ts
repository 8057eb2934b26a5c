/** What somebody can do on the canvas, by key, button or mouse. */

import { type RefObject, useCallback, useRef, useState } from "react";
import type { Node, Operation } from "../../protocol";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useSubmit } from "../useChanges";
import { useDeleting } from "../useDeleting";
import type { Drawing } from "./adapter";
import { holdersFor, isHeld } from "./containment";
import { toggled } from "./memory";
import { neighbour } from "./navigate";
import type { Box } from "./scene";
import type { GraphKeys } from "./useGraphKeys";
import type { GraphSelection } from "./useGraphSelection";
import type { GraphView } from "./useGraphView";

/** The dialog that is open. */
export type Open =
  | { readonly kind: "new" }
  | { readonly kind: "move"; readonly node: Node }
  | { readonly kind: "link"; readonly source: Node; readonly target: Node | undefined }
  | undefined;

interface Wanted {
  readonly shown: GraphView;
  readonly selection: GraphSelection;
  readonly drawing: RefObject<Drawing | null>;
  readonly canvas: RefObject<HTMLElement | null>;
}

interface Actions {
  readonly keys: GraphKeys;
  readonly open: Open;
  readonly close: () => void;
  readonly renaming: string | undefined;
  readonly onRenamed: (box: Box, name: string | undefined) => void;
  readonly fold: (box: Box) => void;
  readonly startLink: (source: string, target?: string) => void;
  readonly mayMoveInto: boolean;
}

export function useGraphActions({ shown, selection, drawing, canvas }: Wanted): Actions {
  const { ontology } = useWorkbench();
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
    ...lookingKeys(shown, selection, drawing),
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
  };
  const close = (): void => setOpen(undefined);
  return { keys, open, close, renaming, onRenamed, fold, startLink, mayMoveInto };
}

/** Those that change nothing but what is seen. */
function lookingKeys(
  { picture, scene, change }: GraphView,
  { nodes, selected, select }: GraphSelection,
  drawing: Wanted["drawing"],
): Pick<GraphKeys, "go" | "hide" | "fit" | "zoom"> {
  return {
    go: (direction) => {
      const next = picture && neighbour(picture.rects, nodes[0], direction);
      if (next === undefined) return;
      select([next]);
      drawing.current?.reveal(next);
    },
    hide: (which) => {
      const ids = [...scene.boxes.keys()].filter((id) => selected.has(id) === (which === "selected"));
      if (selected.size > 0) change(({ hidden }) => ({ hidden: new Set([...hidden, ...ids]) }));
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
  readonly onRenamed: Actions["onRenamed"];
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
