/** Says what was done, with a button that takes it back. */

import { useCallback } from "react";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useSend } from "../ui/workbench";
import type { Changed } from "./useChanges";

export function useUndoable(): (changed: Changed | undefined, text: string) => void {
  const say = useText("frame");
  const send = useSend();
  return useCallback(
    (changed, text) => {
      const commitId = changed?.commit?.commitId;
      if (commitId === undefined) return;
      toasts.done(text, { label: say("undo"), run: () => void send({ type: "commit.revert", commitId }) });
    },
    [say, send],
  );
}
