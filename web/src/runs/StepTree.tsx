/** The steps of a run as a tree grid: only the rows in sight are drawn, so 10,000 steps scroll like ten. */

import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactNode,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Run, Step } from "../protocol";
import { isOpen, type Progress } from "../state/runs";
import { type Bracket, bracketsOf, criticalPath, type Row, rowsOf, type Spent, type Tree } from "../state/trees";
import { FoldSign } from "../ui/FoldSign";
import { money } from "../ui/figures";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { StepIcon } from "./icons";
import { useStepLabel, useStepTitles } from "./kinds";
import { barOf, duration, spanOf } from "./times";

const ROW_PX = 28;
const INDENT_PX = 16;
/** Deeper steps are no further to the right: their names would leave the screen. */
const MAX_INDENTS = 14;

interface Properties {
  readonly run: Run;
  readonly tree: Tree;
  /** What is left under the filter; everything when absent. */
  readonly kept: ReadonlySet<string> | undefined;
  readonly matches: ReadonlySet<string> | undefined;
  readonly isCritical: boolean;
  readonly chosen: string | undefined;
  readonly choose: (stepId: string) => void;
}

export function StepTree({ run, tree, kept, matches, isCritical, chosen, choose }: Properties): ReactNode {
  const say = useText("runs");
  const allProgress = useStore((state) => state.runs.progress);
  const { rows, collapsed, fold } = useRows(tree, kept);
  const [active, setActive] = useState(0);
  const critical = useMemo(() => (isCritical ? criticalPath(tree) : undefined), [tree, isCritical]);
  const now = useNow(isOpen(run));
  const span = spanOf(run, tree, now);
  const { scroller, virtual, onScroll } = useScroller(rows.length);
  const show = (at: number): void => {
    setActive(at);
    virtual.scrollToIndex(at);
  };
  return (
    <div
      className="tree"
      role="treegrid"
      aria-label={say("process")}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows[active] ? rowId(rows[active].stepId) : undefined}
      tabIndex={0}
      ref={scroller}
      onScroll={onScroll}
      onKeyDown={(event) => onKey(event, { rows, active, show, fold, choose })}
    >
      <Head />
      <div role="rowgroup" className="tree-space" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          const step = row && tree.steps.get(row.stepId);
          if (!step) return null;
          const { stepId } = step;
          return (
            <TreeRow
              key={stepId}
              {...{ row, step, now }}
              // In a run that waits, what seems to be running holds the step that waits.
              status={run.status === "waiting" && step.status === "running" ? "waiting" : step.status}
              brackets={bracketsOf(rows, item.index)}
              index={item.index}
              top={item.start}
              bar={barOf(step, span, now)}
              progress={allProgress.get(stepId)}
              spent={tree.spent.get(stepId)}
              isActive={item.index === active}
              isChosen={stepId === chosen}
              isCritical={critical?.has(stepId) ?? false}
              isMatch={matches?.has(stepId) ?? true}
              isFolded={kept === undefined && collapsed.has(stepId)}
              pick={() => {
                setActive(item.index);
                choose(stepId);
              }}
              fold={() => fold(row, !collapsed.has(stepId))}
            />
          );
        })}
      </div>
    </div>
  );
}

function Head(): ReactNode {
  const say = useText("runs");
  return (
    <div role="row" aria-rowindex={1} className="tree-row tree-head">
      {(["step", "state", "time", "tokens"] as const).map((column) => (
        <span key={column} role="columnheader">
          {say(column)}
        </span>
      ))}
    </div>
  );
}

interface Rows {
  readonly rows: readonly Row[];
  readonly collapsed: ReadonlySet<string>;
  readonly fold: (row: Row, isFolded: boolean) => void;
}

/** While only some steps are kept, none of them is folded away. */
function useRows(tree: Tree, kept: ReadonlySet<string> | undefined): Rows {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  // A step that ends changes no row; one that begins, or turns out to depend on another, makes other children of the tree.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows stand for the children, not for the times of the tree
  const rows = useMemo(() => rowsOf(tree, kept ? new Set() : collapsed, kept), [tree.children, collapsed, kept]);
  const fold = (row: Row, isFolded: boolean): void => {
    const next = new Set(collapsed);
    if (isFolded) next.add(row.stepId);
    else next.delete(row.stepId);
    setCollapsed(next);
  };
  return { rows, collapsed, fold };
}

