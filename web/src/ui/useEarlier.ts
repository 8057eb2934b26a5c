/** Reads what was before this page was opened: the newest commits and runs. Events keep it up to date. */

import { useEffect } from "react";
import type { CommitRead, Run } from "../protocol";
import { projectPath } from "../session/rest";
import { commitsRead } from "../state/history";
import { runsRead } from "../state/runs";
import { isHere } from "../state/state";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

/** As many as the store keeps of the commits that it hears. */
const COMMITS = 200;
const RUNS = 50;
/** A commit of more is an import as a rule, and what it brought has just been read as the model. */
const CHANGES = 500;

export function useEarlier(): void {
  const { rest, store, project } = useWorkbench();
  const isThere = useStore(isHere);
  useEffect(() => {
    if (!isThere) return;
    const path = projectPath(project);
    const page = `${path}/commits?limit=${COMMITS}&most=${CHANGES}`;
    void shown(rest.get<{ readonly commits: readonly CommitRead[] }>(page)).then((answer) => {
      if (answer) store.update((state) => ({ ...state, commits: commitsRead(state.commits, answer.commits) }));
    });
    void shown(rest.get<{ readonly runs: readonly Run[] }>(`${path}/runs?limit=${RUNS}`)).then((answer) => {
      if (answer) store.update((state) => ({ ...state, runs: runsRead(state.runs, answer.runs) }));
    });
  }, [isThere, rest, store, project]);
}
