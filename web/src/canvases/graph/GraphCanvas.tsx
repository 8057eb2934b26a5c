/**
 * The graph canvas: one view of the graph as boxes and lines, over the same selection as the tables and the chat.
 *
 * It puts together what the files beside it do: scene (what is drawn), positions (where), picture (outlines and routes),
 * drawing (xyflow), tools and dialogs. Every change of the model goes through `changes.submit`, every move by hand
 * through `layout.update`.
 */

import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Layout, Node, Operation, Viewport } from "../../protocol";
import { isReal } from "../../state/canvas";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { newOperationId, useObstacle, useSubmit } from "../useChanges";
import { type Drawing, Drawn } from "./adapter";
import { coloursOf } from "./colours";
import { holdersFor, holdingRelation, isHeld, moving as movingInto } from "./containment";
import { Lines } from "./Lines";
import { memoryOf, toggled, useViewSettings } from "./memory";
import { neighbour } from "./navigate";
import { pictureOf } from "./picture";
import { Footer, Said, SelectionBar } from "./SelectionBar";
import type { Box, Line } from "./scene";
import { Toolbar } from "./Toolbar";
import { useFaces } from "./useFaces";
import { type GraphKeys, useGraphKeys } from "./useGraphKeys";
import { useMoves } from "./useMoves";
import { usePositions } from "./usePositions";
import { useScene } from "./useScene";
import { isViewId, type View, viewOf } from "./views";
import { type ShownFilters, shownFilters, wireFilters } from "./visible";
import "./graph.css";

// Loaded when first shown.
const ConnectDialog = lazy(async () => ({ default: (await import("./ConnectDialog")).ConnectDialog }));
const Legend = lazy(async () => ({ default: (await import("./Legend")).Legend }));
const MoveDialog = lazy(async () => ({ default: (await import("./MoveDialog")).MoveDialog }));
const Nothing = lazy(async () => ({ default: (await import("./Notes")).Nothing }));
const Unjoined = lazy(async () => ({ default: (await import("./Notes")).Unjoined }));
const NewNodeDialog = lazy(async () => ({ default: (await import("./NewNodeDialog")).NewNodeDialog }));

type Open =
  | { readonly kind: "new" }
  | { readonly kind: "move"; readonly node: Node }
  | { readonly kind: "link"; readonly source: Node; readonly target: Node | undefined }
  | undefined;