/** Draws only what is seen; whoever looks at the end of a run that goes on keeps it in sight. */
function useScroller(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const isAtEnd = useRef(false);
  useLayoutEffect(() => {
    if (isAtEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [count]);
  const onScroll = ({ currentTarget }: UIEvent): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < ROW_PX;
  };
  return { scroller, virtual, onScroll };
}

interface Keys {
  readonly rows: readonly Row[];
  readonly active: number;
  readonly show: (at: number) => void;
  readonly fold: Rows["fold"];
  readonly choose: (stepId: string) => void;
}

function onKey(event: KeyboardEvent, { rows, active, show, fold, choose }: Keys): void {
  const row = rows[active];
  const target = nextRow(event.key, active, rows.length);
  if (target !== undefined) show(target);
  else if (event.key === "ArrowRight" && row?.hasChildren) fold(row, false);
  else if (event.key === "ArrowLeft" && row?.hasChildren) fold(row, true);
  else if ((event.key === "Enter" || event.key === " ") && row) choose(row.stepId);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

interface RowProperties {
  readonly row: Row;
  readonly step: Step;
  readonly status: Step["status"];
  readonly brackets: readonly Bracket[];
  readonly index: number;
  readonly top: number;
  readonly bar: { readonly left: number; readonly width: number };
  readonly progress: Progress | undefined;
  readonly spent: Spent | undefined;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isCritical: boolean;
  readonly isMatch: boolean;
  readonly isFolded: boolean;
  readonly now: number;
  readonly pick: () => void;
  readonly fold: () => void;
}

function TreeRow(properties: RowProperties): ReactNode {
  const { row, step, status, index, top, bar, spent, now } = properties;
  const language = useLanguage();
  const isGoing = status === "running" || status === "waiting";
  const took = step.durationMs ?? (isGoing ? Math.max(0, now - Date.parse(step.startedAt)) : undefined);
  const cost = spent && spent.costMicros > 0 ? money(spent, language) : "";
  return (
    <div
      role="row"
      id={rowId(step.stepId)}
      aria-rowindex={index + 2}
      aria-level={row.depth + 1}
      aria-selected={properties.isActive}
      {...(row.hasChildren && { "aria-expanded": !properties.isFolded })}
      className="tree-row"
      data-active={properties.isActive}
      data-chosen={properties.isChosen}
      data-critical={properties.isCritical}
      data-match={properties.isMatch}
      data-status={status}
      style={{ transform: `translateY(${top}px)` }}
      onClick={properties.pick}
    >
      <StepCell {...properties} />
      <StateCell {...properties} />
      <span role="gridcell" className="tree-time">
        <span className="bar-space">
          <span className="bar" style={{ left: `${bar.left}%`, width: `${bar.width}%` }} />
        </span>
        {took === undefined ? "" : duration(took)}
      </span>
      <span role="gridcell" className="number" data-sum={row.hasChildren} title={cost}>
        {spent?.tokens ? new Intl.NumberFormat(language).format(spent.tokens) : ""}
      </span>
    </div>
  );
}

/** What is done, as deep as it stands in the tree. */
function StepCell({ row, step, brackets, isFolded, fold }: RowProperties): ReactNode {
  const say = useText("runs");
  const stepLabel = useStepLabel();
  const titles = useStepTitles();
  return (
    <span role="gridcell" className="tree-step" style={{ paddingInlineStart: indent(row.depth) }}>
      {brackets
        .filter((each) => each.depth <= MAX_INDENTS)
        .map((each) => (
          <span
            key={each.depth}
            className="bracket"
            data-part={each.part}
            title={say("parallel")}
            style={{ insetInlineStart: indent(each.depth) - 5 }}
          />
        ))}
      {row.hasChildren ? <FoldSign isFolded={isFolded} fold={fold} /> : <span className="fold" />}
      <StepIcon kind={step.kind} />
      <span className="step-kind">{titles.kind(step.kind)}</span>
      {step.label !== step.kind && step.label ? (
        <span className="detail">
          <bdi>{stepLabel(step.label)}</bdi>
        </span>
      ) : null}
      {step.attempt > 1 ? <span className="badge">{say("attempt", { number: step.attempt })}</span> : null}
    </span>
  );
}

function StateCell({ step, status, progress }: RowProperties): ReactNode {
  const say = useText("runs");
  return (
    <span role="gridcell" className="tree-state">
      <span className="badge" data-status={status}>
        {progress ? say("progress", { done: progress.done, total: progress.total }) : say(status)}
      </span>
      {step.verdict ? (
        <span className="verdict" data-verdict={step.verdict}>
          {say(`verdict.${step.verdict}`)}
        </span>
      ) : null}
    </span>
  );
}

function indent(depth: number): number {
  return Math.min(depth, MAX_INDENTS) * INDENT_PX;
}

function rowId(stepId: string): string {
  return `step-${stepId}`;
}

function nextRow(key: string, active: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
    case "j":
      return Math.min(count - 1, active + 1);
    case "ArrowUp":
    case "k":
      return Math.max(0, active - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** The time, told a few times a second while something runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
