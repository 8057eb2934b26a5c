/** Operations and changes as short lines a person can read: what, which element, and what about it. Pure. */

import type { Change, Edge, Node, Operation } from "../protocol";
import { readByPeople } from "../state/foreign";
import { bySemanticId, type Graph } from "../state/graph";

/** How people say a field and what stands in it. */
export interface FieldWords {
  readonly title: (field: string) => string;
  readonly value: (field: string, value: unknown) => string;
}

export interface Line {
  readonly key: string;
  readonly sign: "+" | "~" | "−";
  /** The node's type, or the relation of an edge. */
  readonly type: string;
  readonly text: string;
  readonly detail?: string;
  readonly nodeId?: string;
  /** The relations that go with an element that is deleted, as lines. */
  readonly goesToo?: readonly Line[];
}

/** What deletions take with them that no operation names: each relation once, with the first element that it goes with. */
export function relationsGone(operations: readonly Operation[], graph: Graph): ReadonlyMap<string, readonly Edge[]> {
  const deleted = operations.flatMap((operation) => (operation.op === "node.delete" ? operation : []));
  if (deleted.length === 0) return new Map();
  const nodeOf = new Map(deleted.map(({ id, ref }) => [nodeIdOf(graph, ref), id]));
  const named = new Set(
    operations.flatMap((operation) => (operation.op === "edge.delete" ? (edgeOf(graph, operation)?.edgeId ?? []) : [])),
  );
  const gone = new Map<string, Edge[]>();
  for (const edge of graph.edges.values()) {
    const operationId = nodeOf.get(edge.source) ?? nodeOf.get(edge.target);
    if (operationId === undefined || named.has(edge.edgeId)) continue;
    const list = gone.get(operationId);
    if (list) list.push(edge);
    else gone.set(operationId, [edge]);
  }
  return gone;
}

function edgeOf(
  graph: Graph,
  { ref, source, target, edgeType }: Extract<Operation, { op: "edge.delete" }>,
): Edge | undefined {
  if (ref !== undefined) return graph.edges.get(ref);
  const ends = [nodeIdOf(graph, source ?? ""), nodeIdOf(graph, target ?? "")];
  return [...graph.edges.values()].find(
    (edge) => edge.source === ends[0] && edge.target === ends[1] && edge.edgeType === edgeType,
  );
}

function nodeIdOf(graph: Graph, ref: string): string {
  if (graph.nodes.has(ref)) return ref;
  return bySemanticId(graph, ref)?.nodeId ?? ref;
}

/** The graph as it was before a commit, as far as that took something away. */
export function beforeDeleting(graph: Graph, changes: readonly Change[]): Graph {
  const nodes = new Map(graph.nodes);
  const edges = new Map(graph.edges);
  for (const change of changes) {
    if (change.after || !change.before) continue;
    if (change.element === "node") nodes.set(change.before.nodeId, change.before);
    else edges.set(change.before.edgeId, change.before);
  }
  return { ...graph, nodes, edges };
}

/** Operations as lines. A ref reads as the name of what it stands for, also when that is made by the same operations. */
export function operationLines(operations: readonly Operation[], graph: Graph, words: FieldWords): readonly Line[] {
  const names = namesIn(operations, graph);
  const name = (ref: string | undefined): string => (ref === undefined ? "?" : (names.get(ref) ?? ref));
  const gone = relationsGone(operations, graph);
  const goesToo = (operationId: string): Pick<Line, "goesToo"> => {
    const edges = gone.get(operationId);
    if (edges === undefined) return {};
    return {
      goesToo: edges.map(({ edgeId, edgeType, source, target }) => ({
        ...{ key: edgeId, sign: "−", type: edgeType, text: `${name(source)} → ${name(target)}` },
      })),
    };
  };
  return operations.map((operation): Line => {
    const key = operation.id;
    switch (operation.op) {
      case "node.create":
        return { key, sign: "+", type: operation.nodeType, text: operation.name, ...detail(operation.descr) };
      case "node.update":
        return {
          key,
          sign: "~",
          type: typeOf(graph, operation.ref),
          text: name(operation.ref),
          ...detail(setText(words, operation.set, operation.unset)),
        };
      case "node.delete":
        return { key, sign: "−", type: typeOf(graph, operation.ref), text: name(operation.ref), ...goesToo(key) };
      case "edge.create":
        return {
          key,
          sign: "+",
          type: operation.edgeType,
          text: `${name(operation.source)} → ${name(operation.target)}`,
        };
      case "edge.update":
      case "edge.delete": {
        const edge = operation.ref === undefined ? undefined : graph.edges.get(operation.ref);
        const source = name(operation.source ?? edge?.source);
        const target = name(operation.target ?? edge?.target);
        const sign = operation.op === "edge.update" ? "~" : "−";
        return { key, sign, type: operation.edgeType ?? edge?.edgeType ?? "", text: `${source} → ${target}` };
      }
    }
  });
}

