/**
 * The drawing library (xyflow): it moves, zooms, selects and connects the boxes that it is given. What a hand does with
 * them is said on by `useGestures.ts`.
 *
 * Boxes are flat and absolute here; that a container takes its content along is `picture.ts`'s affair. Lines are ours and
 * ride along in the library's viewport. The keyboard is ours too (`GraphCanvas`), so the library's own is switched off.
 */

import {
  type Node as FlowNode,
  type Viewport as FlowViewport,
  Handle,
  MiniMap,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useStore as useFlow,
  useReactFlow,
  ViewportPortal,
} from "@xyflow/react";
import { usePreferences } from "../../ui/usePreferences";
import "@xyflow/react/dist/base.css";
import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Viewport } from "../../protocol";
import type { Point } from "../../state/state";
import { BoxFace, type FaceProperties } from "./BoxFace";
import { boundsOf, type Rect, type Size } from "./geometry";
import { Landmarks } from "./Landmarks";
import { FAR } from "./letters";
import { type Corner, freeCorner, MAP } from "./mapCorner";
import { neighbour } from "./navigate";
import { opensWhole } from "./opening";
import { Pointers } from "./Pointers";
import type { Picture } from "./picture";
import { MARGIN, READABLE, revealing } from "./revealing";
import { soonest } from "./soonest";
import { type At, type Gestures, useGestures } from "./useGestures";

/** What the canvas asks of the drawing. */
export interface Drawing {
  /** Shows these boxes as large as they fit; all when none are named. */
  readonly fit: (ids?: readonly string[]) => void;
  readonly zoomBy: (factor: number) => void;
  /** Moves the window only when the box is not in it. */
  readonly reveal: (id: string) => void;
  /** Takes the box into the middle, near enough to be read, and marks it for a moment. */
  readonly centre: (id: string) => void;
  /** Shows what another window shows: the same middle, as near. */
  readonly look: (viewport: Viewport) => void;
  /** The point of the picture that is seen there; the window stays then. */
  readonly pointAt: (at: At) => Point;
}

type FaceOf = (id: string) => FaceProperties | undefined;

interface Properties extends Gestures {
  readonly ref: Ref<Drawing>;
  readonly picture: Picture;
  readonly faceOf: FaceOf;
  readonly lines: ReactNode;
  readonly mayMove: boolean;
  readonly mayConnect: boolean;
  /** Changes when another picture is shown, which is then fitted. */
  readonly pictureKey: string;
  /** Changes when the person has asked for something else, such as what is in a box; the window then stays. */
  readonly asked: string;
  /** How far all of the picture went at once; what is seen stays. */
  readonly shift: Point | undefined;
  readonly start: Viewport | undefined;
  readonly colourOf: (id: string) => string;
  readonly labels: { readonly minimap: string };
}

type BoxNode = FlowNode<{ readonly face: FaceProperties; readonly mayConnect: boolean }, "box">;

const TYPES = { box: memo(BoxOfLibrary) };
const ZOOM = { least: 0.04, most: 2.5 };
/** Below this many boxes drawing all of them is cheaper than finding out which are seen. */
const CULL_FROM = 120;
/** Boxes that are made within one frame; each takes about half a millisecond on a small machine without GPU. */
const A_FRAME = 24;
/** A view that is fitted is not blown up for a few boxes. */
const FIT = { padding: 0.04, maxZoom: 1 };

export function Drawn(properties: Properties): ReactNode {
  return (
    <ReactFlowProvider>
      <Inner {...properties} />
    </ReactFlowProvider>
  );
}

