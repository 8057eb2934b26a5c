/**
 * Goes to the element that somebody seeks: what hides it is opened, then it comes into the middle. Where the view does not
 * show such elements at all, a notice says so and offers the one that shows everything.
 */

import { type RefObject, useEffect, useRef } from "react";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useValue } from "../../ui/useValue";
import { useWorkbench } from "../../ui/workbench";
import { adjacency, incoming } from "../adjacency";
import { sought } from "../seek";
import type { Drawing } from "./adapter";
import type { GraphView } from "./useGraphView";

export function useSeeking({ scene, picture, change }: GraphView, drawing: RefObject<Drawing | null>): void {
  const say = useText("tree");
  const { store } = useWorkbench();
  const wanted = useValue(sought);
  const opened = useRef<object>(undefined);
  useEffect(() => {
    if (wanted === undefined || picture === undefined) return;
    const { nodeId } = wanted;
    if (scene.boxes.has(nodeId)) {
      if (!picture.rects.has(nodeId)) return; // It is being arranged, and there with the next picture.
      sought.set(undefined);
      drawing.current?.centre(nodeId);
      return;
    }
    const { graph } = store.get();
    const node = graph.nodes.get(nodeId);
    if (node === undefined) return;
    if (opened.current !== wanted) {
      opened.current = wanted;
      const above = holdersOf(graph, nodeId);
      change(({ expanded, collapsed, hidden }) => ({
        expanded: new Set([...expanded, ...above]),
        collapsed: new Set([...collapsed].filter((id) => !above.has(id))),
        hidden: new Set([...hidden].filter((id) => id !== nodeId && !above.has(id))),
      }));
      return;
    }
    sought.set(undefined);
    const showWhole = (): void => {
      store.setCanvas({ view: "model" });
      sought.set({ nodeId });
    };
    toasts.done(say("notInView", { name: node.name }), { label: say("showWhole"), run: showWhole });
  }, [wanted, scene, picture, change, drawing, store, say]);
}

function holdersOf(elements: Parameters<typeof adjacency>[0], nodeId: string): ReadonlySet<string> {
  const around = adjacency(elements);
  const above = new Set<string>();
  const waiting = new Set([nodeId]);
  for (const id of waiting)
    for (const { source } of incoming(around, id, "compose")) {
      waiting.add(source);
      above.add(source);
    }
  return above;
}
