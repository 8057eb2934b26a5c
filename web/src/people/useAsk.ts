/** One request at a time from a form: what it is answered is used, what it is refused stands in the form. */

import { useCallback, useRef, useState } from "react";
import { ServerError } from "../session/rest";
import { toasts } from "../ui/toasts";

interface Asking {
  readonly isBusy: boolean;
  readonly error: ServerError | null;
  /** Wait for work; `undefined` when it was refused, or its project was left. */
  readonly ask: <T>(work: Promise<T>) => Promise<T | undefined>;
}

export function useAsk(): Asking {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ServerError | null>(null);
  const newest = useRef<Promise<unknown>>(null);
  const ask = useCallback(async <T>(work: Promise<T>): Promise<T | undefined> => {
    const visit = toasts.visit();
    newest.current = work;
    setBusy(true);
    setError(null);
    try {
      const answer = await work;
      return visit === toasts.visit() ? answer : undefined;
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
