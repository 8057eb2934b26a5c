/**
 * Goes to the element that somebody seeks: what hides it is opened, then it comes into the middle. Where the view does not
 * show such elements at all, what was searched for is shown in a view that does, with the way back; for what one only comes
 * by, as in the tree, a notice says so and offers the view that shows everything.
 */

import { type RefObject, useEffect, useRef } from "react";
import { useText } from "../../ui/text";
import { toasts } from "../../ui/toasts";
import { useValue } from "../../ui/useValue";
import { useWorkbench } from "../../ui/workbench";
import { adjacency, type Elements, wholesOf } from "../adjacency";
import type { Ontology } from "../ontology";
import { seek, sought } from "../seek";
import type { Drawing } from "./adapter";
import type { Groups } from "./groups";
import { opened } from "./memory";
import type { GraphView } from "./useGraphView";
import { holdsType, type ViewId, viewsFor } from "./views";

interface Tried {
  readonly wanted: object | undefined;
  readonly times: number;
  /** Views that did not draw it. */
  readonly left: readonly ViewId[];
}

export function useSeeking({ scene, picture, change }: GraphView, drawing: RefObject<Drawing | null>): void {
  const say = useText("tree");
  const sayGraph = useText("graph");
  const { store, ontology } = useWorkbench();
  const wanted = useValue(sought);
  const tried = useRef<Tried>({ wanted, times: 0, left: [] });
  useEffect(() => {
    if (wanted === undefined || picture === undefined) return;
    const { nodeId, others } = wanted;
    if (scene.boxes.has(nodeId)) {
      if (!picture.rects.has(nodeId)) return; // It is being arranged, and there with the next picture.
      sought.set(undefined);
      const company = others.filter((id) => picture.rects.has(id));
      if (company.length > 0) drawing.current?.fit([nodeId, ...company]);
      else drawing.current?.centre(nodeId);
      return;
    }
    const { graph } = store.get();
    const node = graph.nodes.get(nodeId);
    if (node === undefined) return;
    if (tried.current.wanted !== wanted) tried.current = { wanted, times: 0, left: [] };
    const { times, left } = tried.current;
    if (times < TRIES) {
      tried.current = { wanted, times: times + 1, left };
      const above = holdersOf(graph, scene.groups, nodeId);
      change((settings) => opened(settings, nodeId, above));
      return;
    }
    const before = scene.view.id;
    const next = wanted.isAnywhere === true ? viewFor(ontology, node.nodeType, [...left, before]) : undefined;
    if (next !== undefined) {
      tried.current = { wanted, times: 0, left: [...left, before] };
      store.setCanvas({ view: next });
      const label = say("backToView", { view: sayGraph(`view.${before}`) });
      const back = { label, run: () => store.setCanvas({ view: before }) };
      toasts.done(say("inOtherView", { name: node.name, view: sayGraph(`view.${next}`) }), back);
      return;
    }
    sought.set(undefined);
    const showWhole = (): void => {
      store.setCanvas({ view: "model" });
      seek(nodeId);
    };
    toasts.done(say("notInView", { name: node.name }), { label: say("showWhole"), run: showWhole });
  }, [wanted, scene, picture, change, drawing, store, say, sayGraph, ontology]);
}

/** The first view that draws elements of a type, the tree before all others and the whole model last. */
export function viewFor(ontology: Ontology, nodeType: string, left: readonly ViewId[]): ViewId | undefined {
  const able = viewsFor(ontology)
    .filter((view) => view.focusType === undefined && holdsType(view, nodeType) && !left.includes(view.id))
    .map(({ id }) => id);
  return able.find((id) => id === "hierarchy") ?? able[0];
}

/** What is opened may be too much to be shown without groups, and these are opened then. */
const TRIES = 2;

/** The nearest way down to a node: what holds it, and the groups that all these stand in. */
function holdersOf(elements: Elements, groups: Groups, nodeId: string): ReadonlySet<string> {
  const graph = adjacency(elements);
  const depth = (id: string): number => graph.depths.get(id) ?? 1;
  const above = new Set(groups.from(nodeId));
  for (let at = nodeId; depth(at) > 1; ) {
    const holders = wholesOf(graph, at);
    at = holders.reduce((best, id) => (depth(id) < depth(best) ? id : best), holders[0] ?? "");
    if (at === "") break;
    for (const id of [at, ...groups.from(at)]) above.add(id);
  }
  return above;
}
