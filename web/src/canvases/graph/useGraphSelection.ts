/** What is selected, as the canvas sees it; what is selected elsewhere comes into sight. */

import { type RefObject, useCallback, useEffect, useMemo, useRef } from "react";
import type { Node } from "../../protocol";
import { isReal } from "../../state/canvas";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { sought } from "../seek";
import type { Drawing } from "./adapter";
import type { Picture } from "./picture";
import type { Line, Scene } from "./scene";

export interface GraphSelection {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly selectedLines: ReadonlySet<string>;
  /** Boxes into which something selected is rolled up. */
  readonly holders: ReadonlySet<string>;
  /** The one node that is selected. */
  readonly chosen: Node | undefined;
  readonly select: (ids: readonly string[]) => void;
  readonly selectLine: (line: Line, add: boolean) => void;
  /** Selects the line alone, unless it is one of those that are selected. */
  readonly includeLine: (line: Line) => void;
}

export function useGraphSelection(
  scene: Scene,
  picture: Picture | undefined,
  drawing: RefObject<Drawing | null>,
): GraphSelection {
  const { store } = useWorkbench();
  const { nodes, edges } = useStore((state) => state.canvas.selection);
  const [first] = nodes;
  const only = useStore((state) => (first === undefined ? undefined : state.graph.nodes.get(first)));
  const selected = useMemo(() => new Set(nodes), [nodes]);
  const selectedLines = useMemo(() => new Set([...edges, ...nodes]), [edges, nodes]);
  const holders = useMemo(
    () => new Set(nodes.flatMap((id) => (scene.boxes.has(id) ? [] : (scene.standing.get(id) ?? [])))),
    [nodes, scene],
  );
  const own = useRevealing(first === undefined ? undefined : (scene.standing.get(first) ?? first), picture, drawing);
  const select = useCallback(
    (ids: readonly string[]) => {
      // Not what only stands for several, but ghosts as well.
      const known = ids.filter((id) => store.get().graph.nodes.has(id) || !isReal(id));
      own.current = known[0] ?? "";
      store.select(known);
    },
    [store, own],
  );
  const selectLine = useCallback(
    ({ edgeIds, flowId }: Line, add: boolean) => {
      const before = store.get().canvas.selection;
      const real = edgeIds.filter((id) => store.get().graph.edges.has(id) || !isReal(id));
      const flow = flowId === undefined ? [] : [flowId];
      own.current = flow[0] ?? "";
      store.select(add ? [...before.nodes, ...flow] : flow, add ? [...before.edges, ...real] : real);
    },
    [store, own],
  );
  const includeLine = useCallback(
    (line: Line) => {
      const now = store.get().canvas.selection;
      const isSelected =
        line.edgeIds.some((id) => now.edges.includes(id)) ||
        (line.flowId !== undefined && now.nodes.includes(line.flowId));
      if (!isSelected) selectLine(line, false);
    },
    [store, selectLine],
  );
  const chosen = nodes.length === 1 ? only : undefined;
  return { nodes, edges, selected, selectedLines, holders, chosen, select, selectLine, includeLine };
}

/** Shows a box that was selected elsewhere; what was selected here is in the returned reference. */
function useRevealing(
  wanted: string | undefined,
  picture: Picture | undefined,
  drawing: RefObject<Drawing | null>,
): RefObject<string> {
  const own = useRef("");
  useEffect(() => {
    if (wanted === undefined || wanted === own.current || picture === undefined) return;
    own.current = wanted;
    // What is sought comes into the middle (`useSeeking.ts`): to go there by the box that still hides it draws all twice.
    if (sought.get() === undefined) drawing.current?.reveal(wanted);
  }, [wanted, picture, drawing]);
  return own;
}
