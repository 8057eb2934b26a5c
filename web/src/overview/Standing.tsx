/** How good the model is by its measures, and which reviews it would pass. */

import { Check, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import type { Ontology } from "../canvases/ontology";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import { type GateResult, LIMITS, type Overview } from "../protocol";
import { percent } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { Share } from "./Share";

const MEASURES = ["requirements", "useCases", "ontology", "distinctness"] as const;

export function Standing({ overview }: { readonly overview: Overview }): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const { scores, gates } = overview;
  const { ontology } = useWorkbench();
  const total = scores.total ?? 0;
  return (
    <section className="card overview-standing" aria-labelledby="overview-standing">
      <h3 id="overview-standing">{say("standing")}</h3>
      <p className="overview-total" data-enough={total >= LIMITS.goodScore}>
        <strong>{percent(total, language)}</strong>{" "}
        <span className="note">{say("goodFrom", { share: percent(LIMITS.goodScore, language) })}</span>
      </p>
      <dl className="overview-bars">
        {MEASURES.map((measure) => {
          const value = scores[measure];
          if (value === null || value === undefined) {
            return isOf(ontology, measure) ? (
              <div key={measure} title={say(`about.${measure}`)}>
                <dt>{say(measure)}</dt>
                <dd className="note">{say("nothingToJudge")}</dd>
              </div>
            ) : null;
          }
          return (
            <div key={measure} title={say(`about.${measure}`)}>
              <dt>{say(measure)}</dt>
              <dd>
                <Share share={value} isEnough={value >= LIMITS.goodScore} />
                <span className="number">{percent(value, language)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <ul className="overview-gates" aria-label={say("reviews")}>
        {gates.map((gate) => (
          <Gate key={gate.gate} gate={gate} phase={overview.phase} />
        ))}
      </ul>
    </section>
  );
}

/** Whether the profile has what is measured, so that there is only nothing of it yet. */
function isOf(ontology: Ontology, measure: (typeof MEASURES)[number]): boolean {
  const type = { requirements: "REQ", useCases: "UC", ontology: undefined, distinctness: "FUNC" }[measure];
  return type === undefined || ontology.nodeType.has(type);
}

function Gate({ gate, phase }: { readonly gate: GateResult; readonly phase: number }): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const title = phraseIn(ontology.gates.find((each) => each.phase === gate.phase)?.title, language);
  const lacking = useLacking(gate);
  return (
    <li data-passed={gate.passed} data-now={gate.phase === phase}>
      {gate.passed ? <Check aria-hidden /> : <CircleDashed aria-hidden />}
      <span>
        <b>{title ?? gate.gate}</b>
        {gate.phase === phase ? <span className="badge">{say("thisPhase")}</span> : null}
        <span className="overview-lacking">
          {gate.passed ? say("passes") : gate.judged ? lacking.join(" · ") : say("nothingToJudge")}
        </span>
      </span>
    </li>
  );
}

/** What keeps a model from passing a review. */
function useLacking({ errors, rules, thresholds }: GateResult): readonly string[] {
  const say = useText("overview");
  const told = useTold();
  const language = useLanguage();
  const broken = rules.filter(({ passed }) => !passed);
  const below = thresholds.filter(({ passed }) => !passed);
  return [
    ...(errors > 0 ? [say("errors", { count: errors })] : []),
    ...broken.map(({ ruleId, findings }) => `${told.title(ruleId)} (${findings})`),
    ...below.map(({ measure, value, least }) =>
      say("below", {
        measure: say(measure),
        value: value === null ? "–" : percent(value, language),
        least: percent(least, language),
      }),
    ),
  ];
}
