/** One finding: what is wrong, what to do about it, whom it is about, and its repair where the rule knows one. */

import { type ReactNode, useState } from "react";
import { SIGNS } from "../canvases/table/Cells";
import { newOperationId, useObstacle, useSubmit } from "../canvases/useChanges";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import type { Finding } from "../protocol";
import { isLater } from "../state/findings";
import { phaseOf } from "../state/state";
import { NodeChip } from "../ui/NodeChip";
import { useLanguage, useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import "./problems.css";

/** Of a finding about many; the others are selected with it. */
const MAX_CHIPS = 4;

interface Properties {
  readonly finding: Finding;
  readonly select?: () => void;
}

export function FindingLine({ finding, select }: Properties): ReactNode {
  const say = useText("problems");
  const submit = useSubmit();
  const obstacle = useObstacle();
  const [isSending, setSending] = useState(false);
  const told = useTold();
  const now = useStore(phaseOf);
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const { severity, ruleId, phase, nodeIds, repair } = finding;
  const review = phraseIn(ontology.gates.find((gate) => gate.phase === phase)?.title, language);
  const apply = async (): Promise<void> => {
    if (repair === undefined) return;
    setSending(true);
    // A repair's operations are named within their finding; in a change set of its own any names will do.
    const names = new Map(repair.map((operation) => [operation.id, newOperationId()]));
    const operations = repair.map(({ dependsOn, ...operation }) => ({
      ...operation,
      id: names.get(operation.id) ?? operation.id,
      ...(dependsOn && { dependsOn: dependsOn.map((id) => names.get(id) ?? id) }),
    }));
    const done = await submit(operations, { reason: told.title(ruleId) });
    setSending(false);
    if (done !== undefined) toasts.done(say("repaired"));
  };
  return (
    <div className="problem-line" data-later={isLater(finding, now)}>
      <span className="mark" data-severity={severity} role="img" aria-label={say(severity)}>
        {SIGNS[severity]}
      </span>
      <div className="problem-text">
        {select === undefined ? (
          <p>{told.message(finding)}</p>
        ) : (
          <button type="button" className="link" onClick={select}>
            {told.message(finding)}
          </button>
        )}
        <p className="note">{told.hint(finding)}</p>
      </div>
      <span className="problem-nodes">
        {nodeIds.slice(0, MAX_CHIPS).map((nodeId) => (
          <NodeChip key={nodeId} nodeId={nodeId} />
        ))}
        {nodeIds.length > MAX_CHIPS ? <span className="note">+{nodeIds.length - MAX_CHIPS}</span> : null}
      </span>
      <span className="note">
        {told.title(ruleId)}, {phase === 0 ? say("allPhases") : say("phase", { phase: told.phase(phase) })}
        {isLater(finding, now) ? (
          <span className="badge" data-status="later">
            {review ? say("laterUntil", { review }) : say("later")}
          </span>
        ) : null}
      </span>
      {repair !== undefined && repair.length > 0 ? (
        <button
          type="button"
          disabled={obstacle !== undefined || isSending}
          title={obstacle ? say(obstacle) : say("repairs", { count: repair.length })}
          onClick={() => void apply()}
        >
          {say("repair")}
        </button>
      ) : null}
    </div>
  );
}
