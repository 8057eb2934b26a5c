/** Takes back one change set, whoever's it is, and says so; a second press while that is under way takes back nothing more. */

import { useCallback, useRef } from "react";
import type { CommitOnWire } from "../protocol";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useWhatChanged } from "../ui/useWhatChanged";
import { useSend } from "../ui/workbench";

export function useTakingBack({ commitId, changes }: Pick<CommitOnWire, "commitId" | "changes">): () => void {
  const say = useText("frame");
  const told = useWhatChanged();
  const send = useSend();
  const isUnderWay = useRef(false);
  return useCallback(() => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void send({ type: "commit.revert", commitId })
      .then((answer) => answer && toasts.done(say("undone", { what: told({ changes: changes ?? [] }) })))
      .finally(() => {
        isUnderWay.current = false;
      });
  }, [send, say, told, commitId, changes]);
}
