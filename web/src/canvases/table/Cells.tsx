/** What the cells of a row show: text, relations as chips, marks for findings. */

import type { ReactNode } from "react";
import { phraseIn } from "../../locales/phrase";
import { useTold } from "../../locales/told";
import type { Finding, Problem, Severity } from "../../protocol";
import { ProblemSign } from "../../review/ProblemSign";
import { useLanguage, useText } from "../../ui/text";
import { useWorkbench } from "../../ui/workbench";
import type { GhostMark } from "../ghosts";
import type { Chip } from "./rows";
import { worst } from "./rows";

/** Colour is never the only sign (WCAG 1.4.1). */
export const SIGNS: Readonly<Record<Severity, string>> = { error: "✖", warning: "▲", info: "●" };

/** A row is one line high; what does not fit is in the details. */
const MAX_CHIPS = 8;

export function Mark({ findings }: { readonly findings: readonly Finding[] }): ReactNode {
  const say = useText("tables");
  const told = useTold();
  const severity = worst(findings);
  if (severity === undefined) return null;
  const label = `${say("findings", { count: findings.length })}: ${findings.map(told.message).join(" ")}`;
  return (
    <span
      className="mark"
      data-severity={severity}
      role="img"
      aria-label={label}
      title={findings.map(told.message).join("\n")}
    >
      {SIGNS[severity]}
    </span>
  );
}

/** That a row, or its change, is only proposed. */
export function GhostSign({
  mark,
  problems,
}: {
  readonly mark: GhostMark | undefined;
  readonly problems?: readonly Problem[] | undefined;
}): ReactNode {
  const say = useText("ghosts");
  if (mark === undefined) return null;
  const label = say(`mark.${mark}`);
  return (
    <>
      <span className="ghost-mark" role="img" aria-label={label} title={label}>
        {GHOST_SIGNS[mark]}
      </span>
      <ProblemSign problems={problems} />
    </>
  );
}

const GHOST_SIGNS: Readonly<Record<GhostMark, string>> = { new: "+", changed: "●", deleted: "−" };

interface CellTextProperties {
  readonly text: string;
  /** What it would become, if a change is proposed; empty: nothing. */
  readonly proposed: string | undefined;
}

/** The text of a cell; with what it would become, where a change is proposed. */
export function CellText({ text, proposed }: CellTextProperties): ReactNode {
  const say = useText("ghosts");
  if (proposed === undefined || proposed === text)
    return (
      <bdi className="cell-text" title={text}>
        {text}
      </bdi>
    );
  const after = proposed === "" ? say("nothing") : proposed;
  return (
    <span className="cell-text cell-change" title={`${text || say("nothing")} → ${after}`}>
      <del>
        <bdi>{text}</bdi>
      </del>{" "}
      <span aria-hidden>→</span>{" "}
      <ins>
        <bdi>{after}</bdi>
      </ins>
    </span>
  );
}

interface ChipsProperties {
  readonly chips: readonly Chip[];
  /** The title of the column already says which relation it is. */
  readonly isTitled?: boolean;
}

export function Chips({ chips, isTitled = false }: ChipsProperties): ReactNode {
  const say = useText("tables");
  const language = useLanguage();
  const { store, ontology } = useWorkbench();
  return (
    <span className="table-chips">
      {chips.slice(0, MAX_CHIPS).map(({ edgeId, relation, direction, other }) => {
        const title = phraseIn(ontology.relation.get(relation)?.title, language) ?? relation;
        const sentence = say(direction, { relation: title, name: other.name });
        return (
          <button
            key={`${edgeId} ${direction}`}
            type="button"
            className="chip node-chip"
            tabIndex={-1}
            title={sentence}
            onClick={(event) => {
              event.stopPropagation();
              store.select([other.nodeId]);
            }}
          >
            {isTitled ? null : (
              <>
                <span aria-hidden>{direction === "out" ? "→" : "←"}</span>
                <span className="relation-name" aria-hidden>
                  {title}
                </span>
              </>
            )}
            <bdi aria-hidden>{other.name}</bdi>
            <span className="visually-hidden">{sentence}</span>
          </button>
        );
      })}
      {chips.length > MAX_CHIPS ? <span className="note">+{chips.length - MAX_CHIPS}</span> : null}
    </span>
  );
}
