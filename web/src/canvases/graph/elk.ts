/**
 * The layered layout: a scene as an ELK graph, and ELK's answer as positions. ELK itself runs in a worker.
 */

import type { ElkExtendedEdge, ElkNode, ElkPort } from "elkjs/lib/elk-api";
import type { Point } from "../../state/state";
import { isType } from "../ontology";
import { type Arrangement, boxSize, GAP, outlines, PADDING, portAt, type Way } from "./geometry";
import { labelWidth } from "./routes";
import type { Box, Scene } from "./scene";

/** Labels get room of their own in the layout up to this many lines; each is one more box for ELK. */
const LABELLED = 150;

/** The part of a scene that has lines; what is joined to nothing is packed apart, ELK would only take time for it. */
export function elkGraph(scene: Scene, joined: ReadonlySet<string>): ElkNode {
  const inside = new Map<string, Box[]>();
  for (const box of scene.boxes.values()) {
    if (box.parent !== undefined) inside.set(box.parent, [...(inside.get(box.parent) ?? []), box]);
  }
  const top = [...scene.boxes.values()].filter((box) => box.parent === undefined && joined.has(box.id));
  const partitions = partitionsOf(scene);
  return {
    id: "root",
    layoutOptions: options(scene),
    children: top.map((box) => elkNode(box, scene, inside, partitions)),
    edges: scene.lines.map((line) => elkEdge(scene, line, scene.lines.length <= LABELLED)),
  };
}

/** Absolute positions out of ELK's, which are relative to the box around, and the ways of lines, which are absolute. */
export function readElk(root: ElkNode, scene: Scene): Arrangement {
  const positions = new Map<string, Point>();
  const visit = (node: ElkNode, left: number, top: number): void => {
    for (const child of node.children ?? []) {
      const [x, y] = [left + (child.x ?? 0), top + (child.y ?? 0)];
      positions.set(child.id, [Math.round(x), Math.round(y)]);
      visit(child, x, y);
    }
  };
  visit(root, 0, 0);
  const rects = outlines(scene, positions);
  const edges = new Map((root.edges ?? []).map((edge) => [edge.id, edge]));
  const ways = scene.lines.flatMap((line): readonly (readonly [string, Way])[] => {
    const [source, target, edge] = [rects.get(line.source), rects.get(line.target), edges.get(line.id)];
    const [section] = edge?.sections ?? [];
    // A container is drawn closely around its content, not as large as ELK had made it: its lines would end in the air.
    const isPlain = [line.source, line.target].every((id) => scene.boxes.get(id)?.isContainer === false);
    if (source === undefined || target === undefined || section === undefined || !isPlain) return [];
    const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(
      ({ x, y }): Point => [Math.round(x), Math.round(y)],
    );
    const [label] = edge?.labels ?? [];
    const at =
      label?.x === undefined || label.y === undefined
        ? undefined
        : ([label.x + (label.width ?? 0) / 2, label.y + LABEL_HEIGHT] as const);
    return [[line.id, { points, source, target, ...(at !== undefined && { label: at }) }]];
  });
  return { positions, ways: new Map(ways) };
}

/** Of a label, from its top to where the letters of the next line would begin. */
const LABEL_HEIGHT = 14;

function options({ view, lines }: Scene): Record<string, string> {
  return {
    "elk.algorithm": "layered",
    "elk.direction": view.direction === "right" ? "RIGHT" : "DOWN",
    "elk.hierarchyHandling": "INCLUDE_CHILDREN",
    "elk.spacing.componentComponent": String(GAP * 2),
    "elk.edgeRouting": "ORTHOGONAL",
    "elk.json.edgeCoords": "ROOT",
    "elk.aspectRatio": "1.6",
    "elk.randomSeed": "1",
    // What is added later stands after what is there, as far as lines allow it: a picture that grows keeps its order.
    "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
    ...spacing(view.flows === "label" && lines.length > LABELLED),
    ...((view.layers ?? view.sides) && { "elk.partitioning.activate": "true" }),
  };
}

/** ELK asks for these of every container anew. */
function spacing(isForLabels: boolean): Record<string, string> {
  return {
    "elk.spacing.nodeNode": String(GAP),
    "elk.spacing.edgeNode": "14",
    "elk.layered.spacing.nodeNodeBetweenLayers": isForLabels ? "190" : "64",
    "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  };
}

/** The layer of each box that has a fixed one. What stands at the sides takes turns, so that it stays there when more come. */
function partitionsOf({ view, boxes }: Scene): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let aside = 0;
  for (const { id, nodeType } of boxes.values()) {
    if (view.sides !== undefined) {
      const isAside = isType(nodeType, view.sides);
      found.set(id, isAside ? (aside % 2) * 2 : 1);
      if (isAside) aside += 1;
    }
    const layer = view.layers?.findIndex((type) => isType(nodeType, type)) ?? -1;
    if (layer >= 0) found.set(id, layer);
  }
  return found;
}

function elkNode(
  box: Box,
  scene: Scene,
  inside: ReadonlyMap<string, readonly Box[]>,
  partitions: ReadonlyMap<string, number>,
): ElkNode {
  const content = inside.get(box.id) ?? [];
  const size = boxSize(box);
  const layer = partitions.get(box.id);
  const padding = `[top=${PADDING.top},left=${PADDING.side},bottom=${PADDING.bottom},right=${PADDING.side}]`;
  return {
    id: box.id,
    ...(content.length === 0 && size),
    ...(content.length > 0 && { children: content.map((child) => elkNode(child, scene, inside, partitions)) }),
    ...(content.length === 0 && box.ports.length > 0 && { ports: box.ports.map((port) => elkPort(box, port, size)) }),
    layoutOptions: {
      ...(content.length > 0 && { "elk.padding": padding, ...spacing(false) }),
      ...(box.ports.length > 0 && { "elk.portConstraints": "FIXED_POS" }),
      ...(layer !== undefined && { "elk.partitioning.partition": String(layer) }),
    },
  };
}

function elkPort(box: Box, { id, side }: Box["ports"][number], size: { width: number; height: number }): ElkPort {
  const { x, y } = portAt(box, id, side, size);
  const layoutOptions = { "elk.port.side": side === "in" ? "WEST" : "EAST" };
  return { id: portId(box.id, side, id), x, y, width: 1, height: 1, layoutOptions };
}

function elkEdge({ boxes }: Scene, line: Scene["lines"][number], isLabelled: boolean): ElkExtendedEdge {
  const end = (id: string, side: "in" | "out"): string => {
    const box = boxes.get(id);
    const port = side === "out" ? line.leaves : line.enters;
    const hasPort = box?.isContainer === false && box.ports.some((each) => each.side === side && each.id === port);
    return hasPort && port !== undefined ? portId(id, side, port) : id;
  };
  const labels =
    line.label === "" || !isLabelled
      ? []
      : [{ id: `${line.id} label`, text: line.label, width: labelWidth(line.label), height: LABEL_HEIGHT }];
  return { id: line.id, sources: [end(line.source, "out")], targets: [end(line.target, "in")], labels };
}

function portId(boxId: string, side: "in" | "out", port: string): string {
  return `${boxId}|${side}|${port}`;
}
