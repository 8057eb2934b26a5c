/** What a merge, retype or relink moves, keeps, loses and ends, a line each. */

import type { ReactNode } from "react";
import { useTold } from "../locales/told";
import type { CureResult } from "../protocol";
import { useText } from "../ui/text";

/** More lines than these nobody reads; the rest is counted. */
const MAX_LINES = 60;

export function CureReport({ result }: { readonly result: CureResult }): ReactNode {
  const say = useText("cures");
  const told = useTold();
  const { edges = [], fields = [], ceased = [], mentions = [], passages = 0 } = result.report;
  const lines: { readonly key: string; readonly sign: string; readonly text: string; readonly why?: string }[] = [
    ...edges.map((edge) => ({
      key: `edge ${edge.edgeId}`,
      sign: edge.fate === "dropped" ? "−" : edge.fate === "joined" ? "=" : "→",
      text: say(edge.fate, {
        edge: `${edge.source} ${edge.edgeType} ${edge.target}`,
        now: `${edge.nowSource ?? ""} ${edge.nowType ?? ""} ${edge.nowTarget ?? ""}`,
      }),
      ...(edge.why && { why: told.note(edge.why) }),
    })),
    ...fields.map((field) => ({
      key: `field ${field.semanticId} ${field.field}`,
      sign: field.fate === "taken" ? "+" : "−",
      text: say(field.fate, {
        field: field.field,
        id: field.semanticId,
        value: shown(field.value),
        kept: shown(field.kept),
      }),
    })),
    ...ceased.map((each) => ({
      key: `ceased ${each.nodeId}`,
      sign: "×",
      text: say("ceased", { id: each.semanticId, now: each.now }),
    })),
    ...mentions.map((each) => ({
      key: `mention ${each.semanticId} ${each.field} ${each.ceased}`,
      sign: "~",
      text: say(each.isRewritten ? "rewritten" : "named", {
        field: each.field,
        id: each.semanticId,
        ceased: each.ceased,
      }),
    })),
    ...(passages > 0 ? [{ key: "passages", sign: "·", text: say("passages", { count: passages }) }] : []),
  ];
  return (
    <section aria-label={say("report")} className="cure-report" aria-live="polite">
      <ul>
        {lines.slice(0, MAX_LINES).map(({ key, sign, text, why }) => (
          <li key={key}>
            <span className="sign" aria-hidden>
              {sign}
            </span>
            <bdi>{text}</bdi>
            {why ? <span className="note">{why}</span> : null}
          </li>
        ))}
      </ul>
      {lines.length > MAX_LINES ? <p className="note">{say("more", { count: lines.length - MAX_LINES })}</p> : null}
      {lines.length === 0 && result.problems.length === 0 ? <p className="note">{say("nothing")}</p> : null}
      {result.problems.length > 0 ? (
        <ul className="cure-problems" role="alert">
          {result.problems.map((problem) => (
            <li key={`${problem.path} ${told.message(problem)}`}>
              <strong>{told.message(problem)}</strong> {told.hint(problem)}
            </li>
          ))}
        </ul>
      ) : null}
      {result.findings.length > 0 ? (
        <ul className="cure-findings">
          {result.findings.map((finding) => (
            <li key={finding.findingId} data-severity={finding.severity}>
              {told.message(finding)}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
