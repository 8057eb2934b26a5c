/** Reads everything the rules find once the project is there; commits and sweeps then keep it up to date. */

import { useEffect } from "react";
import { projectPath } from "../session/rest";
import { findingsRead } from "../state/findings";
import type { Finding } from "../protocol";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

interface Survey {
  readonly revision: number;
  readonly findings: readonly Finding[];
}

export function useSurvey(): void {
  const { rest, store, project } = useWorkbench();
  const isThere = useStore((state) => state.project !== undefined && state.connection.status === "open" && !state.connection.reload);
  useEffect(() => {
    if (!isThere) return;
    void shown(rest.get<Survey>(`${projectPath(project)}/findings`)).then((survey) => {
      if (survey) store.update((state) => ({ ...state, findings: findingsRead(survey, state.commits) }));
    });
  }, [isThere, rest, store, project]);
}
