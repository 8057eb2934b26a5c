/**
 * From a scene to positions: chooses the layout and runs the slow ones in workers, within a time. Each call ends the one
 * before: nobody wants the picture of a view that was left.
 */

import ELK, { type ElkNode } from "elkjs/lib/elk-api";
import elkWorkerUrl from "elkjs/lib/elk-worker.min.js?url";
import type { Layout } from "../../protocol";
import type { Point } from "../../state/store";
import { elkGraph, readElk } from "./elk";
import type { ForceResult, ForceTask } from "./force";
import { boundsOf, GAP, outlines, type Arrangement, type Positions } from "./geometry";
import { columns, lanes } from "./lanes";
import { outermost, outermostOf, pack, packed, packedInside, sizeIn, withInside } from "./packing";
import { radial, rings } from "./radial";
import type { Scene } from "./scene";
import { tree } from "./tree";

/** Longer than ELK needs for 1,500 elements on a slow machine; then the plain columns are shown. */
const ELK_BUDGET_MS = 6_000;

/** An arrangement at once, or when a worker has found them. `custom` has no layout of its own: it starts from the view's. */
export function arrange(scene: Scene, layout: Layout, signal: AbortSignal): Arrangement | Promise<Arrangement> {
  if (scene.view.arrangement === "lanes") return withoutWays(lanes(scene));
  if (layout === "force") return forced(scene, signal).then(withoutWays);
  if (layout === "radial") return withoutWays(scene.view.arrangement === "rings" ? rings(scene) : radial(scene));
  switch (scene.view.arrangement) {
    case "tree":
      return withoutWays(tree(scene));
    case "packed":
      return scene.lines.length === 0 ? withoutWays(packed(scene)) : layered(scene, signal);
    case "rings":
      return withoutWays(rings(scene));
    case "layered":
      return layered(scene, signal);
  }
}

function withoutWays(positions: Positions): Arrangement {
  return { positions, ways: new Map() };
}

async function layered(scene: Scene, signal: AbortSignal): Promise<Arrangement> {
  const joined = new Set(scene.lines.flatMap((line) => [outermostOf(scene, line.source), outermostOf(scene, line.target)]));
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
  const asked = (elk ??= startElk());
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

async function forced(scene: Scene, signal: AbortSignal): Promise<Positions> {
  const inner = packedInside(scene);
  const ids = outermost(scene);
  const task: ForceTask = {
    boxes: ids.map((id) => ({ id, ...sizeIn(inner.sizes, id) })),
    lines: scene.lines
      .map(({ source, target }) => ({ source: outermostOf(scene, source), target: outermostOf(scene, target) }))
      .filter(({ source, target }) => source !== target),
  };
  const found = await askForce(task, signal);
  return withInside(new Map(found.map(([id, x, y]) => [id, [x, y]])), inner);
}

function askForce(task: ForceTask, signal: AbortSignal): Promise<ForceResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./force.worker.ts", import.meta.url), { type: "module" });
    const stop = (): void => {
      worker.terminate();
      reject(new DOMException("another layout was asked for", "AbortError"));
    };
    signal.addEventListener("abort", stop, { once: true });
    worker.onmessage = ({ data }: MessageEvent<ForceResult>): void => {
      worker.terminate();
      signal.removeEventListener("abort", stop);
      resolve(data);
    };
    worker.onerror = stop;
    worker.postMessage(task);
  });
}
