/** Reads the newest runs, those that ended before this page was opened included, so that one can be picked. */

import { useEffect } from "react";
import type { Run } from "../protocol";
import { projectPath } from "../session/rest";
import { runsRead } from "../state/runs";
import { shown, useWorkbench } from "../ui/workbench";

/** As many as a list to pull down can hold. */
const MAX_RUNS = 100;

export function useRuns(): void {
  const { rest, store, project } = useWorkbench();
  useEffect(() => {
    void shown(rest.get<{ readonly runs: readonly Run[] }>(`${projectPath(project)}/runs?limit=${MAX_RUNS}`)).then(
      (read) => {
        if (read) store.update((state) => ({ ...state, runs: runsRead(state.runs, read.runs) }));
      },
    );
  }, [rest, store, project]);
}
