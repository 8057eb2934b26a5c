/** A traceability matrix: elements of one type against those of another, and which of them a relation joins. Pure. */

import type { Edge, Node, Operation } from "../../protocol";
import { lookedUpBy } from "../../state/foreign";
import { changedEnds } from "../../state/suspects";
import type { Elements } from "../adjacency";
import type { Ontology } from "../ontology";

/** What a matrix is about. */
export interface MatrixChoice {
  /** Types of nodes; `ANY` for all. */
  readonly rows: string;
  readonly columns: string;
  readonly relation: string;
}

export const ANY = "*";

/** Which rows and columns are shown: all, or those of one side that nothing is linked to, or those with suspect links. */
export type Show = "all" | "rows" | "columns" | "suspect";

export interface Matrix {
  readonly choice: MatrixChoice;
  readonly rows: readonly Node[];
  readonly columns: readonly Node[];
  readonly links: Links;
  /** How many links a row or column has, by node. */
  readonly rowCounts: ReadonlyMap<string, number>;
  readonly columnCounts: ReadonlyMap<string, number>;
  readonly suspects: ReadonlySet<string>;
}

/** The edges of a cell, by row and then by column. */
type Links = ReadonlyMap<string, ReadonlyMap<string, readonly Edge[]>>;

/** From the row to the column, the other way round, or not at all. */
type Direction = "out" | "in" | undefined;

const NO_EDGES: readonly Edge[] = [];

export function matrixOf(elements: Elements, ontology: Ontology, choice: MatrixChoice): Matrix {
  const direction = directions(ontology, choice.relation);
  const links = new Map<string, Map<string, Edge[]>>();
  const rowCounts = new Map<string, number>();
  const columnCounts = new Map<string, number>();
  const suspects = new Set<string>();
  const put = (row: Node, column: Node, edge: Edge): void => {
    const cells = links.get(row.nodeId) ?? new Map<string, Edge[]>();
    links.set(row.nodeId, cells);
    const cell = cells.get(column.nodeId);
    if (cell === undefined) {
      cells.set(column.nodeId, [edge]);
      rowCounts.set(row.nodeId, (rowCounts.get(row.nodeId) ?? 0) + 1);
      columnCounts.set(column.nodeId, (columnCounts.get(column.nodeId) ?? 0) + 1);
    } else cell.push(edge);
    if (changedEnds(elements, edge).length > 0) suspects.add(edge.edgeId);
  };
  for (const edge of elements.edges.values()) {
    if (edge.edgeType !== choice.relation) continue;
    const [source, target] = [elements.nodes.get(edge.source), elements.nodes.get(edge.target)];
    if (source === undefined || target === undefined) continue;
    const [there, back] = [
      isOf(source, choice.rows) && isOf(target, choice.columns),
      isOf(target, choice.rows) && isOf(source, choice.columns),
    ];
    if (there && direction(source, target) !== "in") put(source, target, edge);
    // What the profile would not join stands once all the same.
    const isTurned = direction(target, source) === "in" || (!there && direction(target, source) === undefined);
    if (back && isTurned) put(target, source, edge);
  }
  return {
    ...{ choice, links, rowCounts, columnCounts, suspects },
    rows: nodesOf(elements, ontology, choice.rows),
    columns: nodesOf(elements, ontology, choice.columns),
  };
}

export function edgesAt({ links }: Matrix, row: Node, column: Node): readonly Edge[] {
  return links.get(row.nodeId)?.get(column.nodeId) ?? NO_EDGES;
}

export function isSuspect({ suspects }: Matrix, edges: readonly Edge[]): boolean {
  return edges.some((edge) => suspects.has(edge.edgeId));
}

/** In which direction the relation may join a row and a column: as the profile says it, from the row first. */
export function directions(ontology: Ontology, relation: string): (row: Node, column: Node) => Direction {
  const pairs = ontology.relation.get(relation)?.pairs ?? [];
  const allows = (from: string, to: string): boolean => pairs.some(([one, two]) => one === from && two === to);
  const isOpen = allows(ANY, ANY);
  return (row, column) => {
    if (row.nodeId === column.nodeId) return undefined;
    if (allows(row.nodeType, column.nodeType)) return "out";
    if (allows(column.nodeType, row.nodeType)) return "in";
    return isOpen ? "out" : undefined;
  };
}

