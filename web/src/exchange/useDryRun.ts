/** A file that is looked at: what the server would make of it, asked again after each correction. Nothing changes. */

import { useCallback, useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { ImportTaken } from "../protocol";
import type { ServerError } from "../session/rest";
import { useWorkbench } from "../ui/workbench";
import { type Corrections, importPath } from "./importing";

interface DryRun {
  readonly file: File | undefined;
  readonly corrections: Corrections;
  /** What would become of the file; nothing while it is read. */
  readonly taken: ImportTaken | undefined;
  readonly isReading: boolean;
  readonly error: ServerError | null;
  readonly look: (chosen: File, corrected: Corrections) => Promise<void>;
  /** Wait no longer, and forget the file. */
  readonly stop: () => void;
}

const NONE: Corrections = new Map();

export function useDryRun(given: File | undefined): DryRun {
  const { rest, project } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const [file, setFile] = useState<File>();
  const [taken, setTaken] = useState<ImportTaken>();
  const [corrections, setCorrections] = useState(NONE);
  const reading = useRef<AbortController>(null);
  const look = useCallback(
    async (chosen: File, corrected: Corrections): Promise<void> => {
      reading.current?.abort();
      const mine = new AbortController();
      reading.current = mine;
      setFile(chosen);
      setCorrections(corrected);
      const path = importPath(project, chosen.name, corrected, true);
      const seen = await ask(rest.upload<ImportTaken>(path, chosen, mine.signal));
      if (!mine.signal.aborted) setTaken(seen);
    },
    [ask, project, rest],
  );
  const stop = (): void => {
    reading.current?.abort();
    setFile(undefined);
    setTaken(undefined);
  };
  useEffect(() => {
    if (given) void look(given, NONE);
    return () => reading.current?.abort();
  }, [given, look]);
  return { file, corrections, taken, isReading: isBusy, error: file ? error : null, look, stop };
}
