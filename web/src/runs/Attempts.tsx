/** Attempts at an answer beside each other: their checks, which one was kept, and what differs word by word. */

import { type ReactNode, useMemo, useState } from "react";
import { Markdown } from "../markdown/Markdown";
import type { Run, WrittenAnswer } from "../protocol";
import { useText } from "../ui/text";
import type { Attempt } from "./answering";
import { difference } from "./difference";
import { useStepTitles } from "./kinds";
import { Gauge } from "./Results";
import { useWholeResults } from "./useWholeStep";

interface Properties {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
  /** Its number, once one was chosen. */
  readonly kept: number | undefined;
}

export function Attempts({ run, attempts, kept }: Properties): ReactNode {
  const say = useText("runs");
  const titles = useStepTitles();
  const [isDifferent, setDifferent] = useState(attempts.length > 1);
  const writers = useMemo(() => attempts.map((each) => each.writer), [attempts]);
  const results = useWholeResults(run, writers);
  const textOf = (attempt: Attempt | undefined): string =>
    attempt ? ((results.get(attempt.writer.stepId) as WrittenAnswer | undefined)?.text ?? "") : "";
  return (
    <section aria-label={say("attempts")}>
      {attempts.length > 1 ? (
        <label className="check">
          <input type="checkbox" checked={isDifferent} onChange={(event) => setDifferent(event.target.checked)} />
          {say("showDifference")}
        </label>
      ) : null}
      <div className="attempts">
        {attempts.map((attempt, index) => (
          <article
            key={attempt.step.stepId}
            className="card attempt"
            data-kept={attempt.number === kept}
            aria-label={say("attempt", { number: attempt.number })}
          >
            <h4>
              {say("attempt", { number: attempt.number })}
              {attempt.number === kept ? (
                <span className="badge" data-status="completed">
                  {say("kept")}
                </span>
              ) : null}
            </h4>
            <dl className="checks">
              {attempt.checks.map(({ step, check }) => (
                <div key={step.stepId}>
                  <dt>{check ? say(`check.${check.checkType}`) : titles.kind(step.kind)}</dt>
                  <dd>
                    {check ? (
                      <Gauge score={check.score} threshold={check.threshold} passed={check.passed} />
                    ) : (
                      <span className="badge" data-status={step.status}>
                        {say(step.status)}
                      </span>
                    )}
                    {check?.missingCriteria?.length ? (
                      <span className="note bad">
                        {say("missing")}: {check.missingCriteria.join(", ")}
                      </span>
                    ) : null}
                  </dd>
                </div>
              ))}
            </dl>
            {isDifferent && index > 0 ? (
              <Difference before={textOf(attempts[index - 1])} after={textOf(attempt)} />
            ) : (
              <Markdown text={textOf(attempt)} />
            )}
          </article>
        ))}
      </div>
    </section>
  );
}

function Difference({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  const stretches = useMemo(() => difference(before, after), [before, after]);
  return (
    <p className="text-difference" dir="auto">
      {stretches.map((each, index) =>
        each.in === "both" ? (
          each.text
        ) : each.in === "first" ? (
          <del key={index}>{each.text}</del>
        ) : (
          <ins key={index}>{each.text}</ins>
        ),
      )}
    </p>
  );
}
