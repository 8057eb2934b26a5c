/**
 * The rules that the model breaks now: filtered by severity and rule, selected on every canvas by a click, repaired by
 * one more where the rule knows how.
 */

import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { SIGNS } from "../canvases/table/Cells";
import { useTold } from "../locales/told";
import type { Finding, Severity } from "../protocol";
import { type Findings, isLater } from "../state/findings";
import { phaseOf } from "../state/state";
import { useAddress } from "../ui/address";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type Choice, chosen, countsOf, EVERYTHING, type FindingRow, GATHERED, gathered, rulesOf } from "./choose";
import { Derive } from "./Derive";
import { FindingLine } from "./FindingLine";
import "./problems.css";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
export default function ProblemsDrawer(): ReactNode {
  const say = useText("problems");
  const told = useTold();
  const { store } = useWorkbench();
  const findings = useStore((state) => state.findings);
  const selection = useStore((state) => state.canvas.selection);
  const [kinds, setKinds] = useState<Choice>(EVERYTHING);
  const [ruleId, setRule] = useAddress("rule");
  const choice = useMemo((): Choice => ({ ...kinds, ruleId }), [kinds, ruleId]);
  const setChoice = (wanted: Choice): void => {
    setKinds(wanted);
    setRule(wanted.ruleId);
  };
  const [isAboutSelection, setAboutSelection] = useState(false);
  const [at, setAt] = useState(0);
  const about = useMemo(
    () => (isAboutSelection ? new Set([...selection.nodes, ...selection.edges]) : undefined),
    [isAboutSelection, selection],
  );
  const phase = useStore(phaseOf);
  const shown = useMemo(() => chosen(findings, { ...choice, about }, phase), [findings, choice, about, phase]);
  const [rows, fold] = useRows(shown, choice.ruleId === undefined);
  if (findings.size === 0) return <p className="note pad">{say("none")}</p>;
  const select = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    setAt(index);
    store.select(
      row.findings.flatMap(({ nodeIds }) => nodeIds),
      row.findings.flatMap(({ edgeIds }) => edgeIds),
    );
  };
  return (
    <div className="problems-drawer">
      <div className="pane-bar">
        <Kinds findings={findings} choice={choice} choose={setChoice} />
        <select
          aria-label={say("rule")}
          value={choice.ruleId ?? ""}
          onChange={(event) => setChoice({ ...choice, ruleId: event.target.value || undefined })}
        >
          <option value="">{say("allRules")}</option>
          {rulesOf(findings, choice.ruleId).map(([ruleId, count]) => (
            <option key={ruleId} value={ruleId}>
              {told.title(ruleId)} ({count})
            </option>
          ))}
        </select>
        <label className="check">
          <input
            type="checkbox"
            checked={isAboutSelection}
            onChange={(event) => setAboutSelection(event.target.checked)}
          />
          {say("onlySelected")}
        </label>
        <span className="note" role="status">
          {shown.length === findings.size
            ? say("count", { count: shown.length })
            : say("countOf", { count: shown.length, all: findings.size })}
        </span>
        <Derive />
      </div>
      {shown.length === 0 ? (
        <p className="note pad">
          {say("noneShown")}{" "}
          <button
            type="button"
            className="link"
            onClick={() => {
              setChoice(EVERYTHING);
              setAboutSelection(false);
            }}
          >
            {say("clear")}
          </button>
        </p>
      ) : (
        <FindingList rows={rows} at={Math.min(at, rows.length - 1)} select={select} fold={fold} />
      )}
    </div>
  );
}

/** The lines, and how one of many is opened or folded. Whoever chose one rule wants to see each of its findings. */
function useRows(
  shown: readonly Finding[],
  gathers: boolean,
): readonly [rows: readonly FindingRow[], fold: (key: string) => void] {
  const phase = useStore(phaseOf);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => gathered(shown, opened, phase, gathers ? GATHERED : shown.length),
    [shown, opened, phase, gathers],
  );
  const fold = (key: string): void => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return [rows, fold];
}

interface KindsProperties {
  readonly findings: Findings;
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

/** What counts now by severity, and what comes with later phases: counted, and chosen by a click. */
function Kinds({ findings, choice, choose }: KindsProperties): ReactNode {
  const say = useText("problems");
  const phase = useStore(phaseOf);
  const counts = useMemo(() => countsOf(findings, phase), [findings, phase]);
  const toggle = (severity: Severity): void => {
    const severities = new Set(choice.severities);
    if (!severities.delete(severity)) severities.add(severity);
    choose({ ...choice, severities, when: severities.size > 0 ? "now" : undefined });
  };
  const isOnlyLater = choice.when === "later";
  return (
    <div className="row" role="group" aria-label={say("severity")}>
      {SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          className="severity"
          data-severity={severity}
          aria-pressed={choice.severities.has(severity)}
          onClick={() => toggle(severity)}
        >
          <span aria-hidden>{SIGNS[severity]}</span> {say(severity)}{" "}
          <span className="number">{counts.get(severity) ?? 0}</span>
        </button>
      ))}
      <button
        type="button"
        className="severity"
        aria-pressed={isOnlyLater}
        onClick={() => choose({ ...choice, severities: new Set(), when: isOnlyLater ? undefined : "later" })}
      >
        {say("later")} <span className="number">{counts.get("later") ?? 0}</span>
      </button>
    </div>
  );
}

interface ListProperties {
  readonly rows: readonly FindingRow[];
  readonly at: number;
  readonly select: (index: number) => void;
  readonly fold: (key: string) => void;
}

function FindingList({ rows, at, select, fold }: ListProperties): ReactNode {
  const say = useText("problems");
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 58,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  const onKey = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current) return;
    const step = { ArrowDown: 1, j: 1, u: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step === undefined) return;
    const next = Math.max(0, Math.min(rows.length - 1, at + step));
    select(next);
    virtual.scrollToIndex(next);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="problem-list"
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={say("problems")}
      onKeyDown={onKey}
    >
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          const [finding] = row?.findings ?? [];
          if (row === undefined || finding === undefined) return null;
          return (
            <li
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-current={item.index === at}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {row.isOpen === undefined ? (
                <FindingLine finding={finding} select={() => select(item.index)} />
              ) : (
                <GatheredLine row={row} first={finding} isOpen={row.isOpen} fold={() => fold(row.key)} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface GatheredProperties {
  readonly row: FindingRow;
  readonly first: Finding;
  readonly isOpen: boolean;
  readonly fold: () => void;
}

/** Many findings of one rule: how many, and what to do about them. */
function GatheredLine({ row, first, isOpen, fold }: GatheredProperties): ReactNode {
  const say = useText("problems");
  const told = useTold();
  const phase = useStore(phaseOf);
  return (
    <div className="problem-line" data-later={isLater(first, phase)}>
      <span className="mark" data-severity={first.severity} role="img" aria-label={say(first.severity)}>
        {SIGNS[first.severity]}
      </span>
      <div className="problem-text">
        <button type="button" className="link" aria-expanded={isOpen} onClick={fold}>
          <span aria-hidden>{isOpen ? "▾" : "▸"}</span> {told.title(first.ruleId)}{" "}
          <span className="badge">{row.findings.length}</span>
        </button>
        <p className="note">{told.hint(first)}</p>
      </div>
    </div>
  );
}
