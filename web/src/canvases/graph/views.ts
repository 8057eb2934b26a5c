/** The views over the graph: what each shows is the server's table (`graph/views.py`), how it is drawn stands here. */

import { type NodeTypeName, type RelationName, VIEWS as SHOWN } from "../../protocol";
import type { Elements } from "../adjacency";
import type { Ontology } from "../ontology";
import { isAmong, isType } from "../ontology";
import { FAMILY } from "./groups";

export type ViewId = (typeof SHOWN)[number]["name"];

/** What `hierarchical` means in a view. */
export type Arrangement = "tree" | "layered" | "packed" | "lanes";

/** How a view is drawn. */
interface Drawing {
  readonly arrangement: Arrangement;
  readonly direction: "right" | "down";
  /** Boxes have ports where the profile or the node itself says that edges end. */
  readonly handles?: true;
  /** Types by layer, top first, where layers are fixed. */
  readonly layers?: readonly NodeTypeName[];
  /** A type that stands left and right of all others; in the round layout around them. */
  readonly sides?: NodeTypeName;
}

export interface View extends Drawing {
  readonly id: ViewId;
  /** `null`: every type. A FLOW is a box only where `flows` says so. */
  readonly nodeTypes: readonly NodeTypeName[] | null;
  /** Relations drawn as lines; `null`: all that are not drawn as containment. */
  readonly relations: readonly RelationName[] | null;
  /** `[relation, source type]`: such a source is drawn around its targets. The first that applies wins. */
  readonly containers: readonly (readonly [relation: RelationName, nodeType: NodeTypeName])[];
  /** How a FLOW appears: never, as a port of the boxes it joins, as the label of a line, or as a box of its own. */
  readonly flows: (typeof SHOWN)[number]["flows"];
  /** Shows one node and what it composes. */
  readonly focusType?: NodeTypeName;
  /** Each node of `types` is a lane; what stands in none of them is in the lane of the nearest `rest` above the focus. */
  readonly lanes?: { readonly types: readonly NodeTypeName[]; readonly rest: NodeTypeName };
}

const DRAWINGS: Readonly<Record<ViewId, Drawing>> = {
  hierarchy: { arrangement: "tree", direction: "down" },
  "functional-flow": { arrangement: "layered", direction: "right" },
  "functional-network": { arrangement: "layered", direction: "right" },
  requirements: { arrangement: "layered", direction: "down", layers: ["SYS", "UC", "FUNC", "REQ", "TEST"] },
  allocation: { arrangement: "packed", direction: "right" },
  architecture: { arrangement: "packed", direction: "right" },
  "use-case-diagram": { arrangement: "layered", direction: "right", sides: "ACTOR" },
  fchain: { arrangement: "lanes", direction: "right" },
  workflow: { arrangement: "layered", direction: "right", handles: true },
  procedure: { arrangement: "lanes", direction: "right" },
  model: { arrangement: "layered", direction: "right" },
};

export const VIEWS: readonly View[] = SHOWN.map(({ name, ...shown }) => ({ id: name, ...shown, ...DRAWINGS[name] }));

/** The views that a profile can fill: it has some of their types and all of their relations. */
export function viewsFor(ontology: Ontology): readonly View[] {
  return VIEWS.filter(({ nodeTypes, relations, containers }) => {
    const joined = [...(relations ?? []), ...containers.map(([relation]) => relation)];
    const hasTypes = nodeTypes === null || nodeTypes.some((name) => ontology.nodeType.has(name));
    return hasTypes && joined.every((name) => ontology.relation.has(name));
  });
}

/**
 * The view to open a model in: the hierarchy where anything is composed, or a system will be, and boxes in boxes where
 * more stands at the top than is composed; else the one that draws most of its relations, and
 * where it has none, the one that is about nothing but what it holds.
 */
export function firstView(ontology: Ontology, { nodes, edges }: Elements): ViewId {
  const all = [...edges.values()];
  const held = new Set([...nodes.values()].map(({ nodeType }) => nodeType));
  const isBegun = nodes.size === 0 || (all.length === 0 && [...held].some((type) => isType(type, "SYS")));
  const typeOf = (id: string): string => nodes.get(id)?.nodeType ?? "";
  if (isBegun) return "hierarchy";
  const composed = all.filter(({ edgeType }) => edgeType === "compose");
  if (composed.length > 0) return isTree(nodes, composed) ? "hierarchy" : boxed(ontology, composed, typeOf);
  const drawn = (view: View): number =>
    all.filter(
      ({ edgeType, source, target }) =>
        (drawsRelation(view, edgeType) || view.containers.some(([relation]) => relation === edgeType)) &&
        [source, target].every((id) => holdsType(view, typeOf(id))),
    ).length;
  const able = viewsFor(ontology).filter(({ id, focusType }) => id !== "hierarchy" && focusType === undefined);
  const ranked = able
    .filter((view) => view.nodeTypes !== null || all.length > 0)
    .map((view) => ({ view, lines: drawn(view), isWhole: [...held].every((type) => holdsType(view, type)) }))
    .filter(({ lines, isWhole }) => lines > 0 || (all.length === 0 && isWhole));
  const [most] = ranked.sort((one, two) => two.lines - one.lines);
  return most?.view.id ?? "hierarchy";
}

/** Whether a tree says something: of more tops than it has branches one sees only how many they are of each type. */
function isTree(nodes: Elements["nodes"], composed: readonly { readonly target: string }[]): boolean {
  const parts = new Set(composed.map(({ target }) => target));
  const tops = [...nodes.values()].filter(({ nodeId, nodeType }) => !isType(nodeType, "FLOW") && !parts.has(nodeId));
  return tops.length <= FAMILY || tops.length <= composed.length;
}

/** The view that draws most of what is composed as boxes in boxes. */
function boxed(
  ontology: Ontology,
  composed: readonly { readonly source: string; readonly target: string }[],
  typeOf: (id: string) => string,
): ViewId {
  const drawn = (view: View): number =>
    composed.filter(
      ({ source, target }) =>
        view.containers.some(([relation, type]) => relation === "compose" && isType(typeOf(source), type)) &&
        holdsType(view, typeOf(target)),
    ).length;
  const ranked = viewsFor(ontology)
    .filter(({ focusType }) => focusType === undefined)
    .map((view) => ({ id: view.id, boxes: drawn(view) }))
    .sort((one, two) => two.boxes - one.boxes);
  const [most] = ranked;
  return most !== undefined && most.boxes > 0 ? most.id : "hierarchy";
}

export function viewOf(id: ViewId): View {
  const found = VIEWS.find((view) => view.id === id);
  if (found === undefined) throw new Error(`There is no view ${id}.`);
  return found;
}

export function isViewId(id: string): id is ViewId {
  return VIEWS.some((view) => view.id === id);
}

/** Whether a node of this type can be a box of the view. */
export function holdsType(view: View, nodeType: string): boolean {
  if (isType(nodeType, "FLOW")) return view.flows === "box";
  return view.nodeTypes === null || isAmong(view.nodeTypes, nodeType);
}

export function drawsRelation(view: View, edgeType: string): boolean {
  return view.relations === null || isAmong(view.relations, edgeType);
}
