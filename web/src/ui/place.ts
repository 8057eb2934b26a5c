/**
 * Where a person is in a project, as the part of an address behind its `?`: what is shown, selected, filtered and open. Pure.
 *
 * Only what is not as usual stands in it, so that an address stays short; elements stand there by their readable ids.
 */

import type { Filters } from "../protocol";
import { type Canvas, FRESH_CANVAS, isReal } from "../state/canvas";
import { bySemanticId, type Graph } from "../state/graph";
import { DRAWERS, type Drawer, PANES, type Pane, SIDES, type Side } from "./preferences";

export interface Place {
  readonly panes: readonly Pane[];
  readonly side: Side;
  readonly drawer: Drawer | null;
  readonly view: string;
  readonly filters: Pick<Filters, "nodeTypes" | "relationTypes" | "showFlows">;
  /** Semantic ids of nodes, ids of edges. */
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
  readonly run: string | undefined;
  readonly document: string | undefined;
  readonly passage: string | undefined;
  readonly proposal: string | undefined;
  readonly revision: number | undefined;
  /** What parts of the page keep there besides, by their own names. */
  readonly own: Readonly<Record<string, string>>;
}

/** An address that names more than these would be too long for some programs that pass it on. */
const MOST = 40;
const USUAL: Pick<Place, "panes" | "side"> = { panes: ["graph", "chat"], side: "chat" };
const KNOWN: ReadonlySet<string> = new Set([
  ...["show", "side", "drawer", "view", "types", "relations", "flows", "select", "edges"],
  ...["run", "document", "passage", "proposal", "revision", "node"],
]);

export function writePlace(place: Place): string {
  const { filters } = place;
  const parts: readonly (readonly [key: string, value: string | undefined])[] = [
    ["show", place.panes.join() === USUAL.panes.join() ? undefined : place.panes.join()],
    ["side", place.side === USUAL.side ? undefined : place.side],
    ["view", place.view === FRESH_CANVAS.view ? undefined : place.view],
    ["types", filters.nodeTypes?.join()],
    ["relations", filters.relationTypes?.join()],
    ["flows", filters.showFlows === false ? "no" : undefined],
    ["select", place.nodes.slice(0, MOST).join()],
    ["edges", place.edges.slice(0, MOST).join()],
    ["drawer", place.drawer ?? undefined],
    ["run", place.run],
    ["document", place.document],
    ["passage", place.passage],
    ["proposal", place.proposal],
    ["revision", place.revision?.toString()],
    ...Object.entries(place.own),
  ];
  return parts
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${encodeURIComponent(value ?? "").replaceAll("%2C", ",")}`)
    .join("&");
}

export function readPlace(query: string): Place {
  const given = new URLSearchParams(query);
  const list = (key: string): readonly string[] => given.get(key)?.split(",").filter(Boolean) ?? [];
  const panes = PANES.filter((pane) => list("show").includes(pane));
  const revision = Number(given.get("revision") ?? Number.NaN);
  return {
    panes: panes.length > 0 ? panes : USUAL.panes,
    side: SIDES.find((each) => each === given.get("side")) ?? USUAL.side,
    drawer:
      DRAWERS.find((each) => each === given.get("drawer")) ?? (panes.includes("document") ? null : drawerFor(given)),
    view: given.get("view") ?? FRESH_CANVAS.view,
    filters: {
      nodeTypes: list("types"),
      relationTypes: list("relations"),
      showFlows: given.get("flows") !== "no",
    },
    nodes: [...list("select"), ...list("node")],
    edges: list("edges"),
    run: given.get("run") ?? undefined,
    document: given.get("document") ?? undefined,
    passage: given.get("passage") ?? undefined,
    proposal: given.get("proposal") ?? undefined,
    revision: Number.isInteger(revision) ? revision : undefined,
    own: Object.fromEntries([...given].filter(([key]) => !KNOWN.has(key))),
  };
}

/** Links of other programs name one thing alone, which lies in its drawer. */
function drawerFor(given: URLSearchParams): Drawer | null {
  if (given.has("proposal")) return "review";
  if (given.has("passage") || given.has("document")) return "documents";
  if (given.has("run")) return "process";
  return /^\d+$/.test(given.get("revision") ?? "") ? "history" : null;
}

/** What is selected, by ids that hold in every copy of the project. What is only proposed has no address. */
export function namesOfSelection({ selection }: Canvas, graph: Graph): Pick<Place, "nodes" | "edges"> {
  return {
    nodes: selection.nodes.slice(0, MOST).flatMap((id) => graph.nodes.get(id)?.semanticId ?? []),
    edges: selection.edges.slice(0, MOST).filter((id) => isReal(id) && graph.edges.has(id)),
  };
}

/** The selection that an address names, as far as it is there. */
export function selectionAt({ nodes, edges }: Place, graph: Graph): Canvas["selection"] {
  return {
    nodes: nodes.flatMap((name) => (graph.nodes.get(name) ?? bySemanticId(graph, name))?.nodeId ?? []),
    edges: edges.filter((id) => graph.edges.has(id)),
  };
}
