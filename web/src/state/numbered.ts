/**
 * Edges that have no id yet, as a map by their place in the model. Pure.
 *
 * A true map of 160,000 such ids takes a second of processor time to make, most of it for hashing texts that nobody looks up.
 */

import type { Edge } from "../protocol";

export class Numbered implements ReadonlyMap<string, Edge> {
  readonly size: number;

  /** Each is called by its place, which `edgeId` says. */
  constructor(private readonly all: readonly Edge[]) {
    this.size = all.length;
  }

  get(place: string): Edge | undefined {
    const edge = this.all[Number(place)];
    return edge?.edgeId === place ? edge : undefined;
  }

  has(place: string): boolean {
    return this.get(place) !== undefined;
  }

  values(): MapIterator<Edge> {
    return this.all.values();
  }

  *keys(): MapIterator<string> {
    for (const { edgeId } of this.all) yield edgeId;
  }

  *entries(): MapIterator<[string, Edge]> {
    for (const edge of this.all) yield [edge.edgeId, edge];
  }

  [Symbol.iterator](): MapIterator<[string, Edge]> {
    return this.entries();
  }

  forEach(told: (edge: Edge, place: string, map: ReadonlyMap<string, Edge>) => void): void {
    for (const edge of this.all) told(edge, edge.edgeId, this);
  }
}
