/** Disjoint sets of nodes that grow by joining, up to a size. Each is known by the first of its nodes in order. Pure. */

export class Joined {
  private readonly parent = new Map<string, string>();
  private readonly sizes = new Map<string, number>();
  private readonly place = new Map<string, number>();

  constructor(private readonly members: readonly string[]) {
    for (const [index, id] of members.entries()) this.place.set(id, index);
  }

  /** The first of those that it is with. */
  leader(id: string): string {
    let top = id;
    for (let up = this.parent.get(top); up !== undefined; up = this.parent.get(top)) top = up;
    for (let at = id; at !== top; ) {
      const up = this.parent.get(at) ?? top;
      this.parent.set(at, top);
      at = up;
    }
    return top;
  }

  /** Whether the two are together now: not when they would be more than `most`. */
  join(one: string, two: string, most: number): boolean {
    const [a, b] = [this.leader(one), this.leader(two)];
    if (a === b) return true;
    const size = (this.sizes.get(a) ?? 1) + (this.sizes.get(b) ?? 1);
    if (size > most) return false;
    const [first, second] = (this.place.get(a) ?? 0) < (this.place.get(b) ?? 0) ? [a, b] : [b, a];
    this.parent.set(second, first);
    this.sizes.set(first, size);
    return true;
  }

  /** Joins sets whose first nodes have the same key, as long as they are at most so many. */
  joinBy(keyOf: (leader: string) => string, most: number): void {
    const open = new Map<string, string>();
    for (const id of this.members) {
      if (this.leader(id) !== id) continue;
      const key = keyOf(id);
      const last = open.get(key);
      if (last === undefined || !this.join(last, id, most)) open.set(key, id);
    }
  }
}
