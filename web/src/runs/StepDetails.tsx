/** One step whole: its error or its result, word for word. A large result is read when it is asked for. */

import { useEffect, useState, type ReactNode } from "react";
import type { Run, Step } from "../protocol";
import { stepPath } from "../session/rest";
import { useText } from "../ui/text";
import { ErrorText } from "../ui/ErrorText";
import { shown, useSend, useWorkbench } from "../ui/workbench";
import { kindLabel } from "./kinds";
import { words } from "./words";

export function StepDetails({ run, step, close }: { readonly run: Run; readonly step: Step; readonly close: () => void }): ReactNode {
  const say = useText(words);
  const send = useSend();
  const result = useResult(run, step);
  return (
    <section className="step-details" aria-label={say("details")}>
      <header>
        <h3>{kindLabel(say, step.kind)} <span className="badge" data-status={step.status}>{say(step.status)}</span></h3>
        <button type="button" className="quiet" onClick={close} aria-label="✕">✕</button>
      </header>
      {step.error ? <ErrorText error={step.error} /> : null}
      {step.error || step.status === "failed" ? (
        <button type="button" onClick={() => void send({ type: "run.retry", runId: run.runId, stepId: step.stepId })}>{say("tryAgain")}</button>
      ) : null}
      <pre className="exact" tabIndex={0}>{result === undefined ? say("noResult") : pretty(result)}</pre>
    </section>
  );
}

function useResult(run: Run, step: Step): unknown {
  const { rest, project } = useWorkbench();
  const [whole, setWhole] = useState<Step | null>(null);
  const ref = step.resultRef;
  useEffect(() => {
    if (ref === undefined) return;
    void shown(rest.get<Step>(stepPath(project, run.runId, step.stepId))).then((read) => setWhole(read ?? null));
  }, [ref, rest, project, run.runId, step.stepId]);
  return ref !== undefined && whole?.stepId === step.stepId ? whole.result : step.result;
}

/** JSON with its line breaks shown as such, so that a prompt can be read as it was sent. */
function pretty(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result, null, 2).replaceAll("\\n", "\n");
}
