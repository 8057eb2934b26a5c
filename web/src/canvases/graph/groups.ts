/**
 * Groups for what is too many to be read side by side: children of one box, or boxes without any, by what contains them,
 * by type, then by what joins them. Pure; the same model has the same groups, and an edit changes those around it only.
 *
 * Which groups are open is folding (`rollup.ts`), how one is drawn is the scene's affair.
 */

import type { Node } from "../../protocol";
import { type Adjacency, adjacency, type Elements, wholesOf } from "../adjacency";
import { Joined } from "./joined";

export interface Group {
  readonly id: string;
  /** The node it is called after: the one with the most relations; none where it holds all of a type. */
  readonly hub?: string;
  /** The section of a document that all of them stand in. */
  readonly section?: string;
  readonly nodeType: string;
  /** All nodes in it, also those in groups in it. */
  readonly members: readonly string[];
}

/**
 * Made when they are asked for, from the outside: a picture asks for few of those that a large model has, and what was not
 * asked for is neither seen nor open.
 */
export class Groups {
  /** Those that were made. */
  readonly byId: ReadonlyMap<string, Group>;
  /** What stands side by side with too many, by node. */
  private readonly crowds = new Map<string, Crowd>();
  private readonly made: Made = { byId: new Map(), around: new Map() };
  private readonly divided = new Set<Crowd>();
  /** By the innermost group: from the outside to it. */
  private readonly ways = new Map<string, readonly string[]>();
  /** Some are the sections of a document: they tell more than all that stands in them, also where that is not too much. */
  readonly areSections: boolean;

  constructor(
    private readonly elements: Elements,
    private readonly graph: Adjacency,
    crowds: Iterable<Crowd>,
  ) {
    this.byId = this.made.byId;
    for (const crowd of crowds) {
      if (crowd.all !== undefined) this.made.byId.set(crowd.all.id, crowd.all);
      for (const id of crowd.members) this.crowds.set(id, crowd);
    }
    this.areSections = [...this.byId.values()].some(({ section }) => section !== undefined);
  }

  get isEmpty(): boolean {
    return this.crowds.size === 0;
  }

  /** Whether a node stands in one. */
  holds(nodeId: string): boolean {
    const crowd = this.crowds.get(nodeId);
    if (crowd === undefined) return false;
    return crowd.all !== undefined || this.around(nodeId) !== undefined;
  }

  /** The group that a node or another group stands in. */
  around(id: string): string | undefined {
    const crowd = this.crowds.get(id);
    if (crowd !== undefined) this.divide(crowd);
    return this.made.around.get(id);
  }

  /** Groups from the outermost to the innermost around a node; who stops early has none made that are further in. */
  *from(nodeId: string): Generator<string> {
    const crowd = this.crowds.get(nodeId);
    if (crowd === undefined) return;
    if (crowd.all !== undefined) yield crowd.all.id;
    this.divide(crowd);
    yield* this.inside(nodeId, crowd);
  }

  /** The outermost of those that were made, for which this holds. */
  outermost(nodeId: string, holds: (group: string) => boolean): string | undefined {
    const crowd = this.crowds.get(nodeId);
    if (crowd === undefined) return undefined;
    if (crowd.all !== undefined && holds(crowd.all.id)) return crowd.all.id;
    return this.divided.has(crowd) ? this.inside(nodeId, crowd).find(holds) : undefined;
  }

  /** From the outside in, within the group of all of the crowd; those of one group have the same way to it. */
  private inside(nodeId: string, { all }: Crowd): readonly string[] {
    const { around } = this.made;
    const group = around.get(nodeId);
    if (group === undefined || group === all?.id) return [];
    let way = this.ways.get(group);
    if (way === undefined) {
      const found: string[] = [];
      for (let at: string | undefined = group; at !== undefined && at !== all?.id; at = around.get(at)) found.push(at);
      way = found.reverse();
      this.ways.set(group, way);
    }
    return way;
  }

  private divide(crowd: Crowd): void {
    if (this.divided.has(crowd)) return;
    this.divided.add(crowd);
    const { all, members } = crowd;
    const parts = members.length <= FAMILY ? members : divided(this.elements, this.graph, members, this.made);
    if (all !== undefined) for (const part of parts) this.made.around.set(part, all.id);
  }
}

const NOTHING: Elements = { nodes: new Map(), edges: new Map() };
export const NO_GROUPS = new Groups(NOTHING, adjacency(NOTHING), []);

