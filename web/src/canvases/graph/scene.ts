/**
 * What the graph canvas draws: boxes and lines of one view of the graph. Pure; knows no positions and no library.
 *
 * `draw` makes the scene for a given folding, `fit` chooses the deepest rollup level that stays within a budget, in groups
 * (`groups.ts`) where none does. Beyond
 * the filters (`visible.ts`) a scene draws more than the language model sees as visible: an edge whose end is rolled up
 * is drawn at the box that stands for it, edges that then coincide become one line with a count.
 */

import type { Edge, Node } from "../../protocol";
import { idBefore } from "../../state/foreign";
import { type Adjacency, adjacency, type Elements, incoming, outgoing, partsOf, wholesOf } from "../adjacency";
import type { Ontology } from "../ontology";
import { isRelation, isType } from "../ontology";
import { Remembered } from "../remembered";
import { stepsOf } from "./columns";
import { type Group, type Groups, groupsOf, NO_GROUPS } from "./groups";
import { handlePorts, kindOf } from "./handles";
import { type Folding, isOpen, outOfGroups, representatives, unfolded } from "./rollup";
import type { Box, Line, Port, Scene } from "./sceneTypes";
import { focusOf, lanesAround, swimlanes } from "./swimlanes";
import { drawsRelation, holdsType, type View } from "./views";
import { passesFilters, type ShownFilters, showsEdge } from "./visible";

export type { Box, Line, Port, Scene } from "./sceneTypes";

/** Boxes and lines together; DOM nodes beyond this make panning jerk without a GPU (ux-ecosystem 2.1). */
export const MAX_ELEMENTS = 1_500;
/** What a view opens with when it has to be rolled up: still readable, drawn in a few hundred milliseconds. */
export const OPENING_ELEMENTS = 450;
/** What a view in groups opens with: a picture that is seen at once shows where to go on. */
const OPENING_GROUPED = 120;

export interface Wish {
  readonly view: View;
  readonly filters: ShownFilters;
  readonly folding: Folding;
  /** What is too many side by side stands in groups; those that are open are in `folding.expanded`. */
  readonly isGrouped?: boolean;
  readonly hidden: ReadonlySet<string>;
  /** The node a focused view (`fchain`) is about. */
  readonly focus?: string;
  /** Says where links end, in a view with handles. */
  readonly ontology: Ontology;
}

/** How a view opens: the deepest level that is easy to read; undefined = all of it is. */
export interface Opening {
  readonly level: number | undefined;
  /** Not all of it is easy to read: what is too many side by side stands in groups. */
  readonly isGrouped: boolean;
}

export function openingOf(elements: Elements, wish: Wish): Opening {
  const plain = eligibleOf(elements, { ...wish, isGrouped: false });
  // Drawing a large model level by level only to see that it is too large takes longer than all else.
  const mayBeWhole = boxesAt(plain, undefined) <= OPENING_ELEMENTS;
  const grouped = eligibleOf(elements, { ...wish, isGrouped: true });
  const scene = mayBeWhole || grouped.groups.isEmpty ? deepestWithin(plain, OPENING_ELEMENTS) : undefined;
  const { isEmpty, areSections } = grouped.groups;
  if (scene !== undefined && !areSections && (scene.level === undefined || isEmpty))
    return { level: scene.level, isGrouped: false };
  const inGroups = deepestWithin(grouped, OPENING_GROUPED);
  return { level: inGroups === undefined ? firstLevel(grouped) : inGroups.level, isGrouped: true };
}

/**
 * The scene within the budget: rolled up to the deepest level that fits; where none does, in groups, and where so much has
 * been opened that even these are too many, without what was opened first.
 */
export function fit(elements: Elements, wish: Wish, budget: number = MAX_ELEMENTS): Scene {
  const whole = deepestWithin(eligibleOf(elements, wish), budget);
  if (whole !== undefined) return whole;
  const { groups, ...grouped } = eligibleOf(elements, { ...wish, isGrouped: true });
  const opened = [...wish.folding.expanded];
  for (let kept = opened.length; ; kept = Math.floor(kept / 2)) {
    const folding = { ...wish.folding, expanded: new Set(opened.slice(opened.length - kept)) };
    const found = { ...grouped, groups, wish: { ...wish, folding } };
    const scene = deepestWithin(found, budget);
    if (scene !== undefined) return scene;
    if (kept === 0) return drawn(found, firstLevel(found));
  }
}

/** The deepest level, up to the one wished for, whose scene is no larger; none where it would be empty. */
function deepestWithin(found: Eligible, budget: number): Scene | undefined {
  const { graph, wish, nodes } = found;
  const most = graph.levels;
  const wanted = wish.folding.level;
  const levels: (number | undefined)[] = [];
  // Counting costs no more than is shown, drawing does: from above, and only what may fit.
  for (let level = 1; level <= Math.min(wanted ?? most, most); level += 1) {
    const asked = wanted === undefined && level === most ? undefined : level;
    const boxes = boxesAt(found, asked);
    if (boxes > budget) break;
    if (boxes > 0 || nodes.length === 0) levels.push(asked);
  }
  for (const level of levels.reverse()) {
    const scene = drawn(found, level);
    if (sizeOf(scene) <= budget) return scene;
  }
  return undefined;
}