export default function GraphCanvas(): ReactNode {
  const say = useText("graph");
  const language = useLanguage();
  const { store, ontology, project } = useWorkbench();
  const submit = useSubmit();
  const obstacle = useObstacle();
  const viewId = useStore((state) => state.canvas.view);
  const view = viewOf(isViewId(viewId) ? viewId : "hierarchy");
  const [settings, change] = useViewSettings(view.id);
  const { windows } = memoryOf(store);
  const wired = useStore((state) => state.canvas.filters);
  const filters = useMemo(() => shownFilters(wired), [wired]);
  const selection = useStore((state) => state.canvas.selection);
  const nodes = useStore((state) => state.graph.nodes);
  const stored = useStore((state) => state.layouts[view.id]);
  const layout: Layout =
    settings.layout ?? (stored === undefined ? (view.arrangement === "rings" ? "radial" : "hierarchical") : "custom");
  const { scene, marks, proposed, levels } = useScene(view, settings, filters);
  const [anchor, setAnchor] = useState<string>();
  const key = useMemo(
    () => pictureKey(view, settings, filters, layout, scene.level),
    [view, settings, filters, layout, scene.level],
  );
  const fitKey = [view.id, settings.focus, settings.layout, settings.arranged, settings.level].join(" ");
  const { standing, isArranging, put } = usePositions({ scene, key, fitKey, layout, stored, anchor });
  const isDirected = layout === "hierarchical" || layout === "custom";
  const moveInto = useCallback(
    async (ids: ReadonlySet<string>, into: string | undefined) => {
      const operations = [...ids].flatMap((id) =>
        movingInto(scene, ontology, store.get().graph, id, into, newOperationId),
      );
      return (await submit(operations)) !== undefined;
    },
    [scene, ontology, store, submit],
  );
  const { moving, into, drag, drop, transfer, nudge, share } = useMoves({
    standing,
    put,
    stored,
    layout,
    isDirected,
    onInto: moveInto,
  });
  const [renaming, setRenaming] = useState<string>();
  // A name that somebody else changes while it is written here is a conflict, not overwritten.
  const renamedAt = useRef(0);
  const [open, setOpen] = useState<Open>();
  const drawing = useRef<Drawing>(null);
  const canvas = useRef<HTMLDivElement>(null);

  const picture = useMemo(() => {
    if (standing === undefined) return;
    const positions = moving === undefined ? standing.positions : new Map([...standing.positions, ...moving]);
    return pictureOf(into?.scene ?? standing.scene, positions, isDirected, standing.ways);
  }, [standing, moving, into, isDirected]);
  const selected = useMemo(() => new Set(selection.nodes), [selection]);
  const selectedLines = useMemo(() => new Set([...selection.edges, ...selection.nodes]), [selection]);
  const holders = useMemo(
    () => new Set(selection.nodes.flatMap((id) => (scene.boxes.has(id) ? [] : (scene.standing.get(id) ?? [])))),
    [selection, scene],
  );
  const chosen = selection.nodes.length === 1 ? nodes.get(selection.nodes[0] ?? "") : undefined;

  // The server is told what is seen, so that "what I see" means this to the language model too.
  useEffect(() => {
    const known = store.get().canvas;
    const wanted = wireFilters({ ...filters, rollupLevel: scene.level });
    if (known.filters.rollupLevel === wanted.rollupLevel && known.layout === layout) return;
    store.setCanvas({ filters: wanted, layout });
  }, [store, filters, scene.level, layout]);

  // What is selected elsewhere comes into sight.
  const own = useRef("");
  const wanted =
    selection.nodes[0] === undefined ? undefined : (scene.standing.get(selection.nodes[0]) ?? selection.nodes[0]);
  useEffect(() => {
    if (wanted === undefined || wanted === own.current || picture === undefined) return;
    own.current = wanted;
    drawing.current?.reveal(wanted);
  }, [wanted, picture]);

  const select = useCallback(
    (ids: readonly string[]) => {
      // Not what only stands for several, but ghosts as well.
      const known = ids.filter((id) => store.get().graph.nodes.has(id) || !isReal(id));
      own.current = known[0] ?? "";
      store.select(known);
    },
    [store],
  );
  const selectLine = useCallback(
    ({ edgeIds, flowId }: Line, add: boolean) => {
      const { nodes: ids, edges } = store.get().canvas.selection;
      const real = edgeIds.filter((id) => store.get().graph.edges.has(id) || !isReal(id));
      const flow = flowId === undefined ? [] : [flowId];
      own.current = flow[0] ?? "";
      store.select(add ? [...ids, ...flow] : flow, add ? [...edges, ...real] : real);
    },
    [store],
  );

  const fold = useCallback(
    ({ id, open: isOpen }: Box) => {
      setAnchor(id);
      change(({ expanded, collapsed }) => ({
        expanded: toggled(expanded, id, !isOpen),
        collapsed: toggled(collapsed, id, isOpen),
      }));
    },
    [change],
  );
  const renamed = useCallback(
    ({ id }: Box, name: string | undefined) => {
      setRenaming(undefined);
      canvas.current?.focus();
      if (name !== undefined)
        void submit([{ op: "node.update", id: newOperationId(), ref: id, set: { name } }], {
          baseRevision: renamedAt.current,
        });
    },
    [submit],
  );
  const faceOf = useFaces({
    picture,
    marks,
    proposed,
    holders,
    taking: into?.holder,
    renaming,
    onFold: fold,
    onRenamed: renamed,
  });

  const startLink = (source: string, target?: string): void => {
    const [from, to] = [nodes.get(source), nodes.get(target ?? "")];
    if (from !== undefined && obstacle === undefined) setOpen({ kind: "link", source: from, target: to });
  };
  const remove = (): void => {
    if (obstacle !== undefined) return;
    const operations: readonly Operation[] = [
      ...selection.nodes.filter(isReal).map((ref): Operation => ({ op: "node.delete", id: newOperationId(), ref })),
      ...(selection.nodes.length > 0 ? [] : selection.edges.filter(isReal)).map(
        (ref): Operation => ({ op: "edge.delete", id: newOperationId(), ref }),
      ),
    ];
    if (operations.length > 0) void submit(operations);
  };
  const keys: GraphKeys = {
    go: (direction) => {
      const next = picture && neighbour(picture.rects, selection.nodes[0], direction);
      if (next === undefined) return;
      select([next]);
      drawing.current?.reveal(next);
    },
    nudge: (direction) => void (obstacle === undefined && nudge(selected, direction)),
    rename: () => {
      if (chosen === undefined || obstacle !== undefined || !scene.boxes.has(chosen.nodeId)) return;
      renamedAt.current = store.get().graph.revision;
      setRenaming(chosen.nodeId);
    },
    link: () => void (chosen && startLink(chosen.nodeId)),
    add: () => void (obstacle === undefined && setOpen({ kind: "new" })),
    move: () =>
      void (
        chosen &&
        obstacle === undefined &&
        (isHeld(scene, chosen.nodeId) || holdersFor(scene, ontology, chosen.nodeId).length > 0) &&
        setOpen({ kind: "move", node: chosen })
      ),
    fold: (how) => {
      const box = scene.boxes.get(chosen?.nodeId ?? "");
      if (box?.canOpen && (how === "toggle" || box.open)) fold(box);
    },
    hide: (which) => {
      const ids = [...scene.boxes.values()]
        .filter((box) => selected.has(box.id) === (which === "selected"))
        .map((box) => box.id);
      if (selected.size > 0) change(({ hidden }) => ({ hidden: new Set([...hidden, ...ids]) }));
    },
    remove,
    fit: (which) =>
      drawing.current?.fit(which === "selected" && selection.nodes.length > 0 ? selection.nodes : undefined),
    zoom: (factor) => drawing.current?.zoomBy(factor),
  };
  const onKeyDown = useGraphKeys(keys);

  const arrangeAnew = (): void => {
    if (stored !== undefined && obstacle === undefined) shareNext.current = true;
    change(({ arranged }) => ({ arranged: arranged + 1, layout: layout === "custom" ? "hierarchical" : layout }));
  };
  const shareNext = useRef(false);
  useEffect(() => {
    if (!shareNext.current || isArranging || standing === undefined) return;
    shareNext.current = false;
    share(standing.positions);
  }, [standing, isArranging, share]);

  const save = async (form: "svg" | "png"): Promise<void> => {
    if (picture === undefined) return;
    const [{ svgOf }, { savePng, saveSvg }] = await Promise.all([import("./export"), import("./saveFile")]);
    const name = `${project}-${view.id}`;
    const svg = svgOf(picture, ontology, `${project}: ${say(`view.${view.id}`)}`, language);
    if (form === "svg") saveSvg(svg, name);
    else await savePng(svg, name);
  };
  const seen = useCallback(
    (viewport: Viewport) => {
      windows.set(view.id, { fitKey, viewport });
      store.setCanvas({ viewport });
    },
    [store, windows, view.id, fitKey],
  );
  const colourOf = useCallback(
    (id: string) => {
      const type = ontology.nodeType.get(scene.boxes.get(id)?.nodeType ?? "");
      return `light-dark(${coloursOf(type, "light").stroke}, ${coloursOf(type, "dark").stroke})`;
    },
    [ontology, scene],
  );
  const chains = useMemo(() => [...nodes.values()].filter((node) => node.nodeType === view.focusType), [nodes, view]);
  const isEmpty = scene.boxes.size === 0;
  return (
    <div className="graph-canvas">
      <Toolbar
        {...{ view, layout, levels, filters, chains }}
        level={scene.level}
        focus={settings.focus}
        legend={<Legend scene={scene} />}
        hasSelection={selection.nodes.length > 0}
        arrangesForAll={stored !== undefined && obstacle === undefined}
        onView={(id) => store.setCanvas({ view: id })}
        onLayout={(next) => change({ layout: next })}
        onLevel={(level) => change({ level, expanded: new Set(), collapsed: new Set() })}
        onFilters={(next) => store.setCanvas({ filters: wireFilters(next) })}
        onFocus={(focus) => change({ focus })}
        onFit={() => keys.fit("selected")}
        onZoom={keys.zoom}
        onArrange={arrangeAnew}
        onExport={(form) => void save(form)}
      />
      <div
        className="graph-space"
        ref={canvas}
        tabIndex={0}
        role="group"
        aria-label={say("canvas")}
        onKeyDown={onKeyDown}
      >
        {picture === undefined || isEmpty ? null : (
          <Drawn
            ref={drawing}
            picture={picture}
            faceOf={faceOf}
            selected={selected}
            lines={<Lines picture={picture} selected={selectedLines} marks={marks} onSelect={selectLine} />}
            mayMove={obstacle === undefined}
            mayConnect={obstacle === undefined}
            pictureKey={standing?.fitKey ?? ""}
            start={windows.get(view.id)?.fitKey === standing?.fitKey ? windows.get(view.id)?.viewport : undefined}
            colourOf={colourOf}
            labels={{ minimap: say("minimap") }}
            onSelect={select}
            onMoving={drag}
            onMoved={drop}
            onConnect={startLink}
            onViewport={seen}
          />
        )}
        {isEmpty ? (
          <div className="graph-empty">
            {scene.filteredOut > 0 ? (
              <p>{say("filteredOut", { count: scene.filteredOut })}</p>
            ) : (
              <Suspense>
                <Nothing view={view} />
              </Suspense>
            )}
            {scene.filteredOut > 0 ? (
              <button
                type="button"
                onClick={() =>
                  store.setCanvas({
                    filters: wireFilters({ ...filters, nodeTypes: [], relationTypes: [], showFlows: true }),
                  })
                }
              >
                {say("clear")}
              </button>
            ) : (
              <button type="button" disabled={obstacle !== undefined} onClick={keys.add}>
                {say("newNode")}
              </button>
            )}
          </div>
        ) : null}
        {isEmpty || scene.lines.length > 0 ? null : (
          <Suspense>
            <Unjoined scene={scene} />
          </Suspense>
        )}
        <SelectionBar
          mayMoveInto={
            chosen !== undefined &&
            (isHeld(scene, chosen.nodeId) || holdersFor(scene, ontology, chosen.nodeId).length > 0)
          }
          node={chosen}
          box={scene.boxes.get(chosen?.nodeId ?? "")}
          hasLines={selection.edges.length > 0}
          obstacle={obstacle}
          keys={keys}
        />
      </div>
      <Footer
        scene={scene}
        isArranging={isArranging}
        hidden={settings.hidden.size}
        onShowHidden={() => change({ hidden: new Set() })}
      />
      <Said node={chosen} />
      <Suspense>
        {open?.kind === "new" ? (
          <NewNodeDialog
            around={chosen}
            holding={(nodeType) => chosen && holdingRelation(view, ontology, chosen.nodeType, nodeType)}
            close={() => setOpen(undefined)}
          />
        ) : null}
        {open?.kind === "move" ? (
          <MoveDialog
            node={open.node}
            holders={holdersFor(scene, ontology, open.node.nodeId).flatMap((box) => box.node ?? [])}
            holder={
              isHeld(scene, open.node.nodeId) ? nodes.get(scene.boxes.get(open.node.nodeId)?.parent ?? "") : undefined
            }
            onMove={(holder) => transfer(new Set([open.node.nodeId]), holder?.nodeId)}
            close={() => setOpen(undefined)}
          />
        ) : null}
        {open?.kind === "link" ? (
          <ConnectDialog source={open.source} target={open.target} close={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Changes exactly when the person has asked for another picture: then boxes may move. */
function pictureKey(
  view: View,
  { expanded, collapsed, hidden, focus, arranged }: ReturnType<typeof useViewSettings>[0],
  { nodeTypes, relationTypes, showFlows }: ShownFilters,
  layout: Layout,
  level: number | undefined,
): string {
  const sets = [expanded, collapsed, hidden, nodeTypes, relationTypes].map((set) => [...set].sort().join(","));
  return [view.id, layout, level, showFlows, focus, arranged, ...sets].join("|");
}
