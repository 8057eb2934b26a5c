/** The file of an export, written anew with each choice; it can be watched, stopped, and asked for again. */

import { useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { ExportPost, ExportProgress } from "../protocol";
import { projectPath, type ServerError } from "../session/rest";
import { useWorkbench } from "../ui/workbench";
import { type ServedFile, takeOut } from "./exporting";
import { type ScopeName, scopeOf } from "./scopes";

interface Exporting {
  /** The whole file; nothing while it is written. */
  readonly file: ServedFile | undefined;
  readonly isBusy: boolean;
  readonly isStopped: boolean;
  readonly progress: ExportProgress | undefined;
  readonly error: ServerError | null;
  /** End the work at the server. */
  readonly stop: () => void;
  readonly again: () => void;
}

export function useExporting(format: string, scope: ScopeName, revision: string): Exporting {
  const { rest, project, store } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const [file, setFile] = useState<ServedFile>();
  const [progress, setProgress] = useState<ExportProgress>();
  const [isStopped, setStopped] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const working = useRef<AbortController>(null);
  useEffect(() => {
    const mine = new AbortController();
    working.current = mine;
    setFile(undefined);
    setProgress(undefined);
    setStopped(false);
    const wanted: ExportPost = { scope: scopeOf(scope, store.get(), store), ...(revision && { revision }) };
    const path = `${projectPath(project)}/exports/${encodeURIComponent(format)}`;
    const hear = (now: ExportProgress): void => {
      if (!mine.signal.aborted) setProgress(now);
    };
    void ask(takeOut(rest, path, wanted, hear, mine.signal)).then((answer) => mine.signal.aborted || setFile(answer));
    return () => mine.abort();
  }, [ask, rest, project, store, format, scope, revision, attempt]);
  const stop = (): void => {
    working.current?.abort();
    setStopped(true);
  };
  return {
    file,
    isStopped,
    progress,
    stop,
    again: () => setAttempt(attempt + 1),
    isBusy: isBusy && !isStopped,
    error: isStopped ? null : error,
  };
}
