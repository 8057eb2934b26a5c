/** The forms of runs where the conversation is: the open ones to be answered, the others as they were answered. */

import { type ReactNode, useMemo } from "react";
import { useStore } from "../ui/useStore";
import { AnsweredCard } from "./AnsweredCard";
import { FormCard } from "./FormCard";
import { answeredOf, openForms, runsWithForms } from "./forms";

export function RunForms({ runId }: { readonly runId: string }): ReactNode {
  return (
    <>
      <AnsweredForms runId={runId} />
      <OpenForms runId={runId} />
    </>
  );
}

/** What was asked and answered on the way; it stands before what was made of it. */
export function AnsweredForms({ runId }: { readonly runId: string }): ReactNode {
  const steps = useStore((state) => state.runs.trees.get(runId)?.steps);
  const over = useMemo(() => [...(steps?.values() ?? [])].flatMap((step) => answeredOf(step) ?? []), [steps]);
  return over.map((answered, index) => <AnsweredCard key={index} {...answered} />);
}

export function OpenForms({ runId }: { readonly runId: string }): ReactNode {
  const waits = useStore((state) => state.runs.waits.get(runId));
  return openForms(waits).map(({ stepId, form, expiresAt }) => (
    <FormCard key={stepId} {...{ runId, stepId, form, expiresAt }} />
  ));
}

/** Forms of a thread's runs that have said nothing yet, so that no message stands for them. */
export function ThreadForms({
  threadId,
  said,
}: {
  readonly threadId: string | undefined;
  readonly said: ReadonlySet<string>;
}): ReactNode {
  const runs = useStore((state) => state.runs);
  const silent = runsWithForms(runs.waits).filter(
    (runId) => threadId !== undefined && runs.runs.get(runId)?.threadId === threadId && !said.has(runId),
  );
  return silent.map((runId) => <RunForms key={runId} runId={runId} />);
}