/** Links what is not linked, unlinks what is; nothing where the relation may not join the two. */
export function toggling(
  matrix: Matrix,
  ontology: Ontology,
  row: Node,
  column: Node,
  newId: () => string,
): readonly Operation[] {
  const edges = edgesAt(matrix, row, column);
  if (edges.length > 0) return edges.map(({ edgeId }) => ({ op: "edge.delete", id: newId(), ref: edgeId }));
  const direction = directions(ontology, matrix.choice.relation)(row, column);
  if (direction === undefined) return [];
  const [source, target] = direction === "out" ? [row, column] : [column, row];
  const ends = { source: source.nodeId, target: target.nodeId };
  return [{ op: "edge.create", id: newId(), edgeType: matrix.choice.relation, ...ends }];
}

/** The rows and columns that pass what is shown and searched for. */
export function shownOf(matrix: Matrix, show: Show, text: string): Pick<Matrix, "rows" | "columns"> {
  const { rows, columns, rowCounts, columnCounts } = matrix;
  const wanted = text.trim().toLowerCase();
  const named = (nodes: readonly Node[]): readonly Node[] =>
    wanted === "" ? nodes : nodes.filter((each) => lookedUpBy(each).toLowerCase().includes(wanted));
  switch (show) {
    case "all":
      return { rows: named(rows), columns };
    case "rows":
      return { rows: named(rows.filter((row) => !rowCounts.has(row.nodeId))), columns };
    case "columns":
      return { rows: named(rows), columns: columns.filter((column) => !columnCounts.has(column.nodeId)) };
    case "suspect": {
      const cells = rows
        .map((row) => ({ row, columns: suspectColumns(matrix, row) }))
        .filter((each) => each.columns.size);
      const all = new Set(cells.flatMap((each) => [...each.columns]));
      return { rows: named(cells.map(({ row }) => row)), columns: columns.filter((each) => all.has(each.nodeId)) };
    }
  }
}

/** The suspect relations of the whole matrix. */
export function suspectEdges({ links, suspects }: Matrix): readonly Edge[] {
  return [...links.values()].flatMap((cells) => [...cells.values()].flat().filter((edge) => suspects.has(edge.edgeId)));
}

/** How many of the nodes have a link. */
export function covered(nodes: readonly Node[], counts: ReadonlyMap<string, number>): number {
  return nodes.filter((node) => counts.has(node.nodeId)).length;
}

export function transposed({ rows, columns, relation }: MatrixChoice): MatrixChoice {
  return { rows: columns, columns: rows, relation };
}

/** The relations that may join the types, in either direction; those made for them first. */
export function relationsFor(ontology: Ontology, rows: string, columns: string): readonly string[] {
  if (rows === ANY || columns === ANY) return ontology.relations.map(({ name }) => name);
  const joins = (pairs: readonly (readonly [string, string])[], one: string, two: string): boolean =>
    pairs.some(([from, to]) => from === one && to === two);
  const meant = ontology.relations.filter(({ pairs }) => joins(pairs, rows, columns) || joins(pairs, columns, rows));
  const open = ontology.relations.filter((each) => !meant.includes(each) && joins(each.pairs, ANY, ANY));
  return [...meant, ...open].map(({ name }) => name);
}

/** In which direction the relation leads between the types: `both` where that depends on the cell. */
export function wayOf(ontology: Ontology, { rows, columns, relation }: MatrixChoice): "out" | "in" | "both" {
  const pairs = ontology.relation.get(relation)?.pairs ?? [];
  const isMeant = (from: string, to: string): boolean => pairs.some(([one, two]) => one === from && two === to);
  if (rows === ANY || columns === ANY) return "both";
  return isMeant(columns, rows) && !isMeant(rows, columns) ? "in" : "out";
}

