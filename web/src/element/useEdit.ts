/**
 * Sends an edit of the inspector as one change set, and hands a refusal back to the field it belongs to; but what somebody
 * else changed, too, waits in a bar: the field may be gone by then, as it is left by looking at something else.
 */

import { useCallback } from "react";
import type { Operation, StoredError } from "../protocol";
import { ServerError } from "../session/rest";
import { keepConflict } from "../state/conflicts";
import { useWorkbench } from "../ui/workbench";

/** Undefined: it was taken, or is kept elsewhere. */
export type Refusal = StoredError | undefined;

/** `base`: what the person saw when they began, so that what others changed since is a conflict. */
export type Edit = (operations: readonly Operation[], base: number) => Promise<Refusal>;

export function useEdit(): Edit {
  const { session, project } = useWorkbench();
  return useCallback(
    async (operations, baseRevision) => {
      if (operations.length === 0) return undefined;
      try {
        await session.send({ type: "changes.submit", baseRevision, operations: [...operations] });
        return undefined;
      } catch (error) {
        if (!(error instanceof ServerError)) throw error;
        if (keepConflict(project, error, operations)) return undefined;
        return { code: error.code, message: error.message, retry: error.retry, fields: error.fields };
      }
    },
    [session, project],
  );
}
