/** A file that is looked at, asked again after each correction, and then brought in; either can be watched and stopped. */

import { useCallback, useEffect, useRef, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { ImportProgress, ImportTaken } from "../protocol";
import type { ServerError } from "../session/rest";
import { useWorkbench } from "../ui/workbench";
import { bringIn, type Corrections, importPath, mappingPath } from "./importing";

interface Importing {
  readonly file: File | undefined;
  readonly corrections: Corrections;
  /** What would become of the file; nothing while it is read. */
  readonly taken: ImportTaken | undefined;
  readonly isBusy: boolean;
  /** How far it is. */
  readonly progress: ImportProgress | undefined;
  readonly error: ServerError | null;
  readonly look: (chosen: File, corrected: Corrections) => Promise<void>;
  /** Make it so; nothing when it was refused or stopped. */
  readonly apply: () => Promise<ImportTaken | undefined>;
  /** Have tables read again by what they look like, this one among them. */
  readonly forget: (mapping: string) => Promise<void>;
  /** End the work at the server, and forget the file. */
  readonly stop: () => void;
}

const NONE: Corrections = new Map();

export function useImporting(given: File | undefined): Importing {
  const { rest, project } = useWorkbench();
  const { isBusy, error, ask } = useAsk();
  const [file, setFile] = useState<File>();
  const [taken, setTaken] = useState<ImportTaken>();
  const [corrections, setCorrections] = useState(NONE);
  const [progress, setProgress] = useState<ImportProgress>();
  const working = useRef<AbortController>(null);
  const isApplying = useRef(false);
  const newest = useRef<File>(undefined);
  const work = useCallback(
    async (chosen: File, corrected: Corrections, isDryRun: boolean): Promise<ImportTaken | undefined> => {
      working.current?.abort();
      const mine = new AbortController();
      working.current = mine;
      setProgress(undefined);
      isApplying.current = false;
      const hear = (now: ImportProgress): void => {
        isApplying.current = now.stage === "applying";
        if (!mine.signal.aborted) setProgress(now);
      };
      const path = importPath(project, chosen.name, corrected, isDryRun);
      const done = await ask(bringIn(rest, path, chosen, hear, mine.signal));
      return mine.signal.aborted ? undefined : done;
    },
    [ask, project, rest],
  );
  const look = useCallback(
    async (chosen: File, corrected: Corrections): Promise<void> => {
      // What was found in another file says nothing of this one; a correction is drawn over what stands there.
      if (chosen !== newest.current) setTaken(undefined);
      newest.current = chosen;
      setFile(chosen);
      setCorrections(corrected);
      const seen = await work(chosen, corrected, true);
      if (seen) setTaken(seen);
    },
    [work],
  );
  const apply = async (): Promise<ImportTaken | undefined> => file && (await work(file, corrections, false));
  const forget = async (mapping: string): Promise<void> => {
    if ((await ask(rest.delete(mappingPath(project, mapping)))) && file) await look(file, corrections);
  };
  const stop = (): void => {
    working.current?.abort();
    setFile(undefined);
    setTaken(undefined);
  };
  useEffect(() => {
    if (given) void look(given, NONE);
    // Whoever closes the dialog while the model is written still hears what became of it.
    return () => {
      if (!isApplying.current) working.current?.abort();
    };
  }, [given, look]);
  return { file, corrections, taken, isBusy, progress, error: file ? error : null, look, apply, forget, stop };
}
