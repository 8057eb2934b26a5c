/** One step: its form where it waits, its result as its kind is read, what it cost, and how to go on from it differently. */

import { type ReactNode, useMemo } from "react";
import { CommentSection } from "../comments/CommentSection";
import { AnsweredCard } from "../forms/AnsweredCard";
import { FormCard } from "../forms/FormCard";
import { answeredOf, openForms } from "../forms/forms";
import { InspectButton } from "../inspector/InspectButton";
import type { Run, Step } from "../protocol";
import { mayAskIn } from "../state/people";
import { isOpen } from "../state/runs";
import type { Tree } from "../state/trees";
import { ErrorText } from "../ui/ErrorText";
import { money } from "../ui/figures";
import { clock } from "../ui/moment";
import { openProcess } from "../ui/process";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useSend } from "../ui/workbench";
import { Attempts } from "./Attempts";
import { attemptsOf, keptAttempt } from "./answering";
import { StepIcon } from "./icons";
import { useStepTitles } from "./kinds";
import { resultView } from "./Results";
import { duration } from "./times";
import { useWholeResults } from "./useWholeStep";

interface Properties {
  readonly run: Run;
  readonly tree: Tree;
  readonly step: Step;
  readonly close: () => void;
}

export function StepDetails({ run, tree, step, close }: Properties): ReactNode {
  const say = useText("runs");
  const titles = useStepTitles();
  const sayInspector = useText("inspector");
  const one = useMemo(() => [step], [step]);
  const result = useWholeResults(run, one).get(step.stepId);
  const waits = useStore((state) => state.runs.waits.get(run.runId));
  const open = openForms(waits).find((each) => each.stepId === step.stepId);
  const answered = answeredOf({ ...step, result });
  const attempts = useMemo(
    () => (step.kind.startsWith("answer_generation") ? attemptsOf(tree, step) : []),
    [tree, step],
  );
  const view =
    attempts.length > 0 ? (
      <Attempts key={step.stepId} run={run} attempts={attempts} kept={keptAttempt(tree, step)} />
    ) : (
      resultView(step.kind, result)
    );
  return (
    <section className="step-details" aria-label={say("details")}>
      <header>
        <h3>
          <StepIcon kind={step.kind} /> {titles.step(step)}{" "}
          <span className="badge" data-status={step.status}>
            {say(step.status)}
          </span>
          {step.verdict ? (
            <span className="verdict" data-verdict={step.verdict}>
              {say(`verdict.${step.verdict}`)}
            </span>
          ) : null}
        </h3>
        <button type="button" className="quiet" onClick={close} aria-label={say("closeDetails")}>
          ✕
        </button>
      </header>
      <Figures tree={tree} step={step} />
      <Again run={run} step={step} isForm={answered !== undefined} />
      {step.error ? <ErrorText error={step.error} /> : null}
      {step.kind === "llm_call" || step.kind === "model_call" ? (
        <p>
          <InspectButton
            runId={run.runId}
            stepId={step.stepId}
            label={sayInspector("inspect")}
            title={sayInspector("title")}
          />
        </p>
      ) : null}
      {open ? (
        <FormCard
          key={step.stepId}
          runId={run.runId}
          stepId={step.stepId}
          form={open.form}
          expiresAt={open.expiresAt}
        />
      ) : answered ? (
        <AnsweredCard {...answered} />
      ) : (
        view
      )}
      {open ? null : result === undefined ? (
        <p className="note">{say("noResult")}</p>
      ) : view !== undefined || answered ? (
        <details className="whole">
          <summary>{say("wholeResult")}</summary>
          <pre className="exact" tabIndex={0}>
            {pretty(result)}
          </pre>
        </details>
      ) : (
        <pre className="exact" tabIndex={0}>
          {pretty(result)}
        </pre>
      )}
      <CommentSection key={`comments ${step.stepId}`} kind="step" about={step.stepId} />
    </section>
  );
}

/** When it began, how long it took, and what the branch below it spent. */
function Figures({ tree, step }: { readonly tree: Tree; readonly step: Step }): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  const spent = tree.spent.get(step.stepId);
  const figures = [
    clock(step.startedAt, language),
    step.durationMs === undefined ? "" : duration(step.durationMs),
    spent && spent.steps > 1 ? say("branchSteps", { count: spent.steps }) : "",
    spent?.tokens ? say("tokenCount", { count: spent.tokens }) : "",
    spent?.costMicros ? money(spent, language) : "",
    step.attempt > 1 ? say("attempt", { number: step.attempt }) : "",
  ];
  return <p className="note">{figures.filter(Boolean).join(" · ")}</p>;
}

/** A new run that shares everything before this step; at a form it asks again, so that it can be answered differently. */
function Again({ run, step, isForm }: { readonly run: Run; readonly step: Step; readonly isForm: boolean }): ReactNode {
  const say = useText("runs");
  const send = useSend();
  const mayAsk = useStore(mayAskIn);
  if (!mayAsk || isOpen(run) || step.parentId === null) return null;
  const again = async (): Promise<void> => {
    const answer = await send<{ readonly runId: string }>({ type: "run.retry", runId: run.runId, stepId: step.stepId });
    if (answer) openProcess(answer.runId);
  };
  return (
    <p className="row">
      <button type="button" title={say("againMore")} onClick={() => void again()}>
        {say(isForm ? "answerDifferently" : "tryAgain")}
      </button>
    </p>
  );
}

/** JSON with its line breaks shown as such, so that a prompt can be read as it was sent. */
function pretty(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result, null, 2).replaceAll("\\n", "\n");
}
