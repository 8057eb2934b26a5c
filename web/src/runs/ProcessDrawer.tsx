/** A run to look into, live: its tree under a filter, one step whole beside it, and another run to compare it with. */

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { openForms } from "../forms/forms";
import type { Language } from "../locales";
import { type Run, STEP_KINDS, type Step } from "../protocol";
import { projectPath } from "../session/rest";
import { isOpen, newestRuns } from "../state/runs";
import { keptBy, NO_TREE, type Tree } from "../state/trees";
import { money } from "../ui/figures";
import { clock } from "../ui/moment";
import { shownStep as lookedInto, openProcess, useShownRun } from "../ui/process";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useValue } from "../ui/useValue";
import { useSend, useWorkbench } from "../ui/workbench";
import { CompareRuns } from "./CompareRuns";
import { useStepTitles } from "./kinds";
import { StepDetails } from "./StepDetails";
import { StepTree } from "./StepTree";
import { useRuns } from "./useRuns";
import { useWholeRun } from "./useWholeRun";

const FORMATS = ["process-json", "markdown", "otlp", "evidence"] as const;
/** What a step can be looked for by: one of its states, or a check that it did not pass. */
const STATES = ["running", "waiting", "completed", "failed", "notPassed"] as const;

interface Filter {
  readonly text: string;
  readonly kind: string;
  readonly state: (typeof STATES)[number] | "";
}

const EVERYTHING: Filter = { text: "", kind: "", state: "" };

export function ProcessDrawer(): ReactNode {
  const say = useText("runs");
  const wanted = useShownRun();
  const runs = useStore((state) => state.runs);
  const newest = useMemo(() => newestRuns(runs), [runs]);
  const runId = wanted ?? newest[0]?.runId;
  const run = runId === undefined ? undefined : runs.runs.get(runId);
  useRuns();
  useWholeRun(runId);
  if (runId === undefined) return <p className="note pad">{say("noRuns")}</p>;
  return run ? <RunView key={runId} run={run} newest={newest} /> : <p className="note pad">…</p>;
}

function RunView({ run, newest }: { readonly run: Run; readonly newest: readonly Run[] }): ReactNode {
  const say = useText("runs");
  const tree = useStore((state) => state.runs.trees.get(run.runId)) ?? NO_TREE;
  const { steps } = tree;
  const waits = useStore((state) => state.runs.waits.get(run.runId));
  const [filter, setFilter] = useState(EVERYTHING);
  const [isCritical, setCritical] = useState(false);
  const [isComparing, setComparing] = useState(false);
  const details = useValue(lookedInto);
  const found = useFound(tree, filter);
  const others = useMemo(
    () =>
      newest.filter(
        (each) => each.runId !== run.runId && each.question === run.question && each.workflow === run.workflow,
      ),
    [newest, run],
  );
  const kinds = useMemo(() => STEP_KINDS.filter((kind) => tree.kinds.has(kind)), [tree.kinds]);
  // What waits for a person is open by itself, and so is what made the run fail, until somebody opens something else.
  const asked =
    openForms(waits)[0]?.stepId ??
    (run.status === "failed" ? [...steps.values()].findLast((step) => step.error)?.stepId : undefined);
  useEffect(() => {
    if (asked !== undefined) lookedInto.set(asked);
  }, [asked]);
  // Another run may have come by itself: what was looked into is not in it.
  const shownStep = steps.get(details ?? "") ?? (details === "" ? undefined : steps.get(asked ?? ""));
  return (
    <div className="process">
      <div className="pane-bar">
        <RunHead run={run} newest={newest} tree={tree} />
        <span className="grow" />
        <FilterBar filter={filter} change={setFilter} kinds={kinds} found={found?.matches.size} />
        <button
          type="button"
          aria-pressed={isCritical}
          title={say("criticalMore")}
          onClick={() => setCritical(!isCritical)}
        >
          {say("critical")}
        </button>
        {others.length > 0 ? (
          <button type="button" aria-pressed={isComparing} onClick={() => setComparing(!isComparing)}>
            {say("compare")}
          </button>
        ) : null}
        <ExportMenu runId={run.runId} />
      </div>
      {isComparing && others.length > 0 ? (
        <CompareRuns
          run={run}
          others={others}
          choose={(stepId) => {
            lookedInto.set(stepId);
            setComparing(false);
          }}
          close={() => setComparing(false)}
        />
      ) : (
        <div className="tree-and-details" data-details={shownStep !== undefined}>
          {found?.matches.size === 0 ? (
            <p className="note pad tree">
              {say("noMatch")}{" "}
              <button type="button" className="link" onClick={() => setFilter(EVERYTHING)}>
                {say("clearFilter")}
              </button>
            </p>
          ) : (
            <StepTree
              run={run}
              tree={tree}
              kept={found?.kept}
              matches={found?.matches}
              isCritical={isCritical}
              chosen={shownStep?.stepId}
              choose={lookedInto.set}
            />
          )}
          {shownStep ? <StepDetails run={run} tree={tree} step={shownStep} close={() => lookedInto.set("")} /> : null}
        </div>
      )}
    </div>
  );
}

