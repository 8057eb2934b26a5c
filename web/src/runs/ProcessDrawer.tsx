/** A run as a tree grid with time bars, live. Only the rows in sight are drawn, so 10,000 steps scroll like ten. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { Run, Step } from "../protocol";
import { projectPath } from "../session/rest";
import { isOpen, newestRuns, rowsOf, runRead, type Progress, type Row } from "../state/runs";
import { openProcess, useShownRun } from "../ui/process";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { shown, useSend, useWorkbench } from "../ui/workbench";
import { kindLabel } from "./kinds";
import { StepDetails } from "./StepDetails";
import { barOf, duration, spanOf } from "./times";
import { words } from "./words";

const ROW_PX = 28;
const NO_STEPS: ReadonlyMap<string, Step> = new Map();

export function ProcessDrawer(): ReactNode {
  const say = useText(words);
  const send = useSend();
  const wanted = useShownRun();
  const runs = useStore((state) => state.runs);
  const newest = useMemo(() => newestRuns(runs), [runs]);
  const runId = wanted ?? newest[0]?.runId;
  const run = runId === undefined ? undefined : runs.runs.get(runId);
  useWholeRun(runId);
  if (runId === undefined) return <p className="note pad">{say("noRuns")}</p>;
  return (
    <div className="process">
      <div className="pane-bar">
        <label>
          <span className="visually-hidden">{say("run")}</span>
          <select value={runId} onChange={(event) => openProcess(event.target.value)}>
            {newest.every((each) => each.runId !== runId) ? <option value={runId}>{runId}</option> : null}
            {newest.map((each) => <option key={each.runId} value={each.runId}>{each.question.slice(0, 80)}</option>)}
          </select>
        </label>
        {run ? <span className="badge" data-status={run.status}>{say(run.status)}{run.outcome ? `, ${say(run.outcome)}` : ""}</span> : null}
        {run && isOpen(run) ? <button type="button" className="stop" onClick={() => void send({ type: "run.cancel", runId })}>{say("stop")}</button> : null}
      </div>
      {run ? <Tree run={run} /> : null}
    </div>
  );
}

/** Reads a run that ended before this page was opened. */
function useWholeRun(runId: string | undefined): void {
  const { rest, store, project } = useWorkbench();
  const isKnown = useStore((state) => runId === undefined || state.runs.steps.has(runId));
  useEffect(() => {
    if (isKnown || runId === undefined) return;
    const path = `${projectPath(project)}/runs/${encodeURIComponent(runId)}`;
    void shown(rest.get<{ readonly run: Run; readonly steps: readonly Step[] }>(path)).then((whole) => {
      if (!whole) return;
      store.update((state) => ({ ...state, runs: runRead(state.runs, whole.run, whole.steps) }));
    });
  }, [isKnown, runId, rest, store, project]);
}

