/** Sends a person's own change set against the revision on screen, and says whether that person may change at all. */

import { useCallback } from "react";
import type { Commit, Finding, Operation, Problem } from "../protocol";
import { may } from "../state/people";
import { useStore } from "../ui/useStore";
import { useSend, useWorkbench } from "../ui/workbench";

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

type Submit = (operations: readonly Operation[], more?: More) => Promise<Changed | undefined>;

/** A refusal is shown as a notice and answered with `undefined`. */
export function useSubmit(): Submit {
  const { store } = useWorkbench();
  const send = useSend();
  return useCallback(
    (operations, more = {}) =>
      send<Changed>({
        type: "changes.submit",
        baseRevision: store.get().graph.revision,
        operations: [...operations],
        ...more,
      }),
    [send, store],
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
