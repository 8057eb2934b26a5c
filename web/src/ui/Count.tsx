/** The number beside a place of the page: how many wait or stand there. Rail, drawers, tabs and the line at the top say the same. */

import type { ReactNode } from "react";
import { useUnseen } from "../comments/seen";
import { runsForMe } from "../forms/forms";
import { countNow } from "../state/findings";
import { waiting } from "../state/proposals";
import { isOpen } from "../state/runs";
import { phaseOf, type State } from "../state/state";
import { selectEdgeMarks, selectMarks, selectOpenComments } from "../state/store";
import type { Drawer } from "./preferences";
import { useStore } from "./useStore";

type Place = Drawer | "chat" | "inspector";

/** Unread comments are counted beside what was read of them, in the browser (`comments/seen.ts`). */
const COUNTS: Readonly<Partial<Record<Place, (state: State) => number>>> = {
  review: ({ proposals }) => waiting(proposals).length,
  problems: (state) => countNow(state.findings, phaseOf(state)),
  process: ({ runs }) => [...runs.runs.values()].filter((run) => run.status === "running").length,
  discussion: ({ runs }) => [...runs.runs.values()].filter((run) => run.workflow === "discuss" && isOpen(run)).length,
  chat: (state) => runsForMe(state).length,
  inspector: countSelected,
};

export function CountOf({ place }: { readonly place: Place }): ReactNode {
  const unread = useUnseen().length;
  const counted = useStore(COUNTS[place] ?? nothing);
  return <Count of={place === "comments" ? unread : counted} />;
}

export function Count({ of: count }: { readonly of: number }): ReactNode {
  if (count === 0) return null;
  const text = short(count);
  return (
    <span className="count" data-letters={text.length}>
      {text}
    </span>
  );
}

/** What counts now of findings and open comments about what is selected. */
export function countSelected(state: State): number {
  const { nodes, edges } = state.canvas.selection;
  const found = [
    ...nodes.flatMap((id) => selectMarks(state).get(id) ?? []),
    ...edges.flatMap((id) => selectEdgeMarks(state).get(id) ?? []),
  ];
  const said = [...nodes, ...edges].map((id) => selectOpenComments(state).get(id) ?? 0);
  return new Set(found).size + said.reduce((all, each) => all + each, 0);
}

/** Three letters have room beside a sign; how many thousands and more there are the place says. */
function short(count: number): string {
  return count < 1_000 ? String(count) : `${Math.floor(count / 1_000)}k`;
}

function nothing(): number {
  return 0;
}
