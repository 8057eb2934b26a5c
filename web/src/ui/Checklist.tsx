/** Five first steps, ticked by doing them. Nothing pops up, and it can be put away for good. */

import { type ReactNode, useEffect } from "react";
import { preferences } from "./preferences";
import { useText } from "./text";
import { touring } from "./touring";
import { usePreferences } from "./usePreferences";
import { useStore } from "./useStore";

/** The last one needs somebody else: whoever has done the others knows the way, and no new project begins with them. */
const STEPS = ["ask", "accept", "undo", "source", "invite"] as const;

export function Checklist(): ReactNode {
  const say = useText("frame");
  const { firstSteps, firstStepsDone, drawer } = usePreferences();
  const me = useStore((state) => state.connection.me?.personId);
  const asked = useStore((state) =>
    [...state.threads.messages.values()].some((message) => me !== undefined && message.author.personId === me),
  );
  const accepted = useStore((state) =>
    [...state.proposals.proposals.values()].some((each) => each.state === "accepted"),
  );
  const undone = useStore((state) =>
    state.commits.some((commit) => commit.origin === "revert" && commit.author.personId === me),
  );
  const company = useStore((state) => state.people.sessions.size > 1);
  useEffect(() => {
    const done = { ask: asked, accept: accepted, undo: undone, source: drawer === "process", invite: company };
    const fresh = STEPS.filter((step) => done[step] && !firstSteps.includes(step));
    if (fresh.length > 0) preferences.set({ firstSteps: [...firstSteps, ...fresh] });
  }, [asked, accepted, undone, company, drawer, firstSteps]);
  if (firstStepsDone || STEPS.every((step) => step === "invite" || firstSteps.includes(step))) return null;
  return (
    <details className="checklist" open={firstSteps.length === 0}>
      <summary title={say("checklistWhose")}>
        {say("checklist")}{" "}
        <span className="count">
          {firstSteps.length}/{STEPS.length}
        </span>
      </summary>
      <ol>
        {STEPS.map((step) => (
          <li key={step} data-done={firstSteps.includes(step)}>
            <span aria-hidden>{firstSteps.includes(step) ? "✓" : "○"}</span> {say(`first.${step}`)}
          </li>
        ))}
      </ol>
      <p className="note">{say("checklistWhose")}</p>
      <div className="row">
        <button type="button" className="quiet" onClick={() => touring.set(true)}>
          {say("tour")}
        </button>
        <button type="button" className="quiet" onClick={() => preferences.set({ firstStepsDone: true })}>
          {say("dismiss")}
        </button>
      </div>
    </details>
  );
}
