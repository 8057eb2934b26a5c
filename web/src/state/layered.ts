/**
 * A map that is never changed: what is set makes another one, which shares all but the newest entries. Pure.
 *
 * The newest lie in a small layer of their own, and only that one is copied. When it is full it is laid over the large one,
 * so an entry of 10,000 costs about as much as one of 100.
 */

/** A full layer of this size makes a copy of 10,000 entries worth 40 per entry. */
const MAX_NEWEST = 256;

export class Layered<K, V> {
  private constructor(
    private readonly settled: ReadonlyMap<K, V>,
    private readonly newest: ReadonlyMap<K, V>,
  ) {}

  static of<K, V>(entries: ReadonlyMap<K, V> = new Map()): Layered<K, V> {
    return new Layered(entries, new Map());
  }

  get(key: K): V | undefined {
    return this.newest.get(key) ?? this.settled.get(key);
  }

  has(key: K): boolean {
    return this.newest.has(key) || this.settled.has(key);
  }

  /** The same with these entries; those that were there keep their place in the order. */
  with(entries: ReadonlyMap<K, V>): Layered<K, V> {
    const newest = new Map(this.newest);
    for (const [key, value] of entries) newest.set(key, value);
    return newest.size <= MAX_NEWEST ? new Layered(this.settled, newest) : Layered.of(over(this.settled, newest));
  }

  /** In the order in which the keys came first. */
  *values(): Iterable<V> {
    for (const [key, value] of this.settled) yield this.newest.get(key) ?? value;
    for (const [key, value] of this.newest) if (!this.settled.has(key)) yield value;
  }
}

function over<K, V>(settled: ReadonlyMap<K, V>, newest: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  const all = new Map(settled);
  for (const [key, value] of newest) all.set(key, value);
  return all;
}
