/**
 * The layered layout: a scene as an ELK graph, and ELK's answer as positions. ELK itself runs in a worker.
 */

import type { ElkExtendedEdge, ElkNode, ElkPort } from "elkjs/lib/elk-api";
import type { Point } from "../../state/store";
import { boxSize, GAP, PADDING, portAt, type Positions } from "./geometry";
import type { Box, Scene } from "./scene";

/** The part of a scene that has lines; what is joined to nothing is packed apart, ELK would only take time for it. */
export function elkGraph(scene: Scene, joined: ReadonlySet<string>): ElkNode {
  const inside = new Map<string, Box[]>();
  for (const box of scene.boxes.values()) {
    if (box.parent !== undefined) inside.set(box.parent, [...(inside.get(box.parent) ?? []), box]);
  }
  const top = [...scene.boxes.values()].filter((box) => box.parent === undefined && joined.has(box.id));
  return {
    id: "root",
    layoutOptions: options(scene),
    children: top.map((box) => elkNode(box, scene, inside)),
    edges: scene.lines.map((line) => elkEdge(scene, line)),
  };
}

/** Absolute positions out of ELK's, which are relative to the box around. */
export function readElk(root: ElkNode): Positions {
  const positions = new Map<string, Point>();
  const visit = (node: ElkNode, left: number, top: number): void => {
    for (const child of node.children ?? []) {
      const [x, y] = [left + (child.x ?? 0), top + (child.y ?? 0)];
      positions.set(child.id, [Math.round(x), Math.round(y)]);
      visit(child, x, y);
    }
  };
  visit(root, 0, 0);
  return positions;
}

function options({ view }: Scene): Record<string, string> {
  return {
    "elk.algorithm": "layered",
    "elk.direction": view.direction === "right" ? "RIGHT" : "DOWN",
    "elk.hierarchyHandling": "INCLUDE_CHILDREN",
    "elk.spacing.nodeNode": String(GAP),
    "elk.spacing.componentComponent": String(GAP * 2),
    // Labels of lines need room between the layers.
    "elk.layered.spacing.nodeNodeBetweenLayers": view.flows === "label" ? "190" : "90",
    // Lines are routed by `routes.ts`, so that they can follow a dragged box.
    "elk.edgeRouting": "POLYLINE",
    "elk.aspectRatio": "1.6",
    "elk.randomSeed": "1",
    ...(view.layers && { "elk.partitioning.activate": "true" }),
  };
}

function elkNode(box: Box, scene: Scene, inside: ReadonlyMap<string, readonly Box[]>): ElkNode {
  const content = inside.get(box.id) ?? [];
  const size = boxSize(box);
  const layer = scene.view.layers?.indexOf(box.nodeType) ?? -1;
  const padding = `[top=${PADDING.top},left=${PADDING.side},bottom=${PADDING.bottom},right=${PADDING.side}]`;
  return {
    id: box.id,
    ...(content.length === 0 && size),
    ...(content.length > 0 && { children: content.map((child) => elkNode(child, scene, inside)) }),
    ...(content.length === 0 && box.ports.length > 0 && { ports: box.ports.map((port) => elkPort(box, port, size)) }),
    layoutOptions: {
      ...(content.length > 0 && { "elk.padding": padding }),
      ...(box.ports.length > 0 && { "elk.portConstraints": "FIXED_POS" }),
      ...(layer >= 0 && { "elk.partitioning.partition": String(layer) }),
    },
  };
}

function elkPort(box: Box, { flowId, side }: Box["ports"][number], size: { width: number; height: number }): ElkPort {
  const { x, y } = portAt(box, flowId, side, size);
  const layoutOptions = { "elk.port.side": side === "in" ? "WEST" : "EAST" };
  return { id: portId(box.id, side, flowId), x, y, width: 1, height: 1, layoutOptions };
}

function elkEdge({ boxes }: Scene, line: Scene["lines"][number]): ElkExtendedEdge {
  const end = (id: string, side: "in" | "out"): string => {
    const box = boxes.get(id);
    const hasPort = box?.isContainer === false && box.ports.some((p) => p.side === side && p.flowId === line.flowId);
    return hasPort && line.flowId !== undefined ? portId(id, side, line.flowId) : id;
  };
  return { id: line.id, sources: [end(line.source, "out")], targets: [end(line.target, "in")] };
}

function portId(boxId: string, side: "in" | "out", flowId: string): string {
  return `${boxId}|${side}|${flowId}`;
}