function Inner(properties: Properties): ReactNode {
  const { ref, picture, faceOf, selected, mayMove, mayConnect } = properties;
  const wrapper = useRef<HTMLDivElement>(null);
  const all = useNodes(picture, faceOf, selected, mayMove, mayConnect);
  const nodes = useGradually(all, properties.pictureKey, picture.rects.get([...selected][0] ?? ""));
  // Whether the window stands where a hand has put it: then it stays there.
  const isHeld = useRef(false);
  const go = useDrawing(ref, wrapper, picture, isHeld);
  useOpening(wrapper, properties, isHeld);
  useResize(wrapper, picture, isHeld);
  useGrowing(wrapper, properties, isHeld);
  useShift(properties.shift);
  const gestures = useGestures<BoxNode>(wrapper, properties, isHeld);
  return (
    <div className="drawing" ref={wrapper}>
      <ReactFlow<BoxNode>
        nodes={nodes}
        edges={NO_EDGES}
        nodeTypes={TYPES}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        onlyRenderVisibleElements={picture.rects.size > CULL_FROM}
        elevateNodesOnSelect={false}
        nodesFocusable={false}
        edgesFocusable={false}
        nodesConnectable={mayConnect}
        disableKeyboardA11y
        deleteKeyCode={null}
        multiSelectionKeyCode={["Shift", "Control", "Meta"]}
        zoomOnDoubleClick={false}
        attributionPosition="bottom-right"
        {...gestures}
      >
        <ViewportPortal>{properties.lines}</ViewportPortal>
        <Pointers />
        <Landmarks picture={picture} onGo={go} />
        <WholeMap picture={picture} label={properties.labels.minimap} colourOf={properties.colourOf} />
      </ReactFlow>
    </div>
  );
}

const NO_EDGES: never[] = [];

interface WholeMapProperties extends Pick<Properties, "picture" | "colourOf"> {
  readonly label: string;
}

/** The whole picture, small; for who wants it, while a part of it is out of sight, and where it lies on no box. */
function WholeMap({ picture: { bounds, rects, scene }, label, colourOf }: WholeMapProperties): ReactNode {
  const boxes = useMemo(() => {
    const plain = [...rects].filter(([id]) => scene.boxes.get(id)?.isContainer === false);
    return plain.map(([, rect]) => rect);
  }, [rects, scene]);
  const stood = useRef<Corner>(undefined);
  const corner = useFlow(({ transform: [x, y, zoom], width, height }) => {
    const [left, top] = [bounds.x * zoom + x, bounds.y * zoom + y];
    const isAllSeen =
      left >= 0 && top >= 0 && left + bounds.width * zoom <= width && top + bounds.height * zoom <= height;
    return isAllSeen ? undefined : freeCorner(boxes, { x, y, zoom, width, height }, stood.current);
  });
  useEffect(() => {
    stood.current = corner;
  }, [corner]);
  const { map } = usePreferences();
  if (corner === undefined || !map) return null;
  return (
    <MiniMap<BoxNode>
      pannable
      zoomable
      position={corner}
      style={{ width: MAP.width, height: MAP.height }}
      ariaLabel={label}
      nodeColor={(node) => colourOf(node.id)}
      nodeStrokeWidth={0}
    />
  );
}

type Wrapper = RefObject<HTMLDivElement | null>;
type Held = RefObject<boolean>;

/** The window as it was left; fitted where the picture is new. */
function useOpening(wrapper: Wrapper, { picture, pictureKey, start: given }: Properties, isHeld: Held): void {
  const flow = useReactFlow<BoxNode>();
  const [start] = useState(given);
  const fitted = useRef(start === undefined ? "" : pictureKey);
  useEffect(() => {
    if (picture.rects.size === 0 || fitted.current === pictureKey) return;
    fitted.current = pictureKey;
    isHeld.current = false;
    void flow.setViewport(viewportFor(picture, wrapper.current?.getBoundingClientRect()));
  }, [picture, pictureKey, flow, wrapper, isHeld]);
  useEffect(() => {
    if (start === undefined || wrapper.current === null) return;
    const { width, height } = wrapper.current.getBoundingClientRect();
    const { zoom = 1, centerX = 0, centerY = 0 } = start;
    isHeld.current = true;
    void flow.setViewport({ zoom, x: width / 2 - centerX * zoom, y: height / 2 - centerY * zoom });
  }, [start, flow, wrapper, isHeld]);
}

