/**
 * The graph canvas: one view of the graph as boxes and lines, over the same selection as the tables and the chat.
 *
 * It puts together what the files beside it do: what is shown and where (`useGraphView`), what is selected, what somebody
 * can do, and the drawing (xyflow). Every change of the model goes through `changes.submit`, every move by hand through
 * `layout.update`.
 */

import { type ReactNode, type Ref, Suspense, useCallback, useMemo, useRef, useState } from "react";
import type { Viewport } from "../../protocol";
import { late } from "../../ui/late";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { useObstacle } from "../useChanges";
import { type Drawing, Drawn } from "./adapter";
import type { FaceProperties } from "./BoxFace";
import { coloursOf } from "./colours";
import { waysToJoin } from "./connections";
import { GraphDialogs } from "./GraphDialogs";
import { GraphEmpty } from "./GraphEmpty";
import { GraphTools } from "./GraphTools";
import { hide } from "./hiding";
import { Lines } from "./Lines";
import { memoryOf } from "./memory";
import { Footer, Said, SelectionBar } from "./SelectionBar";
import type { Scene } from "./scene";
import { useCompany } from "./useCompany";
import { useFaces } from "./useFaces";
import { type GraphActions, useGraphActions } from "./useGraphActions";
import { useGraphKeys } from "./useGraphKeys";
import { type GraphSelection, useGraphSelection } from "./useGraphSelection";
import { type GraphView, useGraphView } from "./useGraphView";
import { useParts } from "./useParts";
import { useSeeking } from "./useSeeking";
import "./graph.css";
import "./drawing.css";

// There before somebody prints: paper waits for nothing.
const Paper = late(() => import("./Paper"));
const Unjoined = late(async () => ({ default: (await import("./Notes")).Unjoined }));

export default function GraphCanvas(): ReactNode {
  const say = useText("graph");
  const { store } = useWorkbench();
  const obstacle = useObstacle();
  const drawing = useRef<Drawing>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const shown = useGraphView();
  const { scene, picture, marks, proposed, problems } = shown;
  const selection = useGraphSelection(scene, picture, drawing);
  useSeeking(shown, drawing);
  useCompany(drawing, shown.standing?.fitKey);
  const actions = useGraphActions({ shown, selection, drawing, canvas });
  const { chosen } = selection;
  const [connecting, setConnecting] = useState<string>();
  const legalEnds = useLegalEnds(scene, connecting);
  const faceOf = useFaces({
    ...{ picture, marks, proposed, problems },
    holders: selection.holders,
    taking: shown.moves.into?.holder,
    legalEnds,
    renaming: actions.renaming,
    onFold: actions.fold,
    onRenamed: actions.onRenamed,
  });
  const onKeyDown = useGraphKeys(actions.keys);
  const parts = useParts(selection.nodes);
  const isEmpty = scene.boxes.size === 0;
  const isOutlined = useStore((state) => state.outline !== undefined);
  return (
    <div className="graph-canvas">
      <GraphTools shown={shown} keys={actions.keys} />
      {isEmpty || isOutlined || scene.lines.length > 0 ? null : (
        <Suspense>
          <Unjoined scene={scene} />
        </Suspense>
      )}
      <div
        className="graph-space"
        ref={canvas}
        tabIndex={0}
        role="group"
        aria-label={say("canvas")}
        onKeyDown={onKeyDown}
        {...parts}
      >
        {isEmpty ? (
          <GraphEmpty shown={shown} mayAdd={obstacle === undefined} add={actions.keys.add} />
        ) : (
          <GraphDrawing {...{ shown, selection, faceOf, drawing, actions }} onConnecting={setConnecting} />
        )}
        <div className="graph-foot">
          <SelectionBar
            mayMoveInto={actions.mayMoveInto}
            isEmpty={isEmpty && scene.filteredOut === 0}
            node={chosen}
            box={scene.boxes.get(chosen?.nodeId ?? "")}
            hasLines={selection.edges.length > 0}
            obstacle={obstacle}
            keys={actions.keys}
          />
          <Footer
            scene={scene}
            isArranging={shown.isArranging}
            hidden={shown.settings.hidden.size}
            onShowHidden={() => hide(store, shown, new Set())}
          />
        </div>
      </div>
      {picture && !isEmpty ? (
        <Suspense>
          <Paper picture={picture} title={say(`view.${shown.view.id}`)} marks={marks} />
        </Suspense>
      ) : null}
      <Said node={chosen} />
      <GraphDialogs actions={actions} shown={shown} chosen={chosen} />
    </div>
  );
}

interface DrawingProperties {
  readonly shown: GraphView;
  readonly selection: GraphSelection;
  readonly faceOf: (id: string) => FaceProperties | undefined;
  readonly drawing: Ref<Drawing>;
  readonly actions: GraphActions;
  readonly onConnecting: (source: string | undefined) => void;
}

function GraphDrawing({ shown, selection, faceOf, drawing, actions, onConnecting }: DrawingProperties): ReactNode {
  const say = useText("graph");
  const { store } = useWorkbench();
  const { windows } = memoryOf(store);
  const isAllowed = useObstacle() === undefined;
  const { view, fitKey, standing, picture, marks, problems, moves } = shown;
  const onViewport = useCallback(
    (viewport: Viewport, isHeld: boolean) => {
      if (isHeld) windows.set(view.id, { fitKey, viewport });
      else windows.delete(view.id);
      store.setCanvas({ viewport });
    },
    [store, windows, view.id, fitKey],
  );
  const colourOf = useColours(shown.scene);
  if (picture === undefined) return null;
  const { selected, selectedLines, select, selectLine } = selection;
  return (
    <Drawn
      {...{ picture, faceOf, selected, colourOf, onConnecting, onViewport }}
      onConnect={actions.startLink}
      onTwice={actions.onTwice}
      onMenu={actions.onMenu}
      ref={drawing}
      lines={
        <Lines
          picture={picture}
          selected={selectedLines}
          chosen={selected}
          marks={marks}
          problems={problems}
          onSelect={selectLine}
          onMenu={actions.onLineMenu}
        />
      }
      mayMove={isAllowed}
      mayConnect={isAllowed}
      pictureKey={standing?.fitKey ?? ""}
      asked={standing?.asked ?? ""}
      shift={standing?.shift}
      start={windows.get(view.id)?.fitKey === standing?.fitKey ? windows.get(view.id)?.viewport : undefined}
      labels={{ minimap: say("minimap") }}
      onSelect={select}
      onMoving={moves.drag}
      onMoved={moves.drop}
    />
  );
}

/** Where a relation from this box may end: the others that some relation joins it to. */
function useLegalEnds(scene: Scene, source: string | undefined): ReadonlySet<string> | undefined {
  const { ontology } = useWorkbench();
  return useMemo(() => {
    const from = scene.boxes.get(source ?? "")?.node;
    if (from === undefined) return undefined;
    const ends = [...scene.boxes.values()].filter(({ node }) => node && waysToJoin(ontology, from, node).length > 0);
    return new Set([from.nodeId, ...ends.map(({ id }) => id)]);
  }, [scene, ontology, source]);
}

/** The colour of a box on the map of the drawing. */
function useColours(scene: Scene): (id: string) => string {
  const { ontology } = useWorkbench();
  return useCallback(
    (id) => {
      const type = ontology.nodeType.get(scene.boxes.get(id)?.nodeType ?? "");
      return `light-dark(${coloursOf(type, "light").stroke}, ${coloursOf(type, "dark").stroke})`;
    },
    [ontology, scene],
  );
}
