/**
 * The views over the graph, as data: what each shows, what it draws as a line, what as containment.
 */

import type { NodeTypeName, RelationName } from "../../protocol";
import type { Ontology } from "../ontology";
import { isAmong, isType } from "../ontology";

export type ViewId =
  | "hierarchy"
  | "functional-flow"
  | "functional-network"
  | "requirements"
  | "allocation"
  | "architecture"
  | "use-case-diagram"
  | "fchain"
  | "workflow"
  | "procedure"
  | "model";

/** How a FLOW appears: never, as a port of the boxes it joins, as the label of a line, or as a box of its own. */
type FlowStyle = "hidden" | "port" | "label" | "box";

/** What `hierarchical` means in a view. */
export type Arrangement = "tree" | "layered" | "packed" | "lanes";

export interface View {
  readonly id: ViewId;
  /** `null`: every type. A FLOW is a box only where `flows` says so. */
  readonly nodeTypes: readonly NodeTypeName[] | null;
  /** Relations drawn as lines; `null`: all that are not drawn as containment. */
  readonly relations: readonly RelationName[] | null;
  /** `[relation, source type]`: such a source is drawn around its targets. The first that applies wins. */
  readonly containers: readonly (readonly [relation: RelationName, nodeType: NodeTypeName])[];
  readonly flows: FlowStyle;
  /** Boxes have ports where the profile or the node itself says that edges end. */
  readonly handles?: true;
  readonly arrangement: Arrangement;
  readonly direction: "right" | "down";
  /** Types by layer, top first, where layers are fixed. */
  readonly layers?: readonly NodeTypeName[];
  /** A type that stands left and right of all others; in the round layout around them. */
  readonly sides?: NodeTypeName;
  /** Shows one node and what it composes. */
  readonly focusType?: NodeTypeName;
  /** Each node of `types` is a lane; what stands in none of them is in the lane of the nearest `rest` above the focus. */
  readonly lanes?: { readonly types: readonly NodeTypeName[]; readonly rest: NodeTypeName };
}

export const VIEWS: readonly View[] = [
  {
    id: "hierarchy",
    nodeTypes: null,
    // The origin nests and draws no lines; a tree of boxes side by side cannot be read without its branches.
    relations: ["compose"],
    containers: [],
    flows: "hidden",
    arrangement: "tree",
    direction: "down",
  },
  {
    id: "functional-flow",
    nodeTypes: ["UC", "FCHAIN", "FUNC", "ACTOR"],
    relations: ["io"],
    containers: [
      ["compose", "FUNC"],
      ["compose", "FCHAIN"],
      ["compose", "UC"],
    ],
    flows: "port",
    arrangement: "layered",
    direction: "right",
  },
  {
    id: "functional-network",
    nodeTypes: ["FUNC", "ACTOR"],
    relations: ["io"],
    containers: [],
    flows: "label",
    arrangement: "layered",
    direction: "right",
  },
  {
    id: "requirements",
    nodeTypes: ["SYS", "UC", "FUNC", "REQ", "TEST"],
    relations: ["satisfy", "verify"],
    containers: [],
    flows: "hidden",
    arrangement: "layered",
    direction: "down",
    layers: ["SYS", "UC", "FUNC", "REQ", "TEST"],
  },
  {
    id: "allocation",
    nodeTypes: ["MOD", "FUNC"],
    relations: [],
    containers: [
      ["allocate", "MOD"],
      ["compose", "MOD"],
    ],
    flows: "hidden",
    arrangement: "packed",
    direction: "right",
  },
  {
    id: "architecture",
    nodeTypes: ["SYS", "MOD", "UC", "FCHAIN", "FUNC"],
    relations: ["io"],
    containers: [
      ["compose", "MOD"],
      ["compose", "FUNC"],
      ["compose", "FCHAIN"],
      ["compose", "UC"],
      ["compose", "SYS"],
    ],
    flows: "label",
    arrangement: "packed",
    direction: "right",
  },
  {
    id: "use-case-diagram",
    nodeTypes: ["SYS", "UC", "ACTOR"],
    relations: ["relation"],
    containers: [["compose", "SYS"]],
    flows: "hidden",
    arrangement: "layered",
    direction: "right",
    sides: "ACTOR",
  },
  {
    id: "fchain",
    nodeTypes: ["FUNC", "ACTOR"],
    relations: ["io"],
    containers: [],
    flows: "label",
    arrangement: "lanes",
    direction: "right",
    focusType: "FCHAIN",
    lanes: { types: ["ACTOR"], rest: "SYS" },
  },
  {
    id: "workflow",
    nodeTypes: ["SHEET", "STARTER", "ENTRY_TYPE", "STEP", "HTML", "RETURN"],
    relations: ["link"],
    containers: [["compose", "SHEET"]],
    flows: "hidden",
    handles: true,
    arrangement: "layered",
    direction: "right",
  },
  {
    id: "procedure",
    nodeTypes: ["PROCESS", "STEP", "ROLE", "AUTHORITY"],
    relations: ["precedes"],
    containers: [],
    flows: "hidden",
    arrangement: "lanes",
    direction: "right",
    focusType: "PROCESS",
    lanes: { types: ["ROLE", "AUTHORITY"], rest: "PROCESS" },
  },
  {
    id: "model",
    nodeTypes: null,
    relations: null,
    containers: [],
    flows: "box",
    arrangement: "layered",
    direction: "right",
  },
];

/** The views that a profile can fill: it has some of their types and all of their relations. */
export function viewsFor(ontology: Ontology): readonly View[] {
  return VIEWS.filter(({ nodeTypes, relations, containers }) => {
    const joined = [...(relations ?? []), ...containers.map(([relation]) => relation)];
    const hasTypes = nodeTypes === null || nodeTypes.some((name) => ontology.nodeType.has(name));
    return hasTypes && joined.every((name) => ontology.relation.has(name));
  });
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