/** How long boxes and the window are on their way: when a picture has grown, or a box is sought. */
const GLIDE_MS = 200;

/** A picture that has grown glides to where it stands now, and the window follows unless a hand has put it somewhere. */
function useGrowing(wrapper: Wrapper, { picture, pictureKey, asked }: Properties, isHeld: Held): void {
  const flow = useReactFlow<BoxNode>();
  const before = useRef({ picture, pictureKey, asked });
  useLayoutEffect(() => {
    const { picture: old, pictureKey: shown, asked: askedBefore } = before.current;
    before.current = { picture, pictureKey, asked };
    const element = wrapper.current;
    if (element === null || shown !== pictureKey || hasSameBoxes(old, picture)) return;
    element.dataset.settling = "";
    const over = setTimeout(() => delete element.dataset.settling, GLIDE_MS);
    if (!isHeld.current && asked === askedBefore) {
      const duration = isMotionWanted() ? GLIDE_MS : 0;
      void flow.setViewport(viewportFor(picture, element.getBoundingClientRect()), { duration });
    }
    return () => {
      clearTimeout(over);
      delete element.dataset.settling;
    };
  }, [picture, pictureKey, asked, flow, wrapper, isHeld]);
}

/** The window goes along with a picture that goes as a whole: nothing moves on the screen. */
function useShift(shift: Point | undefined): void {
  const flow = useReactFlow<BoxNode>();
  const gone = useRef(shift);
  useLayoutEffect(() => {
    if (shift === gone.current) return;
    gone.current = shift;
    if (shift === undefined || (shift[0] === 0 && shift[1] === 0)) return;
    const { x, y, zoom } = flow.getViewport();
    void flow.setViewport({ x: x - shift[0] * zoom, y: y - shift[1] * zoom, zoom });
  }, [shift, flow]);
}

function hasSameBoxes({ scene: one }: Picture, { scene: two }: Picture): boolean {
  return one.boxes.size === two.boxes.size && [...one.boxes.keys()].every((id) => two.boxes.has(id));
}

/** When the pane changes its size, a window that no hand has moved is fitted again, any other keeps its middle. */
function useResize(wrapper: Wrapper, picture: Picture, isHeld: Held): void {
  const flow = useReactFlow<BoxNode>();
  const newest = useRef(picture);
  useEffect(() => {
    newest.current = picture;
  }, [picture]);
  useEffect(() => {
    const element = wrapper.current;
    if (element === null) return;
    let before = element.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      const now = element.getBoundingClientRect();
      if (now.width === before.width && now.height === before.height) return;
      const { x, y, zoom } = flow.getViewport();
      const kept = { x: x + (now.width - before.width) / 2, y: y + (now.height - before.height) / 2, zoom };
      void flow.setViewport(isHeld.current ? kept : viewportFor(newest.current, now));
      before = now;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [flow, wrapper, isHeld]);
}

/** Nodes in the library's form; one that is not different is the same object, so that it is not drawn again. */
function useNodes(
  picture: Picture,
  faceOf: FaceOf,
  selected: ReadonlySet<string>,
  mayMove: boolean,
  mayConnect: boolean,
): BoxNode[] {
  const before = useRef(new Map<string, BoxNode>());
  return useMemo(() => {
    const next = new Map<string, BoxNode>();
    for (const [id, box] of picture.scene.boxes) {
      const rect = picture.rects.get(id);
      const face = faceOf(id);
      if (rect === undefined || face === undefined) continue;
      const made = nodeOf(
        id,
        rect,
        face,
        selected.has(id),
        mayMove && !face.isRenaming,
        mayConnect && box.node !== undefined,
      );
      const known = before.current.get(id);
      next.set(id, known !== undefined && isSame(known, made) ? known : made);
    }
    before.current = next;
    return [...next.values()];
  }, [picture, faceOf, selected, mayMove, mayConnect]);
}

/** The boxes of a new picture come some with each frame, so that the page answers in between: first those around `middle`. */
function useGradually(nodes: BoxNode[], pictureKey: string, middle: Rect | undefined): BoxNode[] {
  const [shown, setShown] = useState({ pictureKey, count: A_FRAME });
  const count = shown.pictureKey === pictureKey ? shown.count : A_FRAME;
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (count >= nodes.length) return;
    const frame = requestAnimationFrame(() => setShown({ pictureKey, count: count + A_FRAME }));
    return () => cancelAnimationFrame(frame);
  }, [count, nodes.length, pictureKey]);
  return useMemo(() => {
    const now = count >= nodes.length ? nodes : soonest(nodes, count, before.current, middle);
    before.current = new Set(now.map(({ id }) => id));
    return now;
  }, [nodes, count, middle]);
}

