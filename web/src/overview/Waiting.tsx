/** What waits for somebody: each leads to where it is decided, answered or mended. */

import type { ReactNode } from "react";
import { countNow } from "../state/findings";
import { waiting } from "../state/proposals";
import { isOpen } from "../state/runs";
import { phaseOf, type State } from "../state/state";
import { derived } from "../state/store";
import { changedEnds } from "../state/suspects";
import { address } from "../ui/address";
import { type Drawer, preferences } from "../ui/preferences";
import { useText } from "../ui/text";
import { showCanvases } from "../ui/usePanes";
import { useStore } from "../ui/useStore";

type Kind = "proposals" | "forms" | "discussions" | "problems" | "suspects";

const selectSuspects = derived(
  (state) => state.graph,
  (graph) => [...graph.edges.values()].filter((edge) => changedEnds(graph, edge).length > 0).length,
);

const open = (drawer: Drawer) => () => preferences.set({ drawer });

const KINDS: readonly (readonly [kind: Kind, count: (state: State) => number, go: () => void])[] = [
  ["proposals", (state) => waiting(state.proposals).length, open("review")],
  [
    "forms",
    (state) => [...state.runs.waits.values()].flat().filter(({ form }) => form !== undefined).length,
    open("process"),
  ],
  [
    "discussions",
    (state) => [...state.runs.runs.values()].filter((run) => run.workflow === "discuss" && isOpen(run)).length,
    open("discussion"),
  ],
  [
    "problems",
    (state) => countNow(state.findings, phaseOf(state)),
    () => {
      // All that were counted, and not those of the rule that was looked at last.
      address.set("rule", undefined);
      preferences.set({ drawer: "problems" });
    },
  ],
  [
    "suspects",
    selectSuspects,
    () => {
      address.set("table", "matrix");
      showCanvases("table");
    },
  ],
];

export function Waiting(): ReactNode {
  const say = useText("overview");
  const counts = useStore((state) => KINDS.map(([, count]) => count(state)).join());
  const found = counts.split(",").map(Number);
  return (
    <section className="card" aria-labelledby="overview-waiting">
      <h3 id="overview-waiting">{say("waiting")}</h3>
      {found.every((count) => count === 0) ? <p className="note">{say("nothingWaits")}</p> : null}
      <ul className="overview-waiting">
        {KINDS.map(([kind, , go], at) => {
          const count = found[at] ?? 0;
          return count === 0 ? null : (
            <li key={kind}>
              <button type="button" onClick={go}>
                {say(kind, { count })}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