/** Nodes of one family, and where it is of several kinds of one of these, that are too many or belong together. */
interface Crowd {
  readonly members: readonly string[];
  /** The group of all of them. */
  readonly all?: Group;
}

/** So many boxes of one parent are read side by side; more stand in groups of at most as many. */
export const FAMILY = 40;
/** Fewer of a type than this are no group. */
const FEW = 6;

/** Groups of the nodes that a view shows; `order` holds these and all that hold something, top down. */
export function groupsOf(
  elements: Elements,
  graph: Adjacency,
  shown: ReadonlySet<string>,
  order: readonly string[] = graph.topDown,
): Groups {
  return new Groups(elements, graph, crowdsOf(elements, graph, shown, order));
}

function* crowdsOf(
  elements: Elements,
  graph: Adjacency,
  shown: ReadonlySet<string>,
  order: readonly string[],
): Generator<Crowd> {
  for (const [home, members] of families(graph, shown, order)) {
    if (members.length <= FAMILY) continue;
    const sections = bySection(elements, members);
    if (sections !== undefined) {
      const left = new Set(members);
      for (const [section, inside] of sections) {
        for (const id of inside) left.delete(id);
        yield { members: inside, all: groupOfSection(elements, home, section, inside) };
      }
      if (left.size > FAMILY) yield { members: [...left] };
      continue;
    }
    for (const [kind, alike] of byKind(elements, graph, shown, members)) {
      if (kind === "") {
        if (alike.length > FAMILY) yield { members: alike };
      } else if (alike.length >= FEW) yield { members: alike, all: groupOfType(`${home} ${kind}`, kind, alike) };
    }
  }
}

/** Sections in which fewer stand than this are no group. */
const FEWEST_IN_SECTION = 2;

/** By the outermost section of their document, as `graph/sections.py` has it; none, where most stand in none. */
function bySection(
  { nodes }: Elements,
  members: readonly string[],
): readonly (readonly [section: string, members: readonly string[]])[] | undefined {
  const sections = new Map<string, string[]>();
  let written = 0;
  for (const id of members) {
    const section = outermostSection(nodes.get(id));
    if (section === "") continue;
    written += 1;
    const inside = sections.get(section);
    if (inside === undefined) sections.set(section, [id]);
    else inside.push(id);
  }
  if (sections.size < 2 || sections.size > FAMILY || 2 * written <= members.length) return undefined;
  return [...sections].filter(([, inside]) => inside.length >= FEWEST_IN_SECTION);
}

function outermostSection(node: Node | undefined): string {
  const section = node?.attributes.section;
  return typeof section === "string" ? (section.split(" / ")[0] ?? "").trim() : "";
}

function groupOfSection({ nodes }: Elements, home: string, section: string, members: readonly string[]): Group {
  const nodeType = nodes.get(members[0] ?? "")?.nodeType ?? "";
  return { id: `group:${home} section ${section}`, section, nodeType, members };
}

function groupOfType(key: string, nodeType: string, members: readonly string[]): Group {
  return { id: `group:${key}`, nodeType, members };
}

/** Nodes by the nearest node above them that is shown; those without one by "". */
function families(
  graph: Adjacency,
  shown: ReadonlySet<string>,
  order: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const homes = new Map<string, string>();
  const found = new Map<string, string[]>();
  for (const id of order) {
    const [parent] = wholesOf(graph, id);
    const above = parent === undefined ? "" : shown.has(parent) ? parent : (homes.get(parent) ?? "");
    homes.set(id, above);
    if (!shown.has(id)) continue;
    const family = found.get(above);
    if (family === undefined) found.set(above, [id]);
    else family.push(id);
  }
  return found;
}

/** By type, where that makes a few groups; what stands in something that is not shown is not torn from it ("" then). */
function byKind(
  { nodes }: Elements,
  graph: Adjacency,
  shown: ReadonlySet<string>,
  members: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const id of members) {
    const isElsewhere = wholesOf(graph, id).some((whole) => !shown.has(whole));
    const kind = isElsewhere ? "" : (nodes.get(id)?.nodeType ?? "");
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [id]);
    else alike.push(id);
  }
  return kinds.size === 1 || kinds.size > FAMILY ? new Map([["", members]]) : kinds;
}

interface Made {
  readonly byId: Map<string, Group>;
  readonly around: Map<string, string>;
}

