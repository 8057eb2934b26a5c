/** Reads a run that ended before this page was opened. */

import { useEffect } from "react";
import type { Run, Step } from "../protocol";
import { projectPath } from "../session/rest";
import { runRead } from "../state/runs";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench } from "../ui/workbench";

export function useWholeRun(runId: string | undefined): void {
  const { rest, store, project } = useWorkbench();
  const isKnown = useStore((state) => runId === undefined || state.runs.trees.has(runId));
  useEffect(() => {
    if (isKnown || runId === undefined) return;
    const path = `${projectPath(project)}/runs/${encodeURIComponent(runId)}`;
    void shown(rest.get<{ readonly run: Run; readonly steps: readonly Step[] }>(path)).then((whole) => {
      if (!whole) return;
      store.update((state) => ({ ...state, runs: runRead(state.runs, whole.run, whole.steps) }));
    });
  }, [isKnown, runId, rest, store, project]);
}