/** What engineers look at most; of a profile that has none of these, whatever its relations were made for. */
const WANTED: readonly (readonly [rows: string, relation: string, columns: string])[] = [
  ["REQ", "satisfy", "FUNC"],
  ["REQ", "verify", "TEST"],
  ["FUNC", "allocate", "MOD"],
];

export function presets(ontology: Ontology): readonly MatrixChoice[] {
  const known = WANTED.filter(([rows, relation, columns]) => relationsFor(ontology, rows, columns).includes(relation));
  const listed =
    known.length > 0
      ? known
      : ontology.relations.flatMap(({ name, pairs }) => pairs.map(([from, to]) => [from, name, to] as const));
  return listed.map(([rows, relation, columns]) => ({ rows, relation, columns }));
}

/**
 * What a matrix opens on: the first usual one that the model has elements for, else the relation that it has most of,
 * else the type that it has most of against itself. Nothing as long as it is empty.
 */
export function opening(elements: Elements, ontology: Ontology): MatrixChoice | undefined {
  return (
    presets(ontology).find((each) => isHeld(elements, each)) ?? mostOf(elements, ontology) ?? alone(elements, ontology)
  );
}

/** The model has elements for its rows and for its columns. */
export function isHeld({ nodes }: Elements, { rows, columns }: MatrixChoice): boolean {
  const types = new Set([...nodes.values()].map(({ nodeType }) => nodeType));
  return [rows, columns].every((type) => (type === ANY ? types.size > 0 : types.has(type)));
}

function mostOf({ nodes, edges }: Elements, ontology: Ontology): MatrixChoice | undefined {
  const counts = new Map<string, { readonly choice: MatrixChoice; count: number }>();
  for (const { edgeType: relation, source, target } of edges.values()) {
    const [rows, columns] = [nodes.get(source)?.nodeType, nodes.get(target)?.nodeType];
    if (rows === undefined || columns === undefined) continue;
    const key = `${rows} ${relation} ${columns}`;
    const known = counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (relationsFor(ontology, rows, columns).includes(relation))
      counts.set(key, { choice: { rows, relation, columns }, count: 1 });
  }
  return [...counts.values()].sort((one, two) => two.count - one.count)[0]?.choice;
}

function alone({ nodes }: Elements, ontology: Ontology): MatrixChoice | undefined {
  const counts = new Map<string, number>();
  for (const { nodeType } of nodes.values()) counts.set(nodeType, (counts.get(nodeType) ?? 0) + 1);
  const listed = [...counts].sort(([, one], [, two]) => two - one);
  return listed.flatMap(([type]) =>
    relationsFor(ontology, type, type).map((relation) => ({ rows: type, relation, columns: type })),
  )[0];
}

/** A share in whole per cent; all or none of them only where it is so. */
export function perCent(count: number, all: number): number {
  const rounded = Math.round((count / all) * 100);
  if (count === 0 || count === all) return rounded;
  return Math.min(Math.max(rounded, 1), 99);
}

function suspectColumns({ links, suspects }: Matrix, row: Node): ReadonlySet<string> {
  const cells = [...(links.get(row.nodeId) ?? [])];
  return new Set(
    cells.filter(([, edges]) => edges.some((edge) => suspects.has(edge.edgeId))).map(([column]) => column),
  );
}

function isOf(node: Node, type: string): boolean {
  return type === ANY || node.nodeType === type;
}

/** By type in the order of the profile, then by the number of the id. */
function nodesOf({ nodes }: Elements, ontology: Ontology, type: string): readonly Node[] {
  const order = new Map(ontology.nodeTypes.map(({ name }, at) => [name, at]));
  const number = ({ semanticId }: Node): number => Number(/\.(\d+)$/.exec(semanticId)?.[1] ?? 0);
  const place = ({ nodeType }: Node): number => order.get(nodeType) ?? order.size;
  return [...nodes.values()]
    .filter((node) => isOf(node, type))
    .sort((one, two) => place(one) - place(two) || number(one) - number(two));
}
