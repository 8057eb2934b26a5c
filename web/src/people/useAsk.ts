/** One request at a time from a form: what it is answered is used, what it is refused stands in the form. */

import { useCallback, useRef, useState } from "react";
import { ServerError } from "../session/rest";

interface Asking {
  readonly isBusy: boolean;
  readonly error: ServerError | null;
  /** Wait for work; `undefined` when it was refused. */
  readonly ask: <T>(work: Promise<T>) => Promise<T | undefined>;
}

export function useAsk(): Asking {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ServerError | null>(null);
  const newest = useRef<Promise<unknown>>(null);
  const ask = useCallback(async <T>(work: Promise<T>): Promise<T | undefined> => {
    newest.current = work;
    setBusy(true);
    setError(null);
    try {
      return await work;
    } catch (problem) {
      if (!(problem instanceof ServerError)) throw problem;
      // What somebody no longer waits for says nothing any more.
      if (newest.current === work) setError(problem);
      return undefined;
    } finally {
      if (newest.current === work) setBusy(false);
    }
  }, []);
  return { isBusy, error, ask };
}
