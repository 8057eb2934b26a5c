/**
 * The tables: a tab for each node type, one for the relations and one for the matrix, over the same selection as the graph and the chat.
 *
 * What is filtered and sorted is this screen's own; which table is open stands in the address. Every change goes through `changes.submit`.
 */

import { Grid3x3, Spline } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useId, useMemo, useRef } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Finding } from "../../protocol";
import type { Graph } from "../../state/graph";
import { isComing } from "../../state/state";
import { type Store, selectEdgeMarks, selectMarks } from "../../state/store";
import { useAddress } from "../../ui/address";
import { late } from "../../ui/late";
import { readPlace } from "../../ui/place";
import { queryNow } from "../../ui/route";
import { TypeSign } from "../../ui/TypeSign";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { Overlaid } from "../ghosts";
import { useOverlay } from "../useOverlay";
import { NodesPanel } from "./NodesPanel";
import { typeCounts, worst } from "./rows";
import { type TabEntry, Tabs } from "./Tabs";
import "./table.css";

const RELATIONS = "relations";
const MATRIX = "matrix";

// Most people open them later, if at all.
const RelationsPanel = late(() => import("./RelationsPanel"));
const MatrixPanel = late(() => import("../matrix/MatrixPanel"));

export default function TableCanvas(): ReactNode {
  const say = useText("tables");
  const panelId = useId();
  const isOnItsWay = useStore(isComing);
  const { store, ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const selection = useStore((state) => state.canvas.selection);
  const marks = useStore(selectMarks);
  const edgeMarks = useStore(selectEdgeMarks);
  const counts = useMemo(() => typeCounts(graph, ontology), [graph, ontology]);
  const overlaid = useOverlay();
  // Until somebody chooses, the first with something in it: the model may come after the page.
  const [chosen, setTab] = useAddress("table");
  const isKnown = chosen === MATRIX || chosen === RELATIONS || counts.has(chosen ?? "");
  const tab = chosen !== undefined && isKnown ? chosen : firstTab(counts);
  const own = useRef<string>("");

  // What is selected elsewhere is shown here: its tab opens. What was selected here stays where it is.
  const wanted = selection.nodes[0] ?? selection.edges[0];
  useEffect(() => {
    if (wanted === undefined || wanted === own.current) return;
    own.current = wanted;
    if (isInAddress(store, tab, wanted)) return;
    // The matrix is about what it is about, whatever else is selected.
    if (tab === MATRIX) return;
    const { nodes, edges } = overlaid.elements;
    const nodeType = nodes.get(wanted)?.nodeType;
    if (nodeType !== undefined) setTab(nodeType);
    else if (edges.has(wanted)) setTab(RELATIONS);
  }, [wanted, overlaid, tab, setTab, store]);

  const selectHere = (nodes: readonly string[]): void => {
    own.current = nodes[0] ?? "";
    store.select(nodes);
  };
  const entries = useEntries(counts, marks, overlaid);
  const title = entries.find((entry) => entry.id === tab)?.title ?? tab;
  if (isOnItsWay) return <p className="note pad">{say("coming")}</p>;
  return (
    <div className="table-canvas">
      <Tabs label={say("tables")} entries={entries} open={tab} panelId={panelId} onOpen={setTab} />
      <div className="table-panel" role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${tab}`}>
        <Suspense fallback={<p className="note pad">…</p>}>
          {tab === MATRIX ? (
            <MatrixPanel onSelect={selectHere} />
          ) : tab === RELATIONS ? (
            <RelationsPanel
              overlaid={overlaid}
              edgeMarks={edgeMarks}
              onSelect={(edgeId) => {
                own.current = edgeId;
                store.select([], [edgeId]);
              }}
            />
          ) : (
            <NodesPanel
              key={tab}
              overlaid={overlaid}
              nodeType={tab}
              title={title}
              marks={marks}
              onSelect={selectHere}
            />
          )}
        </Suspense>
      </div>
    </div>
  );
}

/** Whether a link, or a step back, brought this selection and this table together: then both are meant. */
function isInAddress(store: Store, tab: string, wanted: string): boolean {
  const { own, nodes, edges } = readPlace(queryNow());
  const name = store.get().graph.nodes.get(wanted)?.semanticId ?? wanted;
  return own.table === tab && (nodes[0] ?? edges[0]) === name;
}

function useEntries(
  counts: ReadonlyMap<string, number>,
  marks: ReadonlyMap<string, readonly Finding[]>,
  overlaid: Overlaid,
): readonly TabEntry[] {
  const say = useText("tables");
  const sayMatrix = useText("matrix");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const ghosts = useMemo(() => ghostCounts(overlaid), [overlaid]);
  const found = useMemo(() => byType(graph, marks), [graph, marks]);
  const typeTabs = [...counts].map(([nodeType, count]): TabEntry => {
    const type = ontology.nodeType.get(nodeType);
    const title = phraseIn(type?.title, language) ?? nodeType;
    return {
      id: nodeType,
      sign: <TypeSign nodeType={nodeType} />,
      title,
      meaning: phraseIn(type?.meaning, language),
      count,
      mark: worst(found.get(nodeType) ?? []),
      ghosts: ghosts.get(nodeType) ?? 0,
    };
  });
  return [
    ...typeTabs,
    {
      id: RELATIONS,
      sign: <Spline aria-hidden className="type-sign" />,
      title: say("relations"),
      count: graph.edges.size,
      ghosts: ghosts.get(RELATIONS) ?? 0,
    },
    { id: MATRIX, sign: <Grid3x3 aria-hidden className="type-sign" />, title: sayMatrix("matrix") },
  ];
}

/** What was found, by the type of the element that it is about; one of two types stands with both. */
function byType(graph: Graph, marks: ReadonlyMap<string, readonly Finding[]>): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const [nodeId, about] of marks) {
    const nodeType = graph.nodes.get(nodeId)?.nodeType;
    if (nodeType === undefined) continue;
    const before = found.get(nodeType);
    if (before === undefined) found.set(nodeType, [...about]);
    else before.push(...about);
  }
  return found;
}

/** How many new ones are proposed, by tab. */
function ghostCounts({ elements, marks }: Overlaid): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [id, mark] of marks) {
    if (mark !== "new") continue;
    const tab = elements.nodes.get(id)?.nodeType ?? RELATIONS;
    counts.set(tab, (counts.get(tab) ?? 0) + 1);
  }
  return counts;
}

function firstTab(counts: ReadonlyMap<string, number>): string {
  return [...counts].find(([, count]) => count > 0)?.[0] ?? [...counts.keys()][0] ?? RELATIONS;
}
