/** Reads the older messages of a thread once it is shown. */

import { useEffect } from "react";
import type { Message } from "../protocol";
import { projectPath } from "../session/rest";
import { historyRead } from "../state/threads";
import { useStore } from "./useStore";
import { shown, useWorkbench } from "./workbench";

export function useHistory(threadId: string | undefined): void {
  const { rest, store, project } = useWorkbench();
  const isRead = useStore((state) => threadId === undefined || state.threads.read.has(threadId));
  useEffect(() => {
    if (isRead || threadId === undefined) return;
    const path = `${projectPath(project)}/threads/${encodeURIComponent(threadId)}`;
    void shown(rest.get<{ readonly messages: readonly Message[] }>(path)).then((thread) => {
      if (!thread) return;
      store.update((state) => ({ ...state, threads: historyRead(state.threads, threadId, thread.messages) }));
    });
  }, [isRead, threadId, rest, store, project]);
}
