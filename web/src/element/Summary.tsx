/** The project at a glance, where nothing is selected: what it holds, where it stands, what the rules find. */

import { type ReactNode, useMemo } from "react";
import { SIGNS } from "../canvases/table/Cells";
import { phraseIn } from "../locales/phrase";
import { useTold } from "../locales/told";
import type { Severity } from "../protocol";
import { isLater } from "../state/findings";
import { waiting } from "../state/proposals";
import { phaseOf } from "../state/state";
import { preferences } from "../ui/preferences";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { countsByType } from "./shared";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export function Summary(): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { ontology, project } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const name = useStore((state) => state.project?.name ?? project);
  const proposals = useStore((state) => waiting(state.proposals).length);
  const counts = useMemo(() => countsByType(graph.nodes.values()), [graph.nodes]);
  return (
    <div className="inspector-body">
      <header className="inspector-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className="note">{say("revision", { revision: graph.revision })}</span>
      </header>
      <p className="note">{say("nothingSelected")}</p>
      <Standing />
      <section aria-label={say("holds")}>
        <h3>{say("holds")}</h3>
        <ul className="type-counts">
          {counts.map(([nodeType, count]) => (
            <li key={nodeType}>
              <TypeSign nodeType={nodeType} />
              <span className="type-title">
                {phraseIn(ontology.nodeType.get(nodeType)?.title, language) ?? nodeType}
              </span>
              <span className="number">{count}</span>
            </li>
          ))}
          <li>
            <span className="type-title">{say("relations")}</span>
            <span className="number">{graph.edges.size}</span>
          </li>
        </ul>
      </section>
      {proposals > 0 ? (
        <button type="button" className="link" onClick={() => preferences.set({ drawer: "review" })}>
          {say("waiting", { count: proposals })}
        </button>
      ) : null}
    </div>
  );
}

/** The phase, the review that ends it, and what stands in its way. */
function Standing(): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const told = useTold();
  const phase = useStore(phaseOf);
  const findings = useStore((state) => state.findings);
  const gate = phraseIn(ontology.gates.find((each) => each.phase === phase)?.title, language);
  const now = [...findings.values()].filter((finding) => !isLater(finding, phase));
  return (
    <section aria-label={say("standing")}>
      <h3>{say("standing")}</h3>
      {Number.isFinite(phase) ? (
        <p>
          {say("phase", { phase: told.phase(phase) })}
          {gate === undefined ? null : (
            <>
              {" "}
              <span className="note">{say("endsWith", { review: gate })}</span>
            </>
          )}
        </p>
      ) : null}
      {now.length === 0 ? (
        <p className="note">{say("noFindings")}</p>
      ) : (
        <button type="button" className="quiet with-icon" onClick={() => preferences.set({ drawer: "problems" })}>
          {SEVERITIES.map((severity) => {
            const count = now.filter((finding) => finding.severity === severity).length;
            return count === 0 ? null : (
              <span key={severity}>
                <span className="mark" data-severity={severity} aria-hidden>
                  {SIGNS[severity]}
                </span>{" "}
                {say(severity, { count })}
              </span>
            );
          })}
        </button>
      )}
    </section>
  );
}
