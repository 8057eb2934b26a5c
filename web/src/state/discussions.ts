/** What people did to discussions since the page was opened: asked for more rounds, asked for the end. Pure. */

import type { EventOf } from "../protocol";

export type Steered = Omit<EventOf<"discussion.steered">, "type" | "sequence" | "runId">;

/** By run, in order. */
export type Steerings = ReadonlyMap<string, readonly Steered[]>;

export const NO_STEERINGS: Steerings = new Map();

export function steeringsTold(state: Steerings, told: readonly (Steered & { readonly runId: string })[]): Steerings {
  const next = new Map(state);
  for (const { runId, ...steered } of told) next.set(runId, [...(next.get(runId) ?? []), steered]);
  return next;
}