function boxesAt(found: Eligible, level: number | undefined): number {
  const { graph, wish, nodes, ids, groups } = found;
  // Nothing hides any of them.
  if (level === undefined && groups.isEmpty && wish.folding.collapsed.size === 0) return nodes.length;
  const shown = unfolded(graph, topsOf(found), { ...wish.folding, level }, groups);
  let boxes = shown.groups.size;
  for (const id of shown.nodes) if (ids.has(id)) boxes += 1;
  return boxes;
}

function firstLevel(found: Eligible): number {
  const most = found.graph.levels;
  for (let level = 1; level < most; level += 1) if (boxesAt(found, level) > 0) return level;
  return most;
}

export function sizeOf(scene: Pick<Scene, "boxes" | "lines">): number {
  return scene.boxes.size + scene.lines.length;
}

/** What of the graph can be in a scene, before anything is folded. */
interface Eligible {
  readonly elements: Elements;
  readonly graph: Adjacency;
  readonly wish: Wish;
  readonly nodes: readonly Node[];
  readonly ids: ReadonlySet<string>;
  /** Those of the graph's `topDown` and `roots` on which the scene can depend: they are in it, or hold something. */
  readonly order: readonly string[];
  readonly tops: readonly string[];
  readonly groups: Groups;
  readonly filteredOut: number;
}

function eligibleOf(elements: Elements, wish: Wish): Eligible {
  const graph = adjacency(elements);
  const members = membersOf(elements, graph, wish);
  const isGrouped = wish.isGrouped === true && wish.view.lanes === undefined;
  return { elements, graph, wish, ...members, groups: isGrouped ? groupsFor(elements, graph, members) : NO_GROUPS };
}

type Members = Pick<Eligible, "nodes" | "ids" | "order" | "tops" | "filteredOut">;
// Folding, which is what changes most, changes neither of these.
const knownMembers = new Remembered<Members>();
const knownGroups = new Remembered<Groups>();
const knownTops = new Remembered<ReturnType<typeof outOfGroups>>();
/** How a view opens is found by drawing it, which is then done. */
const knownScenes = new Remembered<Scene>();

function membersOf(elements: Elements, graph: Adjacency, wish: Wish): Members {
  const { view, hidden, focus, filters } = wish;
  return knownMembers.get(graph, [elements.nodes, view, hidden, focus, ...Object.values(filters)], () => {
    const all = [...elements.nodes.values()].filter(memberTest(elements, graph, wish));
    const nodes = all.filter((node) => passesFilters(node, filters));
    const ids = new Set(nodes.map(({ nodeId }) => nodeId));
    const order = graph.topDown.filter((id) => ids.has(id) || graph.parts.has(id));
    const tops = order.filter((id) => graph.depths.get(id) === 1);
    return { nodes, ids, order, tops, filteredOut: all.length - nodes.length };
  });
}

function groupsFor(elements: Elements, graph: Adjacency, { ids, order }: Members): Groups {
  return knownGroups.get(graph, [ids], () => groupsOf(elements, graph, ids, order));
}

/** What is seen of the tops at any level. */
function topsOf({ graph, tops, groups, wish }: Eligible): ReturnType<typeof outOfGroups> {
  const { expanded } = wish.folding;
  return knownTops.get(graph, [tops, groups, expanded], () => outOfGroups(tops, expanded, groups));
}

export function draw(elements: Elements, wish: Wish): Scene {
  return drawn(eligibleOf(elements, wish), wish.folding.level);
}

function drawn(found: Eligible, level?: number): Scene {
  const { graph, groups, nodes, wish } = found;
  const { expanded, collapsed } = wish.folding;
  const asked = [nodes, groups, level, expanded, collapsed, wish.ontology];
  return knownScenes.get(graph, asked, () => drawnAnew(found, level));
}

function drawnAnew(eligible: Eligible, level: number | undefined): Scene {
  const { elements, graph, nodes, ids, order, groups, filteredOut } = eligible;
  const wish = { ...eligible.wish, folding: { ...eligible.wish.folding, level } };
  const shown = unfolded(graph, topsOf(eligible), wish.folding, groups);
  const boxed = new Set<string>();
  for (const { nodeId } of nodes) if (shown.nodes.has(nodeId)) boxed.add(nodeId);
  const standing = representatives(
    graph,
    order,
    (id) => boxed.has(id),
    (id) => ids.has(id) && !shown.nodes.has(id),
    (id) => groups.outermost(id, (group) => shown.groups.has(group) && !wish.folding.expanded.has(group)),
  );
  const found: Found = { boxed, eligible: nodes, ids, standing, groups, shownGroups: shown.groups };
  const lines = linesOf(elements, graph, wish, found);
  const boxes = boxesOf(elements, graph, wish, found, lines);
  return {
    view: wish.view,
    boxes,
    lines: lines.filter((line) => !isContainment(line, boxes)).map((line) => unsaid(line, boxes)),
    standing,
    groups,
    level,
    eligible: nodes.length,
    filteredOut,
  };
}

