/** ELK in a worker, within a time. The worker is kept: starting it costs most of a second. */

import ELK, { type ElkNode } from "elkjs/lib/elk-api";
import elkWorkerUrl from "elkjs/lib/elk-worker.min.js?url";

/** Longer than ELK needs for 1,500 elements on a slow machine. */
const ELK_BUDGET_MS = 6_000;

let elk: { readonly layouts: InstanceType<typeof ELK>; readonly worker: Worker } | undefined;

/** ELK's answer, or nothing when it takes too long, fails or is not wanted any more. */
export function askElk(graph: ElkNode, signal: AbortSignal): Promise<ElkNode | undefined> {
  elk ??= startElk();
  const asked = elk;
  return new Promise((resolve) => {
    const done = (answer: ElkNode | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    const stop = (): void => {
      asked.worker.terminate();
      if (elk === asked) elk = undefined;
      done(undefined);
    };
    const timer = setTimeout(stop, ELK_BUDGET_MS);
    signal.addEventListener("abort", stop, { once: true });
    asked.layouts.layout(graph).then(done, stop);
  });
}

function startElk(): NonNullable<typeof elk> {
  const worker = new Worker(elkWorkerUrl);
  return { worker, layouts: new ELK({ workerFactory: () => worker }) };
}