function Tree({ run }: { readonly run: Run }): ReactNode {
  const say = useText(words);
  const runs = useStore((state) => state.runs);
  const steps = runs.steps.get(run.runId) ?? NO_STEPS;
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const [details, setDetails] = useState<string | null>(null);
  const rows = useMemo(() => rowsOf(runs, run.runId, collapsed), [runs, run.runId, collapsed]);
  const now = useNow(isOpen(run));
  const span = useMemo(() => spanOf(run, steps.values(), now), [run, steps, now]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_PX, overscan: 12 });

  const fold = (row: Row, isFolded: boolean): void => {
    const next = new Set(collapsed);
    if (isFolded) next.add(row.step.stepId);
    else next.delete(row.step.stepId);
    setCollapsed(next);
  };
  const onKey = (event: KeyboardEvent): void => {
    const row = rows[active];
    const target = nextRow(event.key, active, rows);
    if (target !== undefined) {
      setActive(target);
      virtual.scrollToIndex(target);
    } else if (event.key === "ArrowRight" && row?.hasChildren) fold(row, false);
    else if (event.key === "ArrowLeft" && row?.hasChildren) fold(row, true);
    else if ((event.key === "Enter" || event.key === " ") && row) setDetails(row.step.stepId);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shownStep = details === null ? undefined : steps.get(details);
  return (
    <div className="tree-and-details">
      <div
        className="tree"
        role="treegrid"
        aria-label={say("process")}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={rows[active] ? rowId(rows[active].step) : undefined}
        tabIndex={0}
        ref={scroller}
        onKeyDown={onKey}
      >
        <div role="row" aria-rowindex={1} className="tree-row tree-head">
          {(["step", "state", "time", "tokens"] as const).map((column) => <span key={column} role="columnheader">{say(column)}</span>)}
        </div>
        <div role="rowgroup" className="tree-space" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const bar = barOf(row.step, span, now);
            return (
              <TreeRow
                key={row.step.stepId}
                row={row}
                index={item.index}
                top={item.start}
                bar={bar}
                progress={runs.progress.get(row.step.stepId)}
                isActive={item.index === active}
                isFolded={collapsed.has(row.step.stepId)}
                now={now}
                pick={() => { setActive(item.index); setDetails(row.step.stepId); }}
                fold={() => fold(row, !collapsed.has(row.step.stepId))}
              />
            );
          })}
        </div>
      </div>
      {shownStep ? <StepDetails run={run} step={shownStep} close={() => setDetails(null)} /> : null}
    </div>
  );
}

interface RowProperties {
  readonly row: Row;
  readonly index: number;
  readonly top: number;
  readonly bar: { readonly left: number; readonly width: number };
  readonly progress: Progress | undefined;
  readonly isActive: boolean;
  readonly isFolded: boolean;
  readonly now: number;
  readonly pick: () => void;
  readonly fold: () => void;
}

function TreeRow({ row, index, top, bar, progress, isActive, isFolded, now, pick, fold }: RowProperties): ReactNode {
  const say = useText(words);
  const { step, depth, hasChildren } = row;
  const label = kindLabel(say, step.kind);
  const spent = step.durationMs ?? Math.max(0, now - Date.parse(step.startedAt));
  return (
    <div
      role="row"
      id={rowId(step)}
      aria-rowindex={index + 2}
      aria-level={depth + 1}
      aria-selected={isActive}
      {...(hasChildren && { "aria-expanded": !isFolded })}
      className="tree-row"
      data-active={isActive}
      data-status={step.status}
      style={{ transform: `translateY(${top}px)` }}
      onClick={pick}
    >
      <span role="gridcell" className="tree-step" style={{ paddingInlineStart: depth * 16 }}>
        {hasChildren ? (
          <button type="button" className="fold" tabIndex={-1} aria-hidden onClick={(event) => { event.stopPropagation(); fold(); }}>{isFolded ? "▸" : "▾"}</button>
        ) : <span className="fold" />}
        {label}
        {step.label !== step.kind && step.label ? <span className="detail"><bdi>{step.label}</bdi></span> : null}
        {step.attempt > 1 ? <span className="badge">{say("attempt", { number: step.attempt })}</span> : null}
      </span>
      <span role="gridcell">
        <span className="badge" data-status={step.verdict === "failed" ? "failed" : step.status}>
          {progress ? say("progress", { done: progress.done, total: progress.total }) : say(step.status)}
        </span>
      </span>
      <span role="gridcell" className="tree-time">
        <span className="bar-space"><span className="bar" style={{ left: `${bar.left}%`, width: `${bar.width}%` }} /></span>
        {duration(spent)}
      </span>
      <span role="gridcell" className="number">{step.usage ? step.usage.inputTokens + step.usage.outputTokens : ""}</span>
    </div>
  );
}

function rowId(step: Step): string {
  return `step-${step.stepId}`;
}

function nextRow(key: string, active: number, rows: readonly Row[]): number | undefined {
  const last = rows.length - 1;
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(last, active + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, active - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** The time, told a few times a second while something runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
