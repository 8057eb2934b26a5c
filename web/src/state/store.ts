/**
 * The one store of the page: it holds the state, takes events into it, and tells who wants to know.
 *
 * Canvases hold no truth of their own; each is a selector over this state. Nothing here knows a framework, a socket or
 * a language; `session/` feeds it, `ui/useStore.ts` lets React look at it.
 */

import type { Event } from "../protocol";
import type { Canvas } from "./canvas";
import { followed, openCounts } from "./comments";
import { createStore, type Writable } from "./createStore";
import { marksOf } from "./findings";
import { takenBack } from "./history";
import { ghostsOf } from "./proposals";
import { reduce, withConnection } from "./reduce";
import { type Connection, EMPTY, phaseOf, type State } from "./state";

/** Holds the state. `get` and `subscribe` are what an external-store hook wants. */
export class Store {
  readonly get: () => State;
  readonly subscribe: (listener: () => void) => () => void;
  private readonly state: Writable<State>;

  constructor(state: State = EMPTY) {
    this.state = createStore(state);
    this.get = this.state.get;
    this.subscribe = this.state.subscribe;
  }

  /** Take events in, and tell once. */
  readonly receive = (events: readonly Event[]): void => this.update((state) => events.reduce(reduce, state));

  /** Change what is this screen's own: the canvas, the connection. */
  readonly update = (change: (state: State) => State): void => this.state.set(change(this.state.get()));

  /** Select exactly these, on every canvas. */
  readonly select = (nodes: readonly string[], edges: readonly string[] = []): void =>
    this.setCanvas({ selection: { nodes, edges } });

  readonly setCanvas = (change: Partial<Canvas>): void =>
    this.update((state) => ({ ...state, canvas: { ...state.canvas, ...change } }));

  readonly setConnection = (change: Partial<Connection>): void => this.update((state) => withConnection(state, change));
}

/** A selector that computes once for each value it looks at, also where several stores are looked at in turns. */
export function derived<Input extends WeakKey, Output>(
  look: (state: State) => Input,
  compute: (input: Input) => Output,
): (state: State) => Output {
  const known = new WeakMap<Input, { readonly output: Output }>();
  return (state) => {
    const input = look(state);
    const found = known.get(input) ?? { output: compute(input) };
    known.set(input, found);
    return found.output;
  };
}

/** The same of two things that it looks at. */
export function derivedFromTwo<One extends WeakKey, Two, Output>(
  one: (state: State) => One,
  two: (state: State) => Two,
  compute: (one: One, two: Two) => Output,
): (state: State) => Output {
  const known = new WeakMap<One, { readonly second: Two; readonly output: Output }>();
  return (state) => {
    const [first, second] = [one(state), two(state)];
    let found = known.get(first);
    if (found === undefined || found.second !== second) found = { second, output: compute(first, second) };
    known.set(first, found);
    return found.output;
  };
}

export const selectComments = derivedFromTwo(
  (state) => state.comments,
  (state) => state.graph.nodes,
  followed,
);
/** How many conversations about something are open. */
export const selectOpenComments = derived(selectComments, openCounts);
export const selectTakenBack = derived((state) => state.commits, takenBack);
export const selectMarks = derivedFromTwo((state) => state.findings, phaseOf, marksOf("nodeIds"));
export const selectEdgeMarks = derivedFromTwo((state) => state.findings, phaseOf, marksOf("edgeIds"));
export const selectGhosts = derived((state) => state.proposals, ghostsOf);