function nodeOf(
  id: string,
  rect: Rect,
  face: FaceProperties,
  selected: boolean,
  draggable: boolean,
  mayConnect: boolean,
): BoxNode {
  const { x, y, width, height } = rect;
  // Containers lie below the lines, plain boxes above them.
  const zIndex = face.box.isContainer || face.box.isLane === true ? 0 : 10;
  return {
    id,
    type: "box",
    position: { x, y },
    width,
    height,
    selected,
    draggable,
    zIndex,
    // What the library knows it need not measure; nor does it draw what is out of sight only to do so.
    measured: { width, height },
    handles: [
      { type: "target", position: Position.Left, x: -HANDLE / 2, y: (height - HANDLE) / 2, ...HANDLE_SIZE },
      { type: "source", position: Position.Right, x: width - HANDLE / 2, y: (height - HANDLE) / 2, ...HANDLE_SIZE },
    ],
    data: { face, mayConnect },
  };
}

/** Pixels of a handle, as `graph.css` draws it. */
const HANDLE = 12;
const HANDLE_SIZE = { width: HANDLE, height: HANDLE };

function isSame(one: BoxNode, two: BoxNode): boolean {
  return (
    one.position.x === two.position.x &&
    one.position.y === two.position.y &&
    one.width === two.width &&
    one.height === two.height &&
    one.selected === two.selected &&
    one.draggable === two.draggable &&
    one.data.mayConnect === two.data.mayConnect &&
    one.data.face === two.data.face
  );
}

function BoxOfLibrary({ data: { face, mayConnect } }: NodeProps<BoxNode>): ReactNode {
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={mayConnect} />
      <BoxFace {...face} />
      <Handle type="source" position={Position.Right} isConnectable={mayConnect} />
    </>
  );
}

/** Answers with the way to these boxes, near enough to be read. */
function useDrawing(
  ref: Ref<Drawing>,
  wrapper: Wrapper,
  picture: Picture,
  isHeld: Held,
): (ids: readonly string[]) => void {
  const flow = useReactFlow<BoxNode>();
  const show = useCallback(
    (ids: readonly string[] | undefined, least: number) => {
      const wanted = new Set(ids);
      const rects = new Map([...picture.rects].filter(([id]) => wanted.has(id)));
      const part = ids === undefined ? picture : { rects, bounds: boundsOf(rects.values()) };
      if (part.rects.size === 0) return;
      isHeld.current = ids !== undefined;
      void flow.setViewport(viewportFor(part, wrapper.current?.getBoundingClientRect(), least));
    },
    [flow, picture, wrapper, isHeld],
  );
  useImperativeHandle(
    ref,
    () => ({
      fit: (ids) => show(ids, ZOOM.least),
      zoomBy: (factor) => {
        isHeld.current = true;
        void flow.zoomTo(flow.getZoom() * factor);
      },
      reveal: (id) => {
        const [rect, box] = [picture.rects.get(id), wrapper.current?.getBoundingClientRect()];
        if (rect === undefined || box === undefined) return;
        const wanted = revealing(rect, { width: box.width, height: box.height - BAR }, flow.getViewport());
        if (wanted === undefined) return;
        isHeld.current = true;
        void flow.setViewport(wanted);
      },
      look: ({ zoom = 1, centerX = 0, centerY = 0 }) => {
        const box = wrapper.current?.getBoundingClientRect();
        if (box === undefined) return;
        isHeld.current = true;
        void flow.setViewport({ zoom, x: box.width / 2 - centerX * zoom, y: box.height / 2 - centerY * zoom });
      },
      pointAt: (at) => {
        // Whoever points somewhere wants that place to stay under the pointer.
        isHeld.current = true;
        const { x, y } = flow.screenToFlowPosition(at);
        return [x, y];
      },
      centre: (id) => {
        const rect = picture.rects.get(id);
        if (rect === undefined) return;
        isHeld.current = true;
        const zoom = Math.max(flow.getZoom(), NEAR);
        // From afar, and where the picture itself is another one, a glide would only show what flies past.
        const isSettled = isAtRest(wrapper.current) && isNear(rect, wrapper.current, flow.getViewport());
        const duration = isMotionWanted() && isSettled ? GLIDE_MS : 0;
        void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration });
        pulse(wrapper.current, id);
      },
    }),
    [flow, picture, wrapper, isHeld, show],
  );
  return useCallback((ids) => show(ids, READABLE), [show]);
}

