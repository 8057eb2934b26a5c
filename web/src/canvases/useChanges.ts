/** Sends a person's own change set against the revision on screen, and says whether that person may change at all. */

import { useCallback } from "react";
import type { Commit, Finding, Operation, Problem } from "../protocol";
import { ServerError } from "../session/rest";
import { keepConflict } from "../state/conflicts";
import { may } from "../state/people";
import { toasts } from "../ui/toasts";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

/** What the server answers to `changes.submit`. */
export interface Changed {
  readonly outcome: "applied" | "planned" | "unchanged";
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
  readonly commit?: Commit;
}

interface More {
  readonly dryRun?: boolean;
  readonly reason?: string;
  /** What the person saw when they began, so that what others changed since is a conflict; else what is on screen now. */
  readonly baseRevision?: number;
}

/** Somebody else changed the same: it waits for the person's decision, in a bar (`ui/ConflictBar.tsx`). */
export type Outcome = Changed | "contested" | undefined;

/** A refusal is shown as a notice and answered with `undefined`. */
export function useOutcome(): (operations: readonly Operation[], more?: More) => Promise<Outcome> {
  const { store, session, project } = useWorkbench();
  return useCallback(
    async (operations, more = {}) => {
      const visit = toasts.visit();
      const baseRevision = store.get().graph.revision;
      try {
        return await session.send<Changed>({
          ...{ type: "changes.submit", baseRevision, operations: [...operations] },
          ...more,
        });
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (more.dryRun !== true && keepConflict(project, error, operations)) return "contested";
        toasts.error(error, visit);
        return undefined;
      }
    },
    [session, store, project],
  );
}

/** The same for those who do not mind why nothing was changed. */
export function useSubmit(): (operations: readonly Operation[], more?: More) => Promise<Changed | undefined> {
  const submit = useOutcome();
  return useCallback(
    async (operations, more) => {
      const done = await submit(operations, more);
      return done === "contested" ? undefined : done;
    },
    [submit],
  );
}

/** Why the model cannot be changed from here; undefined when it can. */
export function useObstacle(): "mayNotChange" | "locked" | "coming" | undefined {
  return useStore((state) => {
    if (state.outline !== undefined) return "coming";
    if (!may(state.connection.access, "build")) return "mayNotChange";
    return state.project?.policy === "locked" ? "locked" : undefined;
  });
}

/** Names for operations; unique in a change set and in a page is enough. */
export function newOperationId(): string {
  lastOperation += 1;
  return `op${lastOperation}`;
}

let lastOperation = 0;
