/**
 * What the graph canvas draws: boxes and lines of one view of the graph. Pure; knows no positions and no library.
 *
 * `draw` makes the scene for a given folding, `fit` chooses the deepest rollup level that stays within a budget. Beyond
 * the filters (`visible.ts`) a scene draws more than the language model sees as visible: an edge whose end is rolled up
 * is drawn at the box that stands for it, edges that then coincide become one line with a count.
 */

import type { Edge, Node } from "../../protocol";
import { type Adjacency, adjacency, type Elements, incoming, outgoing } from "../adjacency";
import type { Ontology } from "../ontology";
import { isRelation, isType } from "../ontology";
import { stepsOf } from "./columns";
import { handlePorts, kindOf } from "./handles";
import { deepest, type Folding, isOpen, representatives, unfolded } from "./rollup";
import type { Box, Line, Port, Scene } from "./sceneTypes";
import { focusOf, lanesAround, swimlanes } from "./swimlanes";
import { drawsRelation, holdsType, type View } from "./views";
import { passesFilters, type ShownFilters, showsEdge } from "./visible";

export type { Box, Line, Port, Scene } from "./sceneTypes";

/** Boxes and lines together; DOM nodes beyond this make panning jerk without a GPU (ux-ecosystem 2.1). */
export const MAX_ELEMENTS = 1_500;
/** What a view opens with when it has to be rolled up: still readable, drawn in a few hundred milliseconds. */
export const OPENING_ELEMENTS = 450;

export interface Wish {
  readonly view: View;
  readonly filters: ShownFilters;
  readonly folding: Folding;
  readonly hidden: ReadonlySet<string>;
  /** The node a focused view (`fchain`) is about. */
  readonly focus?: string;
  /** Says where links end, in a view with handles. */
  readonly ontology: Ontology;
}

/** The level a view opens with: the deepest that is easy to read; undefined = all of it is. */
export function openingLevel(elements: Elements, wish: Wish): number | undefined {
  const most = deepest(adjacency(elements));
  for (let level = most; level >= 1; level -= 1) {
    const scene = draw(elements, { ...wish, folding: { ...wish.folding, level } });
    const empty = scene.boxes.size === 0 && scene.eligible > 0;
    if (empty) return Math.min(level + 1, most);
    if (sizeOf(scene) <= OPENING_ELEMENTS) return level === most ? undefined : level;
  }
  return 1;
}

/** The scene within the budget: rolled up to the deepest level that fits, bundled by type where even that is too much. */
export function fit(elements: Elements, wish: Wish, budget: number = MAX_ELEMENTS): Scene {
  const most = deepest(adjacency(elements));
  const wanted = wish.folding.level ?? most;
  for (let level = Math.min(wanted, most); level >= 1; level -= 1) {
    const asked = wish.folding.level === undefined && level === most ? undefined : level;
    const scene = draw(elements, { ...wish, folding: { ...wish.folding, level: asked } });
    if (sizeOf(scene) <= budget && (scene.boxes.size > 0 || scene.eligible === 0)) return scene;
    // A level that shows nothing of the view is no picture: go back to the last one, bundled.
    if (scene.boxes.size === 0) return bundled(elements, wish, Math.min(level + 1, most), budget);
  }
  return bundled(elements, wish, 1, budget);
}

export function sizeOf(scene: Pick<Scene, "boxes" | "lines">): number {
  return scene.boxes.size + scene.lines.length;
}

