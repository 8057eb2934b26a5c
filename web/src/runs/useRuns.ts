/** Reads the newest runs, those that ended before this page was opened included, so that one can be picked. */

import { useEffect } from "react";
import type { Run } from "../protocol";
import { projectPath } from "../session/rest";
import { runStarted } from "../state/runs";
import { shown, useWorkbench } from "../ui/workbench";

/** As many as a list to pull down can hold. */
const MOST = 100;

export function useRuns(): void {
  const { rest, store, project } = useWorkbench();
  useEffect(() => {
    void shown(rest.get<{ readonly runs: readonly Run[] }>(`${projectPath(project)}/runs?limit=${MOST}`)).then(
      (read) => {
        if (!read) return;
        // What is known already is newer: it was told of live.
        store.update((state) => ({
          ...state,
          runs: read.runs.filter((run) => !state.runs.runs.has(run.runId)).reduce(runStarted, state.runs),
        }));
      },
    );
  }, [rest, store, project]);
}