/** What a commit did. */
export function changeLines(changes: readonly Change[], graph: Graph, words: FieldWords): readonly Line[] {
  const names = new Map<string, string>();
  for (const change of changes) {
    const node = change.element === "node" ? (change.after ?? change.before) : null;
    if (node) names.set(node.nodeId, node.name);
  }
  const name = (nodeId: string): string => names.get(nodeId) ?? graph.nodes.get(nodeId)?.name ?? nodeId;
  return changes.flatMap((change): Line | readonly Line[] => {
    const element = change.after ?? change.before;
    if (!element) return [];
    const sign = change.before ? (change.after ? "~" : "−") : "+";
    if (change.element === "edge") {
      const edge = change.after ?? change.before;
      return edge
        ? { key: edge.edgeId, sign, type: edge.edgeType, text: `${name(edge.source)} → ${name(edge.target)}` }
        : [];
    }
    const node = change.after ?? change.before;
    if (!node) return [];
    return {
      key: node.nodeId,
      nodeId: node.nodeId,
      sign,
      type: node.nodeType,
      text: node.name,
      ...detail(difference(words, change.before, change.after)),
    };
  });
}

function namesIn(operations: readonly Operation[], graph: Graph): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const node of graph.nodes.values()) names.set(node.nodeId, node.name).set(node.semanticId, node.name);
  for (const operation of operations) {
    if (operation.op !== "node.create") continue;
    for (const alias of [operation.tempId, operation.semanticId]) if (alias) names.set(alias, operation.name);
  }
  return names;
}

function typeOf(graph: Graph, ref: string): string {
  const node = graph.nodes.get(ref) ?? [...graph.nodes.values()].find((each) => each.semanticId === ref);
  return node?.nodeType ?? "";
}

function setText(
  words: FieldWords,
  set: Extract<Operation, { op: "node.update" }>["set"],
  unset: readonly string[] = [],
): string {
  const { attributes, ...fields } = set;
  const gone = Object.fromEntries(unset.map((key) => [key, undefined]));
  const values = [...Object.entries(fields), ...readByPeople({ ...attributes, ...gone })];
  return values.map(([key, value]) => `${words.title(key)}: ${shown(words, key, value)}`).join(", ");
}

function difference(words: FieldWords, before: Node | null, after: Node | null): string {
  if (!before || !after) return after?.descr ?? "";
  const fields = (node: Node): Record<string, unknown> => ({
    name: node.name,
    descr: node.descr,
    ...Object.fromEntries(readByPeople(node.attributes)),
  });
  const [old, now] = [fields(before), fields(after)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((key) => [key, shown(words, key, old[key]), shown(words, key, now[key])] as const)
    .filter(([, one, two]) => one !== two);
  return changed.map(([key, one, two]) => `${words.title(key)}: ${one} → ${two}`).join(", ");
}

function shown(words: FieldWords, field: string, value: unknown): string {
  return value === undefined || value === null || value === "" ? "∅" : words.value(field, value);
}

function detail(text: string | undefined): { readonly detail?: string } {
  return text ? { detail: text } : {};
}
