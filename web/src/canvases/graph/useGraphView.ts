/** What the canvas shows: the view with its settings, the scene, where its boxes stand, and the picture of all that. */

import { useCallback, useEffect, useMemo, useState } from "react";
import type { Layout } from "../../protocol";
import { FRESH_CANVAS } from "../../state/canvas";
import type { Point } from "../../state/state";
import { useStore, useStoreHandle } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useSubmit } from "../useChanges";
import { moving as movingInto } from "./containment";
import { type Change, memoryOf, useViewSettings, type ViewSettings } from "./memory";
import { type Picture, pictureOf } from "./picture";
import type { Scene } from "./scene";
import { type Moves, useMoves } from "./useMoves";
import { type Standing, usePositions } from "./usePositions";
import { type SceneNow, useScene } from "./useScene";
import { firstView, isViewId, type View, viewOf } from "./views";
import { type ShownFilters, shownFilters, wireFilters } from "./visible";

/** What the person has asked to see. */
interface Asked {
  readonly view: View;
  readonly settings: ViewSettings;
  readonly change: Change;
  readonly filters: ShownFilters;
  readonly layout: Layout;
  /** Where people have put boxes of this view. */
  readonly stored: Readonly<Record<string, Point>> | undefined;
}

export interface GraphView extends Asked, SceneNow {
  readonly fitKey: string;
  readonly standing: Standing | undefined;
  readonly isArranging: boolean;
  readonly moves: Moves;
  readonly picture: Picture | undefined;
  /** The box that is opened or closed next stays where it is. */
  readonly setAnchor: (id: string) => void;
}

export function useGraphView(): GraphView {
  const asked = useAsked();
  const { view, settings, filters, layout, stored } = asked;
  const shown = useScene(view, settings, filters);
  const { scene } = shown;
  const [anchor, setAnchor] = useState<string>();
  const key = useMemo(
    () => pictureKey(view, settings, filters, layout, scene.level),
    [view, settings, filters, layout, scene.level],
  );
  const fitKey = [view.id, settings.focus, settings.layout, settings.arranged, settings.level].join(" ");
  const { standing, isArranging, put } = usePositions({ scene, key, fitKey, layout, stored, anchor });
  const isDirected = layout === "hierarchical" || layout === "custom";
  const moves = useMoves({ standing, put, stored, layout, isDirected, onInto: useMovingInto(scene) });
  const picture = usePicture(standing, moves, isDirected);
  useTelling(filters, scene.level, layout);
  return { ...asked, ...shown, fitKey, standing, isArranging, moves, picture, setAnchor };
}

/** A model that comes where the address names no view is shown in the one that has something to show of it. */
function useFirstView(): void {
  const { store, ontology } = useWorkbench();
  const memory = memoryOf(useStoreHandle());
  const isThere = useStore((state) => state.project !== undefined);
  useEffect(() => {
    if (!isThere || memory.isOpened) return;
    memory.isOpened = true;
    const { canvas, graph } = store.get();
    if (canvas.view === FRESH_CANVAS.view) store.setCanvas({ view: firstView(ontology, graph) });
  }, [store, ontology, memory, isThere]);
}

function useAsked(): Asked {
  useFirstView();
  const viewId = useStore((state) => state.canvas.view);
  const view = viewOf(isViewId(viewId) ? viewId : "hierarchy");
  const [settings, change] = useViewSettings(view.id);
  const wired = useStore((state) => state.canvas.filters);
  const filters = useMemo(() => shownFilters(wired), [wired]);
  const stored = useStore((state) => (state.outline ?? state).layouts[view.id]);
  const layout = settings.layout ?? (stored === undefined ? "hierarchical" : "custom");
  return { view, settings, change, filters, layout, stored };
}

/** Takes boxes into another one in the model; answers whether the model took it. */
function useMovingInto(scene: Scene): (ids: ReadonlySet<string>, into: string | undefined) => Promise<boolean> {
  const { store, ontology } = useWorkbench();
  const submit = useSubmit();
  return useCallback(
    async (ids, into) => {
      const { graph } = store.get();
      const operations = [...ids].flatMap((id) => movingInto(scene, ontology, graph, id, into, newOperationId));
      return (await submit(operations)) !== undefined;
    },
    [scene, ontology, store, submit],
  );
}

function usePicture(standing: Standing | undefined, { moving, into }: Moves, isDirected: boolean): Picture | undefined {
  return useMemo(() => {
    if (standing === undefined) return;
    const positions = moving === undefined ? standing.positions : new Map([...standing.positions, ...moving]);
    return pictureOf(into?.scene ?? standing.scene, positions, isDirected, standing.ways);
  }, [standing, moving, into, isDirected]);
}

/** The server is told what is seen, so that "what I see" means this to the language model too. */
function useTelling(filters: ShownFilters, level: number | undefined, layout: Layout): void {
  const { store } = useWorkbench();
  useEffect(() => {
    const known = store.get().canvas;
    const wanted = wireFilters({ ...filters, rollupLevel: level });
    if (known.filters.rollupLevel === wanted.rollupLevel && known.layout === layout) return;
    store.setCanvas({ filters: wanted, layout });
  }, [store, filters, level, layout]);
}

/** Changes exactly when the person has asked for another picture: then boxes may move. */
function pictureKey(
  view: View,
  { expanded, collapsed, hidden, focus, arranged }: ViewSettings,
  { nodeTypes, relationTypes, showFlows }: ShownFilters,
  layout: Layout,
  level: number | undefined,
): string {
  const sets = [expanded, collapsed, hidden, nodeTypes, relationTypes].map((set) => [...set].sort().join(","));
  return [view.id, layout, level, showFlows, focus, arranged, ...sets].join("|");
}
