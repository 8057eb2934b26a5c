/** The layered layout by ELK in a worker, within a time; plain columns when it takes longer. */

import ELK, { type ElkNode } from "elkjs/lib/elk-api";
import elkWorkerUrl from "elkjs/lib/elk-worker.min.js?url";
import type { Point } from "../../state/state";
import { elkGraph, readElk } from "./elk";
import { type Arrangement, boundsOf, GAP, outlines, type Positions, withoutWays } from "./geometry";
import { columns } from "./lanes";
import { outermost, outermostOf, pack, packed, packedInside, sizeIn, withInside } from "./packing";
import type { Scene } from "./scene";

/** Longer than ELK needs for 1,500 elements on a slow machine; then the plain columns are shown. */
const ELK_BUDGET_MS = 6_000;

export async function layered(scene: Scene, signal: AbortSignal): Promise<Arrangement> {
  const joined = new Set(
    scene.lines.flatMap((line) => [outermostOf(scene, line.source), outermostOf(scene, line.target)]),
  );
  if (joined.size === 0) return withoutWays(packed(scene));
  const found = await askElk(elkGraph(scene, joined), signal);
  const { positions, ways } = found === undefined ? withoutWays(columns(scene)) : readElk(found, scene);
  return { positions: withTheUnjoined(scene, positions, joined), ways };
}

/** What is joined to nothing stands in a block below. */
function withTheUnjoined(scene: Scene, found: Positions, joined: ReadonlySet<string>): Positions {
  const inner = packedInside(scene);
  const apart = outermost(scene).filter((id) => !joined.has(id));
  if (apart.length === 0) return found;
  const kept = new Map([...found].filter(([id]) => joined.has(outermostOf(scene, id))));
  const drawn = { boxes: new Map([...scene.boxes].filter(([id]) => joined.has(outermostOf(scene, id)))) };
  const above = boundsOf(outlines(drawn, kept).values());
  const block = pack(apart.map((id) => ({ id, ...sizeIn(inner.sizes, id) })));
  const placed = new Map<string, Point>(
    block.places.map(([id, [x, y]]) => [id, [above.x + x, above.y + above.height + GAP * 2 + y]]),
  );
  return new Map([...kept, ...withInside(placed, inner)]);
}

let elk: { readonly layouts: InstanceType<typeof ELK>; readonly worker: Worker } | undefined;

/** ELK's answer, or nothing when it takes too long or fails. The worker is kept: starting it costs most of a second. */
function askElk(graph: ElkNode, signal: AbortSignal): Promise<ElkNode | undefined> {
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
