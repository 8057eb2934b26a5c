/** What stands where no box does: why, and what can be done about it. */

import { type ReactNode, Suspense } from "react";
import { isComing } from "../../state/state";
import { late } from "../../ui/late";
import { useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import type { GraphView } from "./useGraphView";
import { wireFilters } from "./visible";

const Nothing = late(async () => ({ default: (await import("./Notes")).Nothing }));

interface Properties {
  readonly shown: GraphView;
  readonly mayAdd: boolean;
  readonly add: () => void;
}

export function GraphEmpty({ shown: { scene, view, filters }, mayAdd, add }: Properties): ReactNode {
  const say = useText("graph");
  const { store } = useWorkbench();
  const isOnItsWay = useStore(isComing);
  const clear = (): void =>
    store.setCanvas({ filters: wireFilters({ ...filters, nodeTypes: [], relationTypes: [], showFlows: true }) });
  if (isOnItsWay) return <p className="note pad">{say("coming")}</p>;
  return (
    <div className="graph-empty">
      {scene.filteredOut > 0 ? (
        <>
          <p>{say("filteredOut", { count: scene.filteredOut })}</p>
          <button type="button" onClick={clear}>
            {say("clear")}
          </button>
        </>
      ) : (
        <>
          <Suspense>
            <Nothing view={view} />
          </Suspense>
          <button type="button" disabled={!mayAdd} onClick={add}>
            {say("newNode")}
          </button>
        </>
      )}
    </div>
  );
}
