/** What was last made of one state of the graph: kept as long as it lives, and made anew for another question. */

import type { Adjacency } from "./adjacency";

export class Remembered<Made> {
  private readonly known = new WeakMap<Adjacency, { readonly asked: readonly unknown[]; readonly made: Made }>();

  /** The same object for the same question: everything in it is compared as it is. */
  get(graph: Adjacency, asked: readonly unknown[], make: () => Made): Made {
    const known = this.known.get(graph);
    if (known?.asked.length === asked.length && known.asked.every((each, at) => each === asked[at])) return known.made;
    const made = make();
    this.known.set(graph, { asked, made });
    return made;
  }
}
