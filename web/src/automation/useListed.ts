/** What stands in a list at the server: read once, changed, and read again after each change. */

import { useEffect, useState } from "react";
import { useAsk } from "../people/useAsk";
import type { ServerError } from "../session/rest";
import { useWorkbench } from "../ui/workbench";

interface Listed<T> {
  /** `null` until it is read. */
  readonly listed: T | null;
  readonly isBusy: boolean;
  readonly error: ServerError | null;
  /** Do something, and show how it stands afterwards; whether it was done. */
  readonly done: (work: Promise<unknown>) => Promise<boolean>;
}

export function useListed<T>(path: string): Listed<T> {
  const { rest } = useWorkbench();
  const [listed, setListed] = useState<T | null>(null);
  const { isBusy, error, ask } = useAsk();
  useEffect(() => {
    void ask(rest.get<T>(path)).then((answer) => answer && setListed(answer));
  }, [ask, rest, path]);
  const done = async (work: Promise<unknown>): Promise<boolean> => {
    if ((await ask(work)) === undefined) return false;
    const now = await ask(rest.get<T>(path));
    if (now) setListed(now);
    return true;
  };
  return { listed, isBusy, error, done };
}
