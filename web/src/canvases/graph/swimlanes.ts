/** Which lanes an activity diagram has. Pure; `lanes.ts` says where they stand, `exchanges.ts` how lines reach them. */

import { type Adjacency, type Elements, incoming, outgoing } from "../adjacency";
import { isAmong, isRelation } from "../ontology";
import type { Box } from "./sceneTypes";
import type { View } from "./views";

/** The node that a focused view is about: the chosen one, else the first there is. */
export function focusOf(elements: Elements, { focusType }: View, focus?: string): string | undefined {
  if (focus !== undefined && elements.nodes.has(focus)) return focus;
  return [...elements.nodes.values()].find((node) => node.nodeType === focusType)?.nodeId;
}

function isLaneType({ lanes }: View, nodeType: string | undefined): boolean {
  return isAmong(lanes?.types ?? [], nodeType);
}

/** The lanes that may take a node: who is joined to it other than as its whole or part, such as who performs a step. */
export function lanesAround(elements: Elements, graph: Adjacency, view: View, nodeId: string): readonly string[] {
  if (view.lanes === undefined) return [];
  const ends = [
    ...incoming(graph, nodeId).map((edge) => ({ ...edge, end: edge.source })),
    ...outgoing(graph, nodeId).map((edge) => ({ ...edge, end: edge.target })),
  ];
  return ends
    .filter(
      ({ edgeType, end }) => !isRelation(edgeType, "compose") && isLaneType(view, elements.nodes.get(end)?.nodeType),
    )
    .map(({ end }) => end);
}

interface Swimlanes {
  /** For what stands in a lane, the lane; all other boxes are lanes. */
  readonly laneOf: ReadonlyMap<string, string>;
  /** The lane of what stands in no other. */
  readonly rest: Box;
}

/** The lanes of these boxes; nothing in a view without lanes. */
export function swimlanes(
  elements: Elements,
  graph: Adjacency,
  view: View,
  boxed: ReadonlySet<string>,
  focus?: string,
): Swimlanes | undefined {
  const start = focusOf(elements, view, focus);
  if (view.lanes === undefined || start === undefined) return undefined;
  const rest = laneOfTheRest(elements, graph, view.lanes.rest, start);
  const steps = [...boxed].filter((id) => !isLaneType(view, elements.nodes.get(id)?.nodeType));
  const laneOf = (id: string): string =>
    lanesAround(elements, graph, view, id).find((lane) => boxed.has(lane)) ?? rest.id;
  return { laneOf: new Map(steps.map((id) => [id, laneOf(id)])), rest };
}

/** The nearest system above the chain, or a lane without a node where there is none. */
function laneOfTheRest(elements: Elements, graph: Adjacency, rest: string, start: string): Box {
  const waiting = [start];
  const seen = new Set(waiting);
  const frame = { nodeType: rest, isContainer: true, isLane: true, folded: 0, canOpen: false, open: false, ports: [] };
  for (const id of waiting) {
    const node = elements.nodes.get(id);
    if (node?.nodeType === rest) return { ...frame, id, node, name: node.name };
    for (const { source } of incoming(graph, id, "compose")) {
      if (!seen.has(source)) waiting.push(source);
      seen.add(source);
    }
  }
  return { ...frame, id: "lane:rest", name: "" };
}
