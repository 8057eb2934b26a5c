/** A row of the review tray: a proposal, a batch of it, or one change with its two buttons. */

import type { ReactNode } from "react";
import { phraseIn } from "../locales/phrase";
import { may } from "../state/people";
import { FoldSign } from "../ui/FoldSign";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { ProblemSign } from "./ProblemSign";
import { operationsOf, problemsOf, type TrayRow } from "./rows";
import { acceptIn, chosenOf, rejectIn, useChoice, useDraftsIn } from "./tray";

interface Properties {
  readonly row: TrayRow;
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly isActive: boolean;
  readonly isFolded: boolean;
  readonly pick: () => void;
  readonly fold: () => void;
}

export function TrayRowView({ row, id, index, top, isActive, isFolded, pick, fold }: Properties): ReactNode {
  const say = useText("review");
  const state = useRowState(row);
  const { proposal } = row;
  const level = row.kind === "proposal" ? 1 : row.kind === "batch" || !row.isDeep ? 2 : 3;
  const mayDecide = useStore((store) => may(store.connection.access, "decide")) && proposal.state === "open";
  const ids = operationsOf(row);
  return (
    <div
      role="row"
      id={id}
      className="tray-row"
      aria-rowindex={index + 1}
      aria-level={level}
      aria-selected={isActive}
      {...(row.kind !== "change" && { "aria-expanded": !isFolded })}
      data-kind={row.kind}
      data-active={isActive}
      data-state={state}
      style={{ transform: `translateY(${top}px)` }}
      onClick={pick}
    >
      <span role="gridcell" className="tray-what" style={{ paddingInlineStart: (level - 1) * 14 }}>
        {row.kind === "change" ? null : <FoldSign isFolded={isFolded} fold={fold} />}
        <What row={row} />
        <span className="visually-hidden">{row.kind === "change" && state !== "mixed" ? say(`row.${state}`) : ""}</span>
      </span>
      <span role="gridcell" className="tray-choice">
        {mayDecide && row.kind !== "proposal" ? (
          <>
            <Choose
              label={say("acceptNamed", { name: nameOf(row, say) })}
              sign="✓"
              isOn={state === "accepted"}
              choose={() => acceptIn(proposal, ids)}
            />
            <Choose
              label={say("rejectNamed", { name: nameOf(row, say) })}
              sign="✕"
              isOn={state === "rejected" || state === "dropped"}
              choose={() => rejectIn(proposal, ids)}
            />
          </>
        ) : row.kind === "change" && proposal.state !== "open" ? (
          <span aria-hidden>{state === "accepted" ? "✓" : state === "rejected" ? "✕" : ""}</span>
        ) : null}
      </span>
    </div>
  );
}

type RowState = "accepted" | "rejected" | "dropped" | "mixed";

/** What the choice, or the decision, says about a row. */
function useRowState(row: TrayRow): RowState {
  const { proposal } = row;
  const choice = useChoice(proposal);
  const outcome = proposal.decided;
  if (proposal.state !== "open") {
    if (row.kind !== "change") return "mixed";
    return outcome?.operationIds.includes(row.line.key) ? "accepted" : "rejected";
  }
  const { dropped } = chosenOf(proposal, choice);
  const states = new Set(
    operationsOf(row).map(
      (id): RowState => (dropped.has(id) ? (dropped.get(id) === id ? "rejected" : "dropped") : "accepted"),
    ),
  );
  const [only = "accepted"] = states;
  return states.size > 1 ? "mixed" : only;
}

function What({ row }: { readonly row: TrayRow }): ReactNode {
  const say = useText("review");
  const { proposal } = row;
  if (row.kind === "proposal") {
    return (
      <>
        <strong>{say("changes", { count: row.count })}</strong>
        <span className="detail">
          <bdi>{say("by", { name: proposal.author.name })}</bdi>
          {proposal.reason ? (
            <>
              {" "}
              · <bdi>{proposal.reason}</bdi>
            </>
          ) : null}
        </span>
        {proposal.version > 1 ? <span className="badge">{say("version", { number: proposal.version })}</span> : null}
        <span className="badge" data-state={proposal.state}>
          {say(proposal.state)}
        </span>
      </>
    );
  }
  if (row.kind === "batch")
    return (
      <span className={row.reason === undefined ? undefined : "tray-reason"} title={row.reason}>
        {row.reason === undefined ? say("batch", { number: row.number }) : <bdi>{`${row.number}. ${row.reason}`}</bdi>}{" "}
        <span className="detail">{say("changes", { count: row.ids.length })}</span>
      </span>
    );
  return <WhatChanges row={row} />;
}

function WhatChanges({ row: { line, proposal } }: { readonly row: Extract<TrayRow, { kind: "change" }> }): ReactNode {
  const say = useText("review");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const title = phraseIn(ontology.relation.get(line.type)?.title, language) ?? line.type;
  const problems = problemsOf(proposal, line.key);
  const isBeingWritten = line.key in useDraftsIn(proposal.proposalId) && proposal.state === "open";
  return (
    <>
      <span className="sign" data-sign={line.sign} aria-label={say(SIGNS[line.sign])} role="img">
        {line.sign}
      </span>
      {ontology.nodeType.has(line.type) ? (
        <TypeSign nodeType={line.type} />
      ) : (
        <span className="relation-name">{title}</span>
      )}
      <bdi className="tray-name">{line.text}</bdi>
      {line.goesToo ? <span className="detail">{say("withRelations", { count: line.goesToo.length })}</span> : null}
      {line.detail ? (
        <span className="detail">
          <bdi>{line.detail}</bdi>
        </span>
      ) : null}
      {proposal.stale?.includes(line.key) ? (
        <span className="mark" data-severity="warning" role="img" aria-label={say("isStale")} title={say("isStale")}>
          ▲
        </span>
      ) : null}
      {isBeingWritten ? (
        <span className="badge" title={say("notSaved")}>
          ✎<span className="visually-hidden"> {say("notSaved")}</span>
        </span>
      ) : null}
      <ProblemSign problems={problems} />
    </>
  );
}

function Choose({
  label,
  sign,
  isOn,
  choose,
}: {
  readonly label: string;
  readonly sign: string;
  readonly isOn: boolean;
  readonly choose: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className="choose"
      tabIndex={-1}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={choose}
    >
      {sign}
    </button>
  );
}

const SIGNS = { "+": "created", "~": "changed", "−": "deleted" } as const;

function nameOf(row: TrayRow, say: ReturnType<typeof useText<"review">>): string {
  if (row.kind === "change") return row.line.text;
  return row.kind === "batch"
    ? (row.reason ?? say("batch", { number: row.number }))
    : say("changes", { count: row.count });
}
