/**
 * What a hand does in the drawing, said in the canvas's words: moves, selections, double clicks, menus, relations drawn
 * from box to box, and the window put somewhere. Knows the drawing library (xyflow) as `adapter.tsx` does.
 *
 * The functions stay the same for as long as the drawing stands: the library tells every box of each new one.
 */

import type {
  FinalConnectionState,
  Node as FlowNode,
  Viewport as FlowViewport,
  NodeChange,
  ReactFlowProps,
} from "@xyflow/react";
import { type MouseEvent as ReactMouseEvent, type RefObject, useLayoutEffect, useMemo, useRef } from "react";
import type { Viewport } from "../../protocol";
import type { Positions } from "./geometry";
import { lettersAt } from "./letters";

/** A point of the window. */
export interface At {
  readonly x: number;
  readonly y: number;
}

export interface Gestures {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onMoving: (corners: Positions) => void;
  readonly onMoved: () => void;
  readonly onConnect: (source: string, target: string) => void;
  /** A relation is being drawn from this box; none any more. */
  readonly onConnecting: (source: string | undefined) => void;
  /** Twice on a box, or on nothing. */
  readonly onTwice: (id: string | undefined, at: At) => void;
  /** The menu of a box, or of the canvas. */
  readonly onMenu: (id: string | undefined, at: At) => void;
  /** The window, and whether a hand has put it there. */
  readonly onViewport: (viewport: Viewport, isHeld: boolean) => void;
}

export function useGestures<Box extends FlowNode>(
  wrapper: RefObject<HTMLElement | null>,
  gestures: Gestures,
  isHeld: RefObject<boolean>,
): Partial<ReactFlowProps<Box>> {
  const newest = useRef(gestures);
  useLayoutEffect(() => {
    newest.current = gestures;
  });
  return useMemo(() => {
    const moved = (): void => newest.current.onMoved();
    return {
      onNodesChange: (changes) => {
        const { selected, onMoving, onSelect } = newest.current;
        const corners = dragged(changes);
        if (corners.size > 0) onMoving(corners);
        if (changes.some((change) => change.type === "select")) onSelect(chosenAfter(selected, changes));
      },
      onNodeDragStop: moved,
      onSelectionDragStop: moved,
      onPaneClick: () => newest.current.onSelect([]),
      onDoubleClick: (event) => {
        if (isOfPane(event.target)) newest.current.onTwice(undefined, { x: event.clientX, y: event.clientY });
      },
      onNodeDoubleClick: (event, { id }) => {
        if (!isControl(event.target)) newest.current.onTwice(id, { x: event.clientX, y: event.clientY });
      },
      onPaneContextMenu: (event) => askedForMenu(event, undefined, newest.current),
      onNodeContextMenu: (event, { id }) => askedForMenu(event, id, newest.current),
      onConnect: ({ source, target }) => newest.current.onConnect(source, target),
      onConnectStart: (_event, { nodeId }) => newest.current.onConnecting(nodeId ?? undefined),
      onConnectEnd: (event, state) => connectionEnded(event, state, newest.current),
      onMove: (event, viewport) => {
        if (event !== null) isHeld.current = true;
        detail(wrapper.current, viewport.zoom);
      },
      onMoveEnd: (_event, viewport) => {
        const seen = seenIn(wrapper.current, viewport);
        if (seen !== undefined) newest.current.onViewport(seen, isHeld.current);
      },
    };
  }, [wrapper, isHeld]);
}

function seenIn(wrapper: HTMLElement | null, { x, y, zoom }: FlowViewport): Viewport | undefined {
  const box = wrapper?.getBoundingClientRect();
  return box && { zoom, centerX: (box.width / 2 - x) / zoom, centerY: (box.height / 2 - y) / zoom };
}

function isOfPane(target: EventTarget): boolean {
  return target instanceof Element && target.classList.contains("react-flow__pane");
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, input") !== null;
}

function askedForMenu(event: MouseEvent | ReactMouseEvent, id: string | undefined, { onMenu }: Gestures): void {
  event.preventDefault();
  onMenu(id, { x: event.clientX, y: event.clientY });
}

/** A relation that is let go over a box, and not exactly over its handle, is meant for the box. */
function connectionEnded(
  event: MouseEvent | TouchEvent,
  { fromHandle, toNode }: FinalConnectionState,
  { onConnect, onConnecting }: Gestures,
): void {
  onConnecting(undefined);
  const at = "changedTouches" in event ? event.changedTouches[0] : event;
  if (!fromHandle || toNode || !at) return;
  const under = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>(".react-flow__node");
  const other = under?.dataset.id;
  if (other === undefined || other === fromHandle.nodeId) return;
  if (fromHandle.type === "source") onConnect(fromHandle.nodeId, other);
  else onConnect(other, fromHandle.nodeId);
}

/** Where boxes are while a hand moves them; none once it has let go. */
function dragged(changes: readonly NodeChange[]): Positions {
  const moves = changes.filter((change) => change.type === "position");
  if (!moves.some((change) => change.dragging)) return new Map();
  return new Map(moves.flatMap(({ id, position }) => (position ? [[id, [position.x, position.y]] as const] : [])));
}

function chosenAfter(selected: ReadonlySet<string>, changes: readonly NodeChange[]): readonly string[] {
  const chosen = new Set(selected);
  for (const change of changes) {
    if (change.type !== "select") continue;
    if (change.selected) chosen.add(change.id);
    else chosen.delete(change.id);
  }
  return [...chosen];
}

/** How much is said at this zoom, and how large: the page's styles go by it. */
function detail(wrapper: HTMLElement | null, zoom: number): void {
  if (wrapper === null) return;
  const letters = lettersAt(zoom);
  if (wrapper.dataset.detail !== letters.detail) wrapper.dataset.detail = letters.detail;
  const areLabelsSeen = String(letters.label !== undefined);
  if (wrapper.dataset.labels !== areLabelsSeen) wrapper.dataset.labels = areLabelsSeen;
  const arePortsNamed = String(letters.port !== undefined);
  if (wrapper.dataset.ports !== arePortsNamed) wrapper.dataset.ports = arePortsNamed;
  setLetters(wrapper, "--letters", letters.name);
  setLetters(wrapper, "--port-letters", letters.port);
  setLetters(wrapper, "--label-letters", letters.label);
}

function setLetters(wrapper: HTMLElement, property: string, size: number | undefined): void {
  if (size !== undefined && wrapper.style.getPropertyValue(property) !== `${size}px`)
    wrapper.style.setProperty(property, `${size}px`);
}