export function draw(elements: Elements, wish: Wish, bundle: ReadonlySet<string> = NOTHING): Scene {
  const graph = adjacency(elements);
  const { view, filters, folding } = wish;
  const members = memberTest(elements, graph, wish);
  const shown = unfolded(graph, folding);
  const eligible = [...elements.nodes.values()].filter((node) => members(node) && passesFilters(node, filters));
  const bundleOf = (node: Node): string | undefined =>
    bundle.has(node.nodeType) ? `rest:${node.nodeType}` : undefined;
  const boxed = new Set<string>();
  for (const node of eligible) if (shown.has(node.nodeId) && !bundleOf(node)) boxed.add(node.nodeId);

  const passing = new Set(eligible.map((node) => node.nodeId));
  const standing = new Map(
    representatives(
      graph,
      (id) => boxed.has(id),
      (id) => !shown.has(id) && passing.has(id),
    ),
  );
  for (const node of eligible) {
    const into = shown.has(node.nodeId) ? bundleOf(node) : undefined;
    if (into !== undefined) standing.set(node.nodeId, into);
  }

  const lines = linesOf(elements, graph, wish, standing);
  const boxes = boxesOf(elements, graph, wish, { boxed, eligible, standing, bundle }, lines);
  return {
    view,
    boxes,
    lines: lines.filter((line) => !isContainment(line, boxes)),
    standing,
    level: folding.level,
    eligible: eligible.length,
    filteredOut: [...elements.nodes.values()].filter((node) => members(node) && !passesFilters(node, filters)).length,
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Bundles the most numerous types until the rest fits. */
function bundled(elements: Elements, wish: Wish, level: number, budget: number): Scene {
  const limited = { ...wish, folding: { ...wish.folding, level, expanded: NOTHING } };
  const bundle = new Set<string>();
  let scene = draw(elements, limited, bundle);
  for (const nodeType of byNumber(scene)) {
    if (sizeOf(scene) <= budget) break;
    bundle.add(nodeType);
    // Drawing anew takes time: while the boxes alone are too many, more types go in first.
    if (boxesWithout(scene, bundle) <= budget) scene = draw(elements, limited, bundle);
  }
  return scene;
}

function boxesWithout(scene: Scene, types: ReadonlySet<string>): number {
  return [...scene.boxes.values()].filter((box) => !types.has(box.nodeType)).length;
}

/** The types drawn, the most numerous first. */
function byNumber(scene: Scene): readonly string[] {
  const counts = new Map<string, number>();
  for (const box of scene.boxes.values()) counts.set(box.nodeType, (counts.get(box.nodeType) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([nodeType]) => nodeType);
}

/** Whether a node belongs to the view: by type and, in a focused view, by membership. */
function memberTest(elements: Elements, graph: Adjacency, { view, hidden, focus }: Wish): (node: Node) => boolean {
  const inFocus = view.focusType === undefined ? undefined : focusMembers(elements, graph, view, focus);
  return (node) =>
    holdsType(view, node.nodeType) && !hidden.has(node.nodeId) && (inFocus === undefined || inFocus.has(node.nodeId));
}

/** What the focus composes, and what is drawn around that. */
function focusMembers(elements: Elements, graph: Adjacency, view: View, focus?: string): ReadonlySet<string> {
  const chosen = focusOf(elements, view, focus);
  if (chosen === undefined) return NOTHING;
  const members = outgoing(graph, chosen, "compose").map((edge) => edge.target);
  return new Set([...members, ...members.flatMap((id) => lanesAround(elements, graph, view, id))]);
}

interface Drawn {
  readonly boxed: ReadonlySet<string>;
  readonly eligible: readonly Node[];
  readonly standing: ReadonlyMap<string, string>;
  readonly bundle: ReadonlySet<string>;
}

function boxesOf(
  elements: Elements,
  graph: Adjacency,
  { view, folding, focus, ontology }: Wish,
  { boxed, eligible, standing, bundle }: Drawn,
  lines: readonly Line[],
): ReadonlyMap<string, Box> {
  const folded = new Map<string, number>();
  for (const node of eligible) {
    const box = standing.get(node.nodeId);
    if (box !== undefined && box !== node.nodeId) folded.set(box, (folded.get(box) ?? 0) + 1);
  }
  const parents = new Map<string, string>();
  for (const id of boxed) {
    const parent = containerOf(elements, graph, view, id, boxed);
    if (parent !== undefined && !leadsTo(parents, parent, id)) parents.set(id, parent);
  }
  const lanes = swimlanes(elements, graph, view, boxed, focus);
  for (const [id, lane] of lanes?.laneOf ?? []) parents.set(id, lane);
  const containers = new Set(parents.values());
  const ports = view.flows === "port" ? portsOf(elements, lines) : undefined;
  const steps =
    lanes &&
    stepsOf(
      [...boxed].map((id) => [id, elements.nodes.get(id)?.nodeType ?? ""]),
      lines,
      (id) => !lanes.laneOf.has(id),
    );
  const members = new Set(eligible.map((node) => node.nodeId));

  const boxes = new Map<string, Box>();
  if (lanes !== undefined && containers.has(lanes.rest.id)) boxes.set(lanes.rest.id, lanes.rest);
  const add = (id: string): void => {
    const node = elements.nodes.get(id);
    if (node === undefined || boxes.has(id)) return;
    const parent = parents.get(id);
    if (parent !== undefined) add(parent);
    const canOpen = outgoing(graph, id, "compose").some((edge) => members.has(edge.target));
    boxes.set(id, {
      id,
      node,
      nodeType: node.nodeType,
      name: node.name,
      ...(parent !== undefined && { parent }),
      isContainer: containers.has(id),
      folded: folded.get(id) ?? 0,
      canOpen,
      open: canOpen && isOpen(id, folding, graph.depths),
      ports:
        view.handles === true && !containers.has(id)
          ? handlePorts(elements, graph, ontology, node)
          : (ports?.get(id) ?? []),
      ...withKind(kindOf(elements, graph, id)),
      ...(steps?.has(id) && { step: (steps.get(id) ?? 0) + 1 }),
      ...(lanes !== undefined &&
        !lanes.laneOf.has(id) && {
          isLane: true,
          canOpen: false,
          exchanges: lines.filter((line) => line.source === id || line.target === id).length,
        }),
    });
  };
  for (const id of graph.topDown) if (boxed.has(id)) add(id);
  for (const nodeType of bundle) {
    const id = `rest:${nodeType}`;
    const count = folded.get(id) ?? 0;
    if (count === 0) continue;
    const shape = { isContainer: false, canOpen: false, open: false, ports: [] };
    boxes.set(id, { id, nodeType, name: "", folded: count, ...shape });
  }
  return boxes;
}

function withKind(kind: Node | undefined): Pick<Box, "kind"> {
  return kind === undefined ? {} : { kind };
}

/** The box that a node is drawn in: the first container rule that applies, a parent of its own before a chain. */
function containerOf(
  elements: Elements,
  graph: Adjacency,
  view: View,
  nodeId: string,
  boxed: ReadonlySet<string>,
): string | undefined {
  const into = incoming(graph, nodeId);
  for (const [relation, nodeType] of view.containers) {
    const edge = into.find(
      ({ edgeType, source }) =>
        edgeType === relation &&
        source !== nodeId &&
        boxed.has(source) &&
        elements.nodes.get(source)?.nodeType === nodeType,
    );
    if (edge !== undefined) return edge.source;
  }
  return undefined;
}

/** Whether walking up from `from` comes to `to`: an imported cycle must not nest boxes in each other. */
function leadsTo(parents: ReadonlyMap<string, string>, from: string, to: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === to) return true;
  return false;
}

function linesOf(
  elements: Elements,
  graph: Adjacency,
  { view, filters }: Wish,
  standing: ReadonlyMap<string, string>,
): readonly Line[] {
  const lines = new LineSet(view);
  const throughFlows = view.flows === "port" || view.flows === "label";
  for (const edge of elements.edges.values()) {
    if (!drawsRelation(view, edge.edgeType) || !showsEdge(edge, filters)) continue;
    if (throughFlows && isRelation(edge.edgeType, "io")) continue;
    if (view.arrangement === "tree" && isMembership(elements, graph, edge)) continue;
    const source = standing.get(edge.source);
    const target = standing.get(edge.target);
    if (source === undefined || target === undefined || source === target) continue;
    lines.add(source, target, edge.edgeType, [edge], undefined, source !== edge.source || target !== edge.target);
  }
  if (throughFlows && drawsRelation(view, "io")) addFlows(lines, elements, graph, filters, standing);
  if (view.id === "use-case-diagram") addActorsOfUseCases(lines, elements, graph, standing);
  return lines.all();
}

/** A chain's member that has a parent of its own hangs there; its memberships would only cross the picture. */
function isMembership(elements: Elements, graph: Adjacency, edge: Edge): boolean {
  const isChain = (nodeId: string): boolean => isType(elements.nodes.get(nodeId)?.nodeType, "FCHAIN");
  return isChain(edge.source) && incoming(graph, edge.target, "compose").some((other) => !isChain(other.source));
}

/** A FLOW with producers and consumers becomes one line for each pair of them. */
function addFlows(
  lines: LineSet,
  elements: Elements,
  graph: Adjacency,
  filters: ShownFilters,
  standing: ReadonlyMap<string, string>,
): void {
  for (const flow of elements.nodes.values()) {
    if (!isType(flow.nodeType, "FLOW") || !passesFilters(flow, filters)) continue;
    const from = incoming(graph, flow.nodeId, "io").filter((edge) => showsEdge(edge, filters));
    const to = outgoing(graph, flow.nodeId, "io").filter((edge) => showsEdge(edge, filters));
    for (const producer of from) {
      for (const consumer of to) {
        const source = standing.get(producer.source);
        const target = standing.get(consumer.target);
        if (source === undefined || target === undefined || source === target) continue;
        const lifted = source !== producer.source || target !== consumer.target;
        lines.add(source, target, "io", [producer, consumer], flow, lifted);
      }
    }
  }
}

/** A use case is tied to the actors of its chains (K-04), also where no `relation` says so. */
function addActorsOfUseCases(
  lines: LineSet,
  elements: Elements,
  graph: Adjacency,
  standing: ReadonlyMap<string, string>,
): void {
  for (const useCase of elements.nodes.values()) {
    if (!isType(useCase.nodeType, "UC")) continue;
    for (const toChain of outgoing(graph, useCase.nodeId, "compose")) {
      if (!isType(elements.nodes.get(toChain.target)?.nodeType, "FCHAIN")) continue;
      for (const toActor of outgoing(graph, toChain.target, "compose")) {
        if (!isType(elements.nodes.get(toActor.target)?.nodeType, "ACTOR")) continue;
        const [source, target] = [standing.get(toActor.target), standing.get(useCase.nodeId)];
        if (source !== undefined && target !== undefined && source !== target) {
          lines.add(source, target, "relation", [toChain, toActor], undefined, true);
        }
      }
    }
  }
}

interface Gathered extends Omit<Line, "label" | "count" | "edgeIds" | "flowId" | "leaves" | "enters"> {
  readonly edges: Map<string, Edge>;
  readonly flows: Map<string, Node>;
  added: number;
}

/** Lines by what they join; those that coincide become one. */
class LineSet {
  private readonly lines = new Map<string, Gathered>();

  constructor(private readonly view: View) {}

  add(
    source: string,
    target: string,
    relation: string,
    edges: readonly Edge[],
    flow: Node | undefined,
    lifted: boolean,
  ): void {
    const id = [relation, source, target, lifted ? "*" : (flow?.nodeId ?? edges[0]?.edgeId ?? "")].join(" ");
    const line = this.lines.get(id) ?? { id, source, target, relation, edges: new Map(), flows: new Map(), added: 0 };
    for (const edge of edges) line.edges.set(edge.edgeId, edge);
    if (flow !== undefined) line.flows.set(flow.nodeId, flow);
    line.added += 1;
    this.lines.set(id, line);
  }

  all(): readonly Line[] {
    return [...this.lines.values()].map(({ edges, flows, added, ...line }) => {
      const count = flows.size > 0 ? flows.size : added;
      const [only] = count === 1 ? flows.values() : [];
      const [edge] = edges.size === 1 ? edges.values() : [];
      // A port already has the flow's name.
      const said =
        this.view.handles === true && edge !== undefined
          ? attribute(edge, "label")
          : this.view.flows === "label"
            ? only?.name
            : undefined;
      const label = count > 1 ? String(count) : (said ?? "");
      return {
        ...line,
        edgeIds: [...edges.keys()],
        count,
        label,
        ...this.ends(only, edge),
        ...(only && { flowId: only.nodeId }),
      };
    });
  }

  private ends(flow: Node | undefined, edge: Edge | undefined): Pick<Line, "leaves" | "enters"> {
    if (this.view.flows === "port") return flow === undefined ? {} : { leaves: flow.nodeId, enters: flow.nodeId };
    if (this.view.handles !== true || edge === undefined) return {};
    const [leaves, enters] = [attribute(edge, "sourceHandle"), attribute(edge, "targetHandle")];
    return { ...(leaves !== undefined && { leaves }), ...(enters !== undefined && { enters }) };
  }
}

function attribute({ attributes }: Edge, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function portsOf(elements: Elements, lines: readonly Line[]): ReadonlyMap<string, readonly Port[]> {
  const ports = new Map<string, Map<string, Port>>();
  const put = (box: string, flowId: string, side: Port["side"]): void => {
    const known = ports.get(box) ?? new Map<string, Port>();
    const name = elements.nodes.get(flowId)?.name ?? "";
    ports.set(box, known.set(`${side} ${flowId}`, { id: flowId, name, side }));
  };
  for (const { source, target, flowId } of lines) {
    if (flowId === undefined) continue;
    put(source, flowId, "out");
    put(target, flowId, "in");
  }
  const sorted = (each: Map<string, Port>): readonly Port[] =>
    [...each.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  return new Map([...ports].map(([box, each]) => [box, sorted(each)]));
}

/** A line between a box and one it is drawn in says nothing that the drawing does not. */
function isContainment(line: Line, boxes: ReadonlyMap<string, Box>): boolean {
  const { source, target } = line;
  return isInside(boxes, target, source) || isInside(boxes, source, target);
}

export function isInside(boxes: ReadonlyMap<string, Box>, inner: string, outer: string): boolean {
  for (let at = boxes.get(inner)?.parent; at !== undefined; at = boxes.get(at)?.parent) if (at === outer) return true;
  return false;
}
