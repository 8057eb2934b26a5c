/** Reads what was before this page was opened: what the rules find, the newest commits and runs. Events keep it up to date. */

import { useEffect } from "react";
import type { Commit, Finding, Run } from "../protocol";
import { projectPath } from "../session/rest";
import { findingsRead } from "../state/findings";
import { commitsRead } from "../state/history";
import { runStarted } from "../state/runs";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

/** As many as the store keeps of the commits that it hears. */
const COMMITS = 200;
const RUNS = 50;

interface Survey {
  readonly revision: number;
  readonly findings: readonly Finding[];
}

export function useEarlier(): void {
  const { rest, store, project } = useWorkbench();
  const isThere = useStore((state) => state.project !== undefined && state.connection.status === "open" && !state.connection.reload);
  useEffect(() => {
    if (!isThere) return;
    const path = projectPath(project);
    void shown(rest.get<Survey>(`${path}/findings`)).then((survey) => {
      if (survey) store.update((state) => ({ ...state, findings: findingsRead(survey, state.commits) }));
    });
    void shown(rest.get<{ readonly commits: readonly Commit[] }>(`${path}/commits?limit=${COMMITS}`)).then((answer) => {
      if (answer) store.update((state) => ({ ...state, commits: commitsRead(state.commits, answer.commits) }));
    });
    void shown(rest.get<{ readonly runs: readonly Run[] }>(`${path}/runs?limit=${RUNS}`)).then((answer) => {
      if (!answer) return;
      store.update((state) => {
        const unknown = answer.runs.filter((run) => !state.runs.runs.has(run.runId));
        return { ...state, runs: unknown.reduce(runStarted, state.runs) };
      });
    });
  }, [isThere, rest, store, project]);
}