interface HeadProperties {
  readonly run: Run;
  readonly newest: readonly Run[];
  readonly tree: Tree;
}

/** Which run it is, how it stands, what it has spent so far, and the way to stop it. */
function RunHead({ run, newest, tree }: HeadProperties): ReactNode {
  const say = useText("runs");
  const language = useLanguage();
  const send = useSend();
  const spent = tree.spent.get(tree.children.get(null)?.[0] ?? "");
  return (
    <>
      <label>
        <span className="visually-hidden">{say("run")}</span>
        <select value={run.runId} onChange={(event) => openProcess(event.target.value)}>
          {newest.map((each) => (
            <option key={each.runId} value={each.runId}>
              {runName(each, newest, language)}
            </option>
          ))}
        </select>
      </label>
      <span className="badge" data-status={run.status}>
        {say(run.status)}
        {run.outcome ? `, ${say(run.outcome)}` : ""}
      </span>
      {isOpen(run) ? (
        <button type="button" className="stop" onClick={() => void send({ type: "run.cancel", runId: run.runId })}>
          {say("stop")}
        </button>
      ) : null}
      {spent?.tokens ? (
        <span className="note">
          {say("tokenCount", { count: spent.tokens })}
          {spent.costMicros > 0 ? `, ${money(spent, language)}` : ""}
        </span>
      ) : null}
    </>
  );
}

/** The steps that pass a filter, with those above them; `undefined` while nothing is looked for. */
function useFound(tree: Tree, filter: Filter): ReturnType<typeof keptBy> | undefined {
  const titles = useStepTitles();
  const isFiltered = filter.text !== "" || filter.kind !== "" || filter.state !== "";
  return useMemo(() => {
    const text = filter.text.toLowerCase();
    const speaks = (step: Step): boolean =>
      `${titles.kind(step.kind)} ${step.label} ${step.kind}`.toLowerCase().includes(text);
    return isFiltered
      ? keptBy(
          tree,
          (step) => speaks(step) && (filter.kind === "" || step.kind === filter.kind) && isIn(step, filter.state),
        )
      : undefined;
  }, [tree, filter, isFiltered, titles]);
}

interface FilterProperties {
  readonly filter: Filter;
  readonly change: (filter: Filter) => void;
  readonly kinds: readonly string[];
  /** Steps that match, while something is looked for. */
  readonly found: number | undefined;
}

function FilterBar({ filter, change, kinds, found }: FilterProperties): ReactNode {
  const say = useText("runs");
  const titles = useStepTitles();
  return (
    <span className="row" role="search">
      {found === undefined ? null : (
        <span className="note" role="status">
          {say("matches", { count: found })}
        </span>
      )}
      <input
        type="search"
        aria-label={say("searchSteps")}
        placeholder={say("searchSteps")}
        value={filter.text}
        onChange={(event) => change({ ...filter, text: event.target.value })}
      />
      <select
        aria-label={say("kind")}
        value={filter.kind}
        onChange={(event) => change({ ...filter, kind: event.target.value })}
      >
        <option value="">{say("allKinds")}</option>
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {titles.kind(kind)}
          </option>
        ))}
      </select>
      <select
        aria-label={say("state")}
        value={filter.state}
        onChange={(event) => change({ ...filter, state: event.target.value as Filter["state"] })}
      >
        <option value="">{say("allStates")}</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {say(state)}
          </option>
        ))}
      </select>
    </span>
  );
}

function ExportMenu({ runId }: { readonly runId: string }): ReactNode {
  const say = useText("runs");
  const { project } = useWorkbench();
  const path = `${projectPath(project)}/runs/${encodeURIComponent(runId)}/export`;
  return (
    <details
      className="export-menu"
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.currentTarget.open) {
          event.stopPropagation();
          event.currentTarget.open = false;
        }
      }}
    >
      <summary>{say("export")}</summary>
      <ul>
        {FORMATS.map((format) => (
          <li key={format}>
            <a href={`${path}?format=${format}`} download>
              {say(`export.${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isIn(step: Step, state: Filter["state"]): boolean {
  return state === "" || (state === "notPassed" ? step.verdict === "failed" : step.status === state);
}

/** The question; when it was asked several times, also when. */
function runName(run: Run, all: readonly Run[], language: Language): string {
  const isAlone = all.filter((each) => each.question === run.question).length < 2;
  return run.question.slice(0, 80) + (isAlone ? "" : ` · ${clock(run.startedAt, language)}`);
}
