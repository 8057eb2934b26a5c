/** The parts that need a model: the inspector with one element and with several, and the tree. No server answers them. */

import { type ReactNode, useRef } from "react";
import { readOntology } from "../src/canvases/ontology";
import InspectorPane from "../src/element/InspectorPane";
import { type Edge, NODE_TYPES, type Node, type ProjectHeader, RELATIONS } from "../src/protocol";
import { Rest } from "../src/session/rest";
import { Session } from "../src/session/session";
import { browserWorld } from "../src/session/transport";
import { graphOf } from "../src/state/graph";
import { EMPTY } from "../src/state/state";
import { Store } from "../src/state/store";
import TreePanel from "../src/tree/TreePanel";
import { StoreContext } from "../src/ui/useStore";
import { WorkbenchContext } from "../src/ui/workbench";

const node = (nodeId: string, nodeType: string, name: string): Node => {
  const rest = { descr: `What ${name} is for.`, attributes: {}, createdRevision: 1, revision: 1 };
  return { nodeId, semanticId: `${name}.001`, nodeType, name, ...rest };
};

const edge = (source: string, edgeType: string, target: string): Edge => ({
  edgeId: `${source} ${target}`,
  edgeType,
  source,
  target,
  attributes: {},
  revision: 1,
});

const NODES = [
  node("sy1", "SYS", "OrderSystem"),
  node("uc1", "UC", "PlaceOrder"),
  node("md1", "MOD", "Warehouse"),
  node("fn1", "FUNC", "PackOrder"),
  node("fn2", "FUNC", "TrackOrder"),
];
const EDGES = [edge("sy1", "compose", "uc1"), edge("sy1", "compose", "md1"), edge("md1", "allocate", "fn1")];
const PROJECT: ProjectHeader = {
  ...{ projectId: "p", name: "order-system", profile: "systems", phase: 1, policy: "auto", language: "en" },
  ...{ revision: 1, sequence: 1, epoch: "e" },
};
const ONTOLOGY = readOntology({ nodeTypes: NODE_TYPES, relations: RELATIONS });

/** An editor has this model open and these elements selected. */
function WithModel({
  selected,
  children,
}: {
  readonly selected: readonly string[];
  readonly children: ReactNode;
}): ReactNode {
  const store = useRef<Store>(undefined);
  store.current ??= new Store({
    ...EMPTY,
    connection: { ...EMPTY.connection, access: "editor", status: "open" },
    project: PROJECT,
    graph: graphOf(1, NODES, EDGES),
    canvas: { ...EMPTY.canvas, selection: { nodes: selected, edges: [] } },
  });
  const rest = new Rest(() => new Promise(() => undefined));
  const session = new Session(store.current, rest, "sample", browserWorld("ws://127.0.0.1"), () => "");
  const workbench = { store: store.current, session, rest, project: "sample", ontology: ONTOLOGY };
  return (
    <WorkbenchContext.Provider value={workbench}>
      <StoreContext.Provider value={store.current}>{children}</StoreContext.Provider>
    </WorkbenchContext.Provider>
  );
}

/** What is selected, as the panel at the right shows it. */
export function Inspected({ selected }: { readonly selected: readonly string[] }): ReactNode {
  return (
    <WithModel selected={selected}>
      <div className="in-panel">
        <InspectorPane />
      </div>
    </WithModel>
  );
}

export function TreeShown(): ReactNode {
  return (
    <WithModel selected={["uc1"]}>
      <div className="in-panel">
        <TreePanel />
      </div>
    </WithModel>
  );
}