/** Puts members into groups, those into larger ones where they are too many; answers with the outermost. */
function divided(elements: Elements, graph: Adjacency, members: readonly string[], made: Made): readonly string[] {
  const joined = new Joined(members);
  let parts: readonly string[] = members;
  for (let most = FAMILY; parts.length > FAMILY; most *= FAMILY) {
    join(joined, elements, graph, members, most);
    const whole = new Map<string, string[]>();
    for (const part of parts) {
      const leader = joined.leader(made.byId.get(part)?.members[0] ?? part);
      const held = whole.get(leader);
      if (held === undefined) whole.set(leader, [part]);
      else held.push(part);
    }
    const next = [...whole.values()].map((held) => putTogether(elements, graph, held, most, made));
    if (next.length >= parts.length) break;
    parts = next;
  }
  return parts;
}

/** A group of these parts; one part alone stays what it is. */
function putTogether({ nodes }: Elements, graph: Adjacency, held: readonly string[], most: number, made: Made): string {
  const [only] = held;
  if (only !== undefined && held.length === 1) return only;
  const members = held.flatMap((part) => made.byId.get(part)?.members ?? [part]);
  const hub = members.reduce((best, id) => (degree(graph, id) > degree(graph, best) ? id : best));
  // Called after its oldest member: more relations for another one open or close nothing.
  const id = `group:${most}:${members[0]}`;
  made.byId.set(id, { id, hub, nodeType: nodes.get(hub)?.nodeType ?? "", members });
  for (const part of held) made.around.set(part, id);
  return id;
}

function degree({ outgoing, incoming: into }: Adjacency, id: string): number {
  return (outgoing.get(id)?.length ?? 0) + (into.get(id)?.length ?? 0);
}

/** How far up what contains a neighbour still says that two belong together. */
const HIGHEST = 8;

/** Joins members up to so many: what is contained in one, what is joined, what is joined to one, and what is of one time. */
function join(joined: Joined, { nodes }: Elements, graph: Adjacency, members: readonly string[], most: number): void {
  const isMember = new Set(members);
  const above = (id: string): string | undefined => wholesOf(graph, id)[0];
  const neighbours = (id: string): readonly string[] => [
    ...(graph.outgoing.get(id) ?? []).map(({ target }) => target),
    ...(graph.incoming.get(id) ?? []).map(({ source }) => source),
  ];
  climb(joined, members, oneHigher(new Map(members.map((id) => [id, [id]])), above), above, most);
  for (const [one, other] of strongest(graph, isMember, members)) joined.join(one, other, most);
  const outside = new Map(members.map((id) => [id, neighbours(id).filter((other) => !isMember.has(other))]));
  climb(joined, members, outside, above, most);
  joined.joinBy((id) => String(Math.floor(ordinal(nodes.get(id)) / most)), most);
}

/** Pairs that are joined directly: first those that are joined to little else, what leads from part to part last. */
function strongest(
  graph: Adjacency,
  isMember: ReadonlySet<string>,
  members: readonly string[],
): readonly (readonly [string, string])[] {
  const pairs = members.flatMap((id) =>
    (graph.outgoing.get(id) ?? []).flatMap(({ target }) =>
      isMember.has(target) ? [[degree(graph, id) + degree(graph, target), id, target] as const] : [],
    ),
  );
  return pairs.sort(([one], [two]) => one - two).map(([, one, two]) => [one, two]);
}

/** Joins what touches the same node, then what touches parts of the same node, and so on. */
function climb(
  joined: Joined,
  members: readonly string[],
  start: ReadonlyMap<string, readonly string[]>,
  above: (id: string) => string | undefined,
  most: number,
): void {
  let touched = start;
  for (let step = 0; step < HIGHEST && touched.size > 0; step += 1) {
    const touching = new Map<string, string>();
    for (const id of members)
      for (const other of touched.get(id) ?? []) {
        const last = touching.get(other);
        // Where the last one's group is full, the next begins with this one.
        if (last === undefined || !joined.join(last, id, most)) touching.set(other, id);
      }
    touched = oneHigher(touched, above);
  }
}

function oneHigher(
  touched: ReadonlyMap<string, readonly string[]>,
  above: (id: string) => string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const higher = new Map<string, readonly string[]>();
  for (const [id, others] of touched) {
    const found: string[] = [];
    for (const other of others) {
      const up = above(other);
      if (up !== undefined) found.push(up);
    }
    // Most touch one: to make a set of each would cost more than all else.
    if (found.length > 0) higher.set(id, found.length === 1 ? found : [...new Set(found)]);
  }
  return higher;
}

/** The number at the end of its semantic id: when it came, among those of its type. */
function ordinal(node: Node | undefined): number {
  return Number(/\d+$/.exec(node?.semanticId ?? "")?.[0] ?? 0);
}
