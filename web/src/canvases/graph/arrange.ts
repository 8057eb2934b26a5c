/**
 * From a scene to positions: chooses the layout and runs the slow ones in workers, within a time. Each call ends the one
 * before: nobody wants the picture of a view that was left.
 */

import type { Layout } from "../../protocol";
import type { ForceResult, ForceTask } from "./force";
import { type Arrangement, type Positions, withoutWays } from "./geometry";
import { columns, lanes } from "./lanes";
import type { AskElk } from "./layered";
import { outermost, outermostOf, packed, packedInside, sizeIn, withInside } from "./packing";
import type { Scene } from "./scene";
import { tree } from "./tree";

/** An arrangement at once, or when a worker has found them. `custom` has no layout of its own: it starts from the view's. */
export function arrange(
  scene: Scene,
  layout: Layout,
  signal: AbortSignal,
  elk: AskElk = (graph) => import("./elkWorker").then(({ askElk }) => askElk(graph, signal)),
): Arrangement | Promise<Arrangement> {
  if (scene.view.arrangement === "lanes") return withoutWays(lanes(scene));
  if (layout === "force") return forced(scene, signal).then(withoutWays);
  // What the first view can do without is loaded when it is asked for; without a line to the server columns must do.
  const plainly = (): Arrangement => withoutWays(columns(scene));
  const round = scene.view.sides === undefined ? "radial" : "rings";
  if (layout === "radial") return import("./radial").then((loaded) => withoutWays(loaded[round](scene)), plainly);
  const layered = (): Promise<Arrangement> =>
    import("./layered").then((loaded) => loaded.layered(scene, elk)).catch(plainly);
  switch (scene.view.arrangement) {
    case "tree":
      return withoutWays(tree(scene));
    case "packed":
      return scene.lines.length === 0 ? withoutWays(packed(scene)) : layered();
    case "layered":
      return layered();
  }
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
