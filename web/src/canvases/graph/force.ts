/** The force layout (d3-force), bounded in time. Deterministic: d3 starts on a spiral and uses its own fixed randomness. */

import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import type { Size } from "./geometry";

export interface ForceTask {
  readonly boxes: readonly (Size & { readonly id: string })[];
  readonly lines: readonly { readonly source: string; readonly target: string }[];
}

export type ForceResult = readonly (readonly [id: string, x: number, y: number])[];

/** d3's own cooling ends here. */
const TICKS = 300;
/** Then the picture is shown as far as it has come. */
const BUDGET_MS = 1_500;

interface Body extends SimulationNodeDatum {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** `elapsed` tells the milliseconds since the start; a result is the top left corner of each box. */
export function force(task: ForceTask, elapsed: () => number): ForceResult {
  const bodies: Body[] = task.boxes.map((box) => ({ ...box }));
  const links = task.lines.map((line) => ({ ...line }));
  const simulation = forceSimulation(bodies)
    .force(
      "link",
      forceLink<Body, { source: string | Body; target: string | Body }>(links)
        .id((body) => body.id)
        .distance(190),
    )
    .force(
      "charge",
      forceManyBody<Body>()
        .strength((body) => -6 * body.width)
        .distanceMax(1_600),
    )
    // Boxes are about four times as wide as high: 0.55 of the width keeps neighbours apart without wasting height.
    .force(
      "apart",
      forceCollide<Body>((body) => Math.max(body.width * 0.55, body.height * 0.72)),
    )
    .force("x", forceX<Body>(0).strength(0.04))
    .force("y", forceY<Body>(0).strength(0.07))
    .stop();
  for (let tick = 0; tick < TICKS && elapsed() < BUDGET_MS; tick += 1) simulation.tick();
  return bodies.map(({ id, x = 0, y = 0, width, height }) => [
    id,
    Math.round(x - width / 2),
    Math.round(y - height / 2),
  ]);
}
