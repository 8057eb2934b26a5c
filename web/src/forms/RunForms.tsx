/** The forms of runs where the conversation is: the open ones to be answered below it, the others in it as they were answered. */

import { type ReactNode, Suspense, useMemo } from "react";
import { late } from "../ui/late";
import { useText } from "../ui/text";
import { usePreferences } from "../ui/usePreferences";
import { useStore } from "../ui/useStore";
import { AnsweredCard } from "./AnsweredCard";
import { answeredOf, openForms, runsWithForms } from "./forms";

const FormCard = late(() => import("./FormCard").then(({ FormCard }) => ({ default: FormCard })));

/** What was asked and answered on the way; it stands before what was made of it. */
export function AnsweredForms({ runId }: { readonly runId: string }): ReactNode {
  const steps = useStore((state) => state.runs.trees.get(runId)?.steps);
  const over = useMemo(() => [...(steps?.values() ?? [])].flatMap((step) => answeredOf(step) ?? []), [steps]);
  return over.map((answered, index) => <AnsweredCard key={index} {...answered} />);
}

function OpenForms({ runId }: { readonly runId: string }): ReactNode {
  const waits = useStore((state) => state.runs.waits.get(runId));
  return (
    <Suspense>
      {openForms(waits).map(({ stepId, form, expiresAt }) => (
        <FormCard key={stepId} {...{ runId, stepId, form, expiresAt }} isFoldable />
      ))}
    </Suspense>
  );
}

/** Open forms of a thread's runs, which stay in sight above the field for messages until they are answered. */
export function PinnedForms({ threadId }: { readonly threadId: string | undefined }): ReactNode {
  const say = useText("forms");
  const { drawer } = usePreferences();
  const runs = useStore((state) => state.runs);
  const open = runsWithForms(runs.waits).filter((runId) => {
    const run = runs.runs.get(runId);
    // Where a discussion is open, its questions stand there.
    const isElsewhere = drawer === "discussion" && run?.workflow === "discuss";
    return threadId !== undefined && run?.threadId === threadId && !isElsewhere;
  });
  if (open.length === 0) return null;
  return (
    <div className="pinned-forms" role="group" aria-label={say("pinned")}>
      {open.map((runId) => (
        <OpenForms key={runId} runId={runId} />
      ))}
    </div>
  );
}

/** Answered forms of a thread's runs that have said nothing yet, so that no message stands for them. */
export function SilentForms({ threadId, said }: SilentProperties): ReactNode {
  const runs = useStore((state) => state.runs);
  const silent = runsWithForms(runs.waits).filter(
    (runId) => threadId !== undefined && runs.runs.get(runId)?.threadId === threadId && !said.has(runId),
  );
  return silent.map((runId) => <AnsweredForms key={runId} runId={runId} />);
}

interface SilentProperties {
  readonly threadId: string | undefined;
  readonly said: ReadonlySet<string>;
}
