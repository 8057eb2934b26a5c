/** What lies over the tree: the menu of a row, the dialog that moves it elsewhere, and the one that makes a part. */

import { type ReactNode, Suspense, useMemo } from "react";
import { childTypes } from "../canvases/ontology";
import { seek } from "../canvases/seek";
import { useObstacle } from "../canvases/useChanges";
import { askedCure } from "../cures/asked";
import { useCureObstacle } from "../cures/useCureObstacle";
import type { Node } from "../protocol";
import { ContextMenu, type MenuEntry } from "../ui/ContextMenu";
import { late } from "../ui/late";
import { useText } from "../ui/text";
import { useCopyLink } from "../ui/useCopyLink";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { mayHold } from "./moving";
import type { TreeRow } from "./rows";
import type { TreeActions } from "./useTreeActions";
import { useTransfer } from "./useTreeDrag";

const MoveDialog = late(async () => ({ default: (await import("../canvases/graph/MoveDialog")).MoveDialog }));
const NewNodeDialog = late(async () => ({ default: (await import("../canvases/graph/NewNodeDialog")).NewNodeDialog }));

export function TreeDialogs({ actions }: { readonly actions: TreeActions }): ReactNode {
  const { open, setOpen } = actions;
  const { ontology } = useWorkbench();
  const close = (): void => setOpen(undefined);
  if (open === undefined) return null;
  if (open.kind === "menu") return <RowMenu actions={actions} row={open.row} at={open.at} />;
  return (
    <Suspense fallback={null}>
      {open.kind === "move" ? <Moving row={open.row} close={close} /> : null}
      {open.kind === "new" ? (
        <NewNodeDialog
          around={open.node}
          holding={(nodeType) => (childTypes(ontology, open.node.nodeType).includes(nodeType) ? "compose" : undefined)}
          close={close}
        />
      ) : null}
    </Suspense>
  );
}

interface MenuProperties {
  readonly actions: TreeActions;
  readonly row: TreeRow;
  readonly at: { readonly x: number; readonly y: number };
}

function RowMenu({ actions, row, at }: MenuProperties): ReactNode {
  const say = useText("tree");
  const { ontology } = useWorkbench();
  const obstacle = useObstacle();
  const copyLink = useCopyLink();
  const cures = useText("cures");
  const noCure = useCureObstacle();
  const { node } = row;
  if (node === undefined) return null;
  const why = obstacle && say(obstacle);
  const entries: readonly MenuEntry[] = [
    { label: say("show"), keys: "Enter", run: () => seek(node.nodeId) },
    { label: say("rename"), keys: "F2", obstacle: why, run: () => actions.rename(row) },
    ...(childTypes(ontology, node.nodeType).length > 0
      ? [{ label: say("newPart"), obstacle: why, run: () => actions.setOpen({ kind: "new", node }) }]
      : []),
    { label: say("move"), obstacle: why, run: () => actions.setOpen({ kind: "move", row }) },
    { label: cures("merge"), obstacle: noCure, run: () => askedCure.set({ kind: "merge", nodes: [node.nodeId] }) },
    { label: cures("retype"), obstacle: noCure, run: () => askedCure.set({ kind: "retype", node: node.nodeId }) },
    { label: say("copyLink"), run: () => copyLink({ nodes: [node.nodeId], edges: [] }) },
    { label: say("remove"), keys: "Del", obstacle: why, run: () => actions.remove(row) },
  ];
  return <ContextMenu label={node.name} at={at} entries={entries} close={() => actions.setOpen(undefined)} />;
}

/** What a drag does, for the keyboard. */
function Moving({ row, close }: { readonly row: TreeRow; readonly close: () => void }): ReactNode {
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const transfer = useTransfer();
  const { node } = row;
  const holders = useMemo<readonly Node[]>(
    () => (node ? [...graph.nodes.values()].filter((each) => mayHold(graph, ontology, each, node)) : []),
    [graph, ontology, node],
  );
  if (node === undefined) return null;
  return (
    <MoveDialog
      node={node}
      holders={holders}
      holder={graph.nodes.get(row.parent?.split(" ").at(-1) ?? "")}
      onMove={(into) => void transfer(row, into?.nodeId)}
      close={close}
    />
  );
}
