/** What people did to discussions since the page was opened: asked for more rounds, asked for the end. Pure. */

import type { EventOf } from "../protocol";

export type Steered = Omit<EventOf<"discussion.steered">, "type" | "sequence" | "runId">;

/** By run, in order. */
export type Steerings = ReadonlyMap<string, readonly Steered[]>;

export const NO_STEERINGS: Steerings = new Map();

export function discussionSteered(state: Steerings, event: EventOf<"discussion.steered">): Steerings {
  const { type, sequence, runId, ...steered } = event;
  return new Map(state).set(runId, [...(state.get(runId) ?? []), steered]);
}