/** A group says itself how many it holds; the line to it says that no second time. */
function unsaid(line: Line, boxes: ReadonlyMap<string, Box>): Line {
  return line.count > 1 && line.count === boxes.get(line.target)?.members ? { ...line, label: "" } : line;
}

const NOTHING: ReadonlySet<string> = new Set();

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

interface Found {
  readonly boxed: ReadonlySet<string>;
  readonly eligible: readonly Node[];
  readonly ids: ReadonlySet<string>;
  readonly standing: ReadonlyMap<string, string>;
  readonly groups: Groups;
  readonly shownGroups: ReadonlySet<string>;
}

function boxesOf(
  elements: Elements,
  graph: Adjacency,
  wish: Wish,
  found: Found,
  lines: readonly Line[],
): ReadonlyMap<string, Box> {
  const { view, folding, focus, ontology } = wish;
  const { boxed, ids, groups, shownGroups } = found;
  const folded = foldedInto(found);
  const lanes = swimlanes(elements, graph, view, boxed, focus);
  const parents = parentsOf(elements, graph, view, found, lanes?.laneOf);
  const containers = new Set(parents.values());
  const ports = view.flows === "port" ? portsOf(elements, lines) : undefined;
  const steps =
    lanes &&
    stepsOf(
      [...boxed].map((id) => [id, elements.nodes.get(id)?.nodeType ?? ""]),
      lines,
      (id) => !lanes.laneOf.has(id),
    );
  const boxes = new Map<string, Box>();
  if (lanes !== undefined && containers.has(lanes.rest.id)) boxes.set(lanes.rest.id, lanes.rest);
  const add = (id: string): void => {
    if (boxes.has(id)) return;
    const parent = parents.get(id);
    if (parent !== undefined) add(parent);
    const held = { ...(parent !== undefined && { parent }), isContainer: containers.has(id) };
    const group = groups.byId.get(id);
    if (group !== undefined) {
      boxes.set(id, { ...boxOfGroup(elements, group, folding.expanded.has(id)), ...held });
      return;
    }
    const node = elements.nodes.get(id);
    if (node === undefined) return;
    const known = idBefore(node);
    const canOpen = partsOf(graph, id).some((part) => ids.has(part));
    boxes.set(id, {
      id,
      node,
      nodeType: node.nodeType,
      name: node.name,
      ...(known !== undefined && { knownId: known }),
      ...held,
      folded: folded.get(id) ?? 0,
      canOpen,
      open: canOpen && isOpen(id, folding, graph.depths, groups),
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
  for (const id of shownGroups) add(id);
  return boxes;
}

/** How many nodes each box stands for beside itself. */
function foldedInto({ eligible, standing }: Found): ReadonlyMap<string, number> {
  const folded = new Map<string, number>();
  for (const { nodeId } of eligible) {
    const box = standing.get(nodeId);
    if (box !== undefined && box !== nodeId) folded.set(box, (folded.get(box) ?? 0) + 1);
  }
  return folded;
}

/** The box that each is drawn in: a lane, a container, an open group. */
function parentsOf(
  elements: Elements,
  graph: Adjacency,
  view: View,
  { boxed, groups, shownGroups }: Found,
  laneOf: ReadonlyMap<string, string> | undefined,
): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const id of [...boxed, ...shownGroups]) {
    const oldest = groups.byId.get(id)?.members[0] ?? id;
    const parent =
      id === oldest
        ? (containerOf(elements, graph, view, id, boxed) ?? groups.around(id))
        : (groups.around(id) ?? containerOf(elements, graph, view, oldest, boxed));
    if (parent !== undefined && !leadsTo(parents, parent, id)) parents.set(id, parent);
  }
  for (const [id, lane] of laneOf ?? []) parents.set(id, lane);
  return parents;
}

function boxOfGroup(
  { nodes }: Elements,
  { id, hub, section, nodeType, members }: Group,
  open: boolean,
): Omit<Box, "isContainer"> {
  const name = section ?? nodes.get(hub ?? "")?.name ?? "";
  return {
    id,
    nodeType,
    name,
    members: members.length,
    ...(section !== undefined && { isSection: true }),
    folded: open ? 0 : members.length,
    canOpen: true,
    open,
    ports: [],
  };
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
  { standing, groups, shownGroups }: Found,
): readonly Line[] {
  const lines = new LineSet(view);
  const throughFlows = view.flows === "port" || view.flows === "label";
  for (const edge of elements.edges.values()) {
    if (!drawsRelation(view, edge.edgeType) || !showsEdge(edge, filters)) continue;
    if (throughFlows && isRelation(edge.edgeType, "io")) continue;
    if (view.arrangement === "tree" && isMembership(elements, graph, edge)) continue;
    const source = standing.get(edge.source);
    // What holds the nodes of an open group is joined to its frame, not to each of them.
    const frame = isRelation(edge.edgeType, "compose") ? groups.outermost(edge.target, () => true) : undefined;
    const target = frame !== undefined && shownGroups.has(frame) ? frame : standing.get(edge.target);
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
  return isChain(edge.source) && !wholesOf(graph, edge.target).every(isChain);
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
