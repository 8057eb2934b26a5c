/** One request at a time from a form: what it is answered is used, what it is refused stands in the form. */

import { useCallback, useState } from "react";
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
  const ask = useCallback(async <T>(work: Promise<T>): Promise<T | undefined> => {
    setBusy(true);
    setError(null);
    try {
      return await work;
    } catch (problem) {
      if (!(problem instanceof ServerError)) throw problem;
      setError(problem);
      return undefined;
    } finally {
      setBusy(false);
    }
  }, []);
  return { isBusy, error, ask };
}
