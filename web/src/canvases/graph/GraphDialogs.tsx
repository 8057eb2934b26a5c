/** The dialogs of the graph canvas, each loaded when it is first opened. */

import { type ReactNode, Suspense } from "react";
import type { Node } from "../../protocol";
import { late } from "../../ui/late";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { holdersFor, holdingRelation, isHeld } from "./containment";
import type { GraphActions } from "./useGraphActions";
import type { GraphView } from "./useGraphView";

const ConnectDialog = late(async () => ({ default: (await import("./ConnectDialog")).ConnectDialog }));
const GraphMenu = late(async () => ({ default: (await import("./GraphMenu")).GraphMenu }));
const MoveDialog = late(async () => ({ default: (await import("./MoveDialog")).MoveDialog }));
const NewNodeDialog = late(async () => ({ default: (await import("./NewNodeDialog")).NewNodeDialog }));

interface Properties {
  readonly actions: GraphActions;
  readonly shown: GraphView;
  readonly chosen: Node | undefined;
}

export function GraphDialogs({ actions, shown, chosen }: Properties): ReactNode {
  const { open, close } = actions;
  const { ontology } = useWorkbench();
  const nodes = useStore((state) => state.graph.nodes);
  const { view, scene, moves } = shown;
  const holderOf = (id: string): Node | undefined =>
    isHeld(scene, id) ? nodes.get(scene.boxes.get(id)?.parent ?? "") : undefined;
  return (
    <Suspense>
      {open?.kind === "menu" ? <GraphMenu {...open} {...{ actions, shown, chosen }} /> : null}
      {open?.kind === "new" ? (
        <NewNodeDialog
          around={chosen}
          holding={(nodeType) => chosen && holdingRelation(view, ontology, chosen.nodeType, nodeType)}
          onMade={(id) => open.place && moves.place(id, open.place)}
          close={close}
        />
      ) : null}
      {open?.kind === "move" ? (
        <MoveDialog
          node={open.node}
          holders={holdersFor(scene, ontology, open.node.nodeId).flatMap((box) => box.node ?? [])}
          holder={holderOf(open.node.nodeId)}
          onMove={(holder) => moves.transfer(new Set([open.node.nodeId]), holder?.nodeId)}
          close={close}
        />
      ) : null}
      {open?.kind === "link" ? <ConnectDialog source={open.source} target={open.target} close={close} /> : null}
    </Suspense>
  );
}
