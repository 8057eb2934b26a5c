/** The diagram as it was at a revision, to be looked at: a store of its own that nothing else writes into. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import GraphCanvas from "../canvases/graph/GraphCanvas";
import type { Edge, Node } from "../protocol";
import { projectPath } from "../session/rest";
import { Session } from "../session/session";
import { browserWorld } from "../session/transport";
import { graphOf } from "../state/graph";
import { EMPTY } from "../state/state";
import { Store } from "../state/store";
import { useText } from "../ui/text";
import { showPast, usePast } from "../ui/usePast";
import { StoreContext, useStoreHandle } from "../ui/useStore";
import { shown, useWorkbench, type Workbench, WorkbenchContext } from "../ui/workbench";
import "./past.css";

interface Past {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** Whoever draws the slider along asks once it rests for so long. */
const PAUSE_MS = 120;

export default function PastCanvas(): ReactNode {
  const say = useText("baselines");
  const revision = usePast();
  const workbench = usePastWorkbench(revision);
  return (
    <WorkbenchContext.Provider value={workbench}>
      <div className="past-bar" role="status">
        <span>{revision === undefined ? null : say("past", { revision })}</span>
        <button type="button" onClick={() => showPast(undefined)}>
          {say("backToNow")}
        </button>
      </div>
      <StoreContext.Provider value={workbench.store}>
        <GraphCanvas />
      </StoreContext.Provider>
    </WorkbenchContext.Provider>
  );
}

/** What a canvas needs, filled with the model of the revision as soon as it is there; the one before is shown meanwhile. */
function usePastWorkbench(revision: number | undefined): Workbench {
  const { rest, project, ontology } = useWorkbench();
  const now = useStoreHandle();
  const [store] = useState(() => {
    const { canvas, layouts } = now.get();
    const connection = { ...EMPTY.connection, status: "open", access: "viewer" } as const;
    return new Store({ ...EMPTY, connection, layouts, canvas: { ...EMPTY.canvas, view: canvas.view } });
  });
  useEffect(() => {
    if (revision === undefined) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      void shown(rest.get<Past>(`${projectPath(project)}/graph?revision=${revision}`)).then((past) => {
        if (past === undefined || !isWanted) return;
        const header = now.get().project;
        store.update((state) => ({
          ...state,
          ...(header && { project: { ...header, revision } }),
          graph: graphOf(revision, past.nodes, past.edges),
        }));
      });
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [rest, project, revision, store, now]);
  return useMemo(() => {
    // It is never opened: what is shown is all there is.
    const session = new Session(store, rest, project, browserWorld(""), () => crypto.randomUUID());
    return { store, session, rest, project, ontology };
  }, [store, rest, project, ontology]);
}
