/**
 * What is surely wanted is asked for before anybody asks: waits that come one after the other are then one wait. Pure of
 * what that is.
 */

import { type Fetch, WORDLESS } from "./rest";

interface Early {
  readonly answer: Promise<Response | undefined>;
  readonly stop: AbortController;
}

/** The same door; whoever asks first for one of these paths is given what was asked for ahead. */
export function askedAhead(fetch: Fetch, paths: readonly string[]): Fetch {
  const coming = new Map(paths.map((path) => [path, begun(fetch, path)]));
  return async (path, options = {}) => {
    // Whatever changes something may change what the others would be answered.
    if (options.method !== undefined) coming.clear();
    const early = coming.get(path);
    coming.delete(path);
    const answer = early === undefined ? undefined : await taken(early, options.signal ?? undefined);
    // Why it failed may be over by now: somebody has come in.
    return answer?.ok ? answer : fetch(path, options);
  };
}

function begun(fetch: Fetch, path: string): Early {
  const stop = new AbortController();
  const headers = { "Accept-Language": WORDLESS };
  const answer = fetch(path, { credentials: "same-origin", headers, signal: stop.signal }).catch(() => undefined);
  return { answer, stop };
}

/** Its answer; whoever takes it may end it. */
function taken({ answer, stop }: Early, signal: AbortSignal | undefined): Promise<Response | undefined> {
  if (signal?.aborted) stop.abort();
  signal?.addEventListener("abort", () => stop.abort(), { once: true });
  return answer;
}
