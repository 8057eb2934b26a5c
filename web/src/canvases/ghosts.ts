/**
 * The graph as it would be: real elements with the operations of growing and open proposals laid over them, and a mark
 * for each element that is not, or not so, real. Pure.
 */

import type { Edge, Node, Operation, Problem } from "../protocol";
import { GHOST } from "../state/canvas";
import type { Ghost } from "../state/proposals";
import type { Elements } from "./adjacency";
import type { Ontology } from "./ontology";

/** What a proposal would do to an element. */
export type GhostMark = "new" | "changed" | "deleted";

export interface Overlaid {
  readonly elements: Elements;
  readonly marks: ReadonlyMap<string, GhostMark>;
  /** What fields of marked nodes would become; `null`: the field would be gone. */
  readonly proposed: ReadonlyMap<string, ProposedFields>;
  /** What is wrong with the change of a marked element. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
}

/** `name`, `descr`, or the name of an attribute. */
export type ProposedFields = Readonly<Record<string, unknown>>;

const NO_MARKS: ReadonlyMap<string, GhostMark> = new Map();
const NOTHING: ReadonlyMap<string, ProposedFields> = new Map();
const NO_PROBLEMS: Overlaid["problems"] = new Map();

export function withGhosts(elements: Elements, ghosts: readonly Ghost[], ontology: Ontology): Overlaid {
  if (ghosts.length === 0) return { elements, marks: NO_MARKS, proposed: NOTHING, problems: NO_PROBLEMS };
  const overlay = new Overlay(elements, ontology);
  // Nodes first: a relation may be written before the node it leads to.
  for (const ghost of ghosts) overlay.addNode(ghost);
  for (const ghost of ghosts) overlay.addRest(ghost);
  const { nodes, edges, marks, proposed, problems } = overlay;
  return { elements: { nodes, edges }, marks, proposed, problems };
}

/** The id of the ghost that an operation draws. */
export function ghostOf(proposalId: string, operation: Operation): string {
  return ghostId(proposalId, operation.op === "node.create" ? (namesOf(operation)[0] ?? operation.id) : operation.id);
}

function namesOf(operation: Extract<Operation, { op: "node.create" }>): readonly string[] {
  return [operation.tempId, operation.semanticId, operation.id].filter((name) => name !== undefined);
}

/** The id of a ghost node on the canvas; what it is called within its change set is the last part. */
function ghostId(proposalId: string, name: string): string {
  return `${GHOST}${proposalId}:${name}`;
}

class Overlay {
  readonly nodes: Map<string, Node>;
  readonly edges: Map<string, Edge>;
  readonly marks = new Map<string, GhostMark>();
  readonly proposed = new Map<string, ProposedFields>();
  readonly problems = new Map<string, readonly Problem[]>();
  /** Node ids by the other words they go by: semantic id, short id. */
  private readonly known = new Map<string, string>();

  constructor(
    elements: Elements,
    private readonly ontology: Ontology,
  ) {
    this.nodes = new Map(elements.nodes);
    this.edges = new Map(elements.edges);
    for (const { nodeId, semanticId } of elements.nodes.values()) {
      this.known.set(semanticId, nodeId);
      const [, abbreviation, number] = semanticId.split(".");
      if (abbreviation !== undefined && number !== undefined)
        this.known.set(`${abbreviation}${Number(number)}`, nodeId);
    }
  }

  addNode({ operation, proposalId, problems }: Ghost): void {
    if (operation.op !== "node.create") return;
    const id = ghostOf(proposalId, operation);
    for (const name of namesOf(operation)) this.known.set(`${proposalId} ${name}`, id);
    const { nodeType, name, descr = "", attributes = {} } = operation;
    const semanticId = operation.semanticId ?? "";
    this.nodes.set(id, { nodeId: id, semanticId, nodeType, name, descr, attributes, createdRevision: 0, revision: 0 });
    this.mark(id, "new", problems);
  }

  addRest({ operation, proposalId, problems }: Ghost): void {
    switch (operation.op) {
      case "node.create":
        return;
      case "node.update":
        this.change(this.nodeId(operation.ref, proposalId), operation, problems);
        return;
      case "node.delete":
        this.mark(this.nodeId(operation.ref, proposalId), "deleted", problems);
        return;
      case "edge.create":
        this.addEdge(operation, proposalId, problems);
        return;
      case "edge.update":
        this.mark(this.edgeId(operation, proposalId), "changed", problems);
        return;
      case "edge.delete":
        this.mark(this.edgeId(operation, proposalId), "deleted", problems);
        return;
    }
  }

  private change(
    id: string | undefined,
    { set, unset }: Extract<Operation, { op: "node.update" }>,
    problems: Ghost["problems"],
  ): void {
    this.mark(id, "changed", problems);
    if (id === undefined) return;
    const { attributes, ...fields } = set;
    const gone = (unset ?? []).map((key) => [key, null] as const);
    this.proposed.set(id, { ...this.proposed.get(id), ...fields, ...attributes, ...Object.fromEntries(gone) });
  }

  private addEdge(
    operation: Extract<Operation, { op: "edge.create" }>,
    proposalId: string,
    problems: Ghost["problems"],
  ): void {
    const source = this.nodeId(operation.source, proposalId);
    const target = this.nodeId(operation.target, proposalId);
    if (source === undefined || target === undefined) return;
    const edgeId = ghostId(proposalId, operation.id);
    const edgeType = this.relation(operation.edgeType);
    this.edges.set(edgeId, { edgeId, edgeType, source, target, attributes: {}, revision: 0 });
    this.mark(edgeId, "new", problems);
  }

  private relation(word: string): string {
    return this.ontology.relations.find((relation) => relation.short === word)?.name ?? word;
  }

  private mark(id: string | undefined, mark: GhostMark, problems: Ghost["problems"]): void {
    if (id === undefined) return;
    if (this.marks.get(id) !== "new") this.marks.set(id, mark);
    if (problems) this.problems.set(id, [...(this.problems.get(id) ?? []), ...problems]);
  }

  private nodeId(ref: string, proposalId: string): string | undefined {
    const own = this.known.get(`${proposalId} ${ref}`);
    return own ?? (this.nodes.has(ref) ? ref : this.known.get(ref));
  }

  private edgeId(
    { ref, edgeType, source, target }: Extract<Operation, { op: "edge.update" | "edge.delete" }>,
    proposalId: string,
  ): string | undefined {
    if (ref !== undefined) return this.edges.has(ref) ? ref : undefined;
    if (edgeType === undefined || source === undefined || target === undefined) return undefined;
    const [from, to, relation] = [
      this.nodeId(source, proposalId),
      this.nodeId(target, proposalId),
      this.relation(edgeType),
    ];
    for (const edge of this.edges.values()) {
      if (edge.edgeType === relation && edge.source === from && edge.target === to) return edge.edgeId;
    }
    return undefined;
  }
}

/** The mark of a line that stands for several relations: that of the first that has one. */
export function markOf(edgeIds: readonly string[], marks: ReadonlyMap<string, GhostMark>): GhostMark | undefined {
  for (const id of edgeIds) {
    const mark = marks.get(id);
    if (mark !== undefined) return mark;
  }
  return undefined;
}