/** Whether no box is on its way; those that are stand where they go at once. */
function isAtRest(wrapper: HTMLElement | null): boolean {
  if (wrapper?.dataset.settling === undefined) return true;
  delete wrapper.dataset.settling;
  return false;
}

/** Whether a box lies within two windows of what is seen. */
function isNear(rect: Rect, wrapper: HTMLElement | null, { x, y, zoom }: FlowViewport): boolean {
  const { width, height } = wrapper?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const [left, top] = [rect.x * zoom + x, rect.y * zoom + y];
  return left > -2 * width && left < 3 * width && top > -2 * height && top < 3 * height;
}

/** A box that is sought is at least so near that all of it can be read. */
const NEAR = 0.8;
/** A box that comes into sight is made within these. */
const PATIENCE_FRAMES = 90;

function isMotionWanted(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A ring that goes out from the box, as soon as it is drawn. Without motion the ring of the selection says enough. */
function pulse(drawing: HTMLElement | null, id: string, patience = PATIENCE_FRAMES): void {
  const box = drawing?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  if (box === null || box === undefined) {
    if (patience > 0) requestAnimationFrame(() => pulse(drawing, id, patience - 1));
    return;
  }
  if (!isMotionWanted()) return;
  const ring = (spread: string, strength: string) => ({
    boxShadow: `0 0 0 ${spread} color-mix(in srgb, var(--accent) ${strength}, transparent)`,
    borderRadius: "8px",
  });
  box.animate([ring("0", "70%"), ring("14px", "0%")], { duration: 600, iterations: 2 });
}

/** Down to this zoom it is not too large: who sees the whole can come nearer. */
const WHOLE = FAR;
/** Height that the bar of the selection covers. */
const BAR = 56;

function viewportFor(
  { rects, bounds }: Pick<Picture, "rects" | "bounds">,
  space: Size | undefined,
  least: number = opensWhole() ? ZOOM.least : READABLE,
): FlowViewport {
  const { width, height } = space ?? { width: 800, height: 600 };
  const all = Math.min(
    (width * (1 - FIT.padding)) / Math.max(1, bounds.width),
    (height * (1 - FIT.padding)) / Math.max(1, bounds.height),
  );
  const zoom = Math.min(FIT.maxZoom, Math.max(all, all < WHOLE ? least : 0, ZOOM.least));
  // What does not fit begins at its corner, or where one begins to read if that is far from it.
  const first = rects.get(neighbour(rects, undefined, "down") ?? "") ?? bounds;
  const along = (start: number, length: number, room: number, begin: number): number => {
    if (length * zoom <= room) return room / 2 - (start + length / 2) * zoom;
    return MARGIN - ((begin - start) * zoom < room / 2 ? start : begin) * zoom;
  };
  return { x: along(bounds.x, bounds.width, width, first.x), y: along(bounds.y, bounds.height, height, first.y), zoom };
}
