/**
 * Which operations of a proposal need which others, both ways round. Pure: the server says it in `dependsOn`, and refuses a
 * choice that is not closed; here it is told before anybody decides.
 */

/** Direct needs by operation id; those that need nothing may be absent. */
export type Needs = Readonly<Record<string, readonly string[]>>;

/** Everything an operation cannot do without, however far. */
export function requirementsOf(needs: Needs, id: string): ReadonlySet<string> {
  return reached(id, (each) => needs[each] ?? []);
}

/** Everything that cannot do without this operation, however far. */
export function dependantsOf(needs: Needs, id: string): ReadonlySet<string> {
  const needing = inverse(needs);
  return reached(id, (each) => needing.get(each) ?? []);
}

/** What falls away when these are rejected: each with the rejected operation it goes with (itself when rejected itself). */
export function droppedWith(needs: Needs, rejected: readonly string[]): ReadonlyMap<string, string> {
  const needing = inverse(needs);
  const dropped = new Map(rejected.map((id) => [id, id]));
  for (const id of rejected) {
    for (const dependant of reached(id, (each) => needing.get(each) ?? []))
      if (!dropped.has(dependant)) dropped.set(dependant, id);
  }
  return dropped;
}

function inverse(needs: Needs): ReadonlyMap<string, readonly string[]> {
  const needing = new Map<string, string[]>();
  for (const [id, needed] of Object.entries(needs)) {
    for (const each of needed) {
      const known = needing.get(each);
      if (known) known.push(id);
      else needing.set(each, [id]);
    }
  }
  return needing;
}

/** What can be reached from an id, itself left out; a ring ends where it began. */
function reached(from: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...next(from)];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === from || found.has(id)) continue;
    found.add(id);
    open.push(...next(id));
  }
  return found;
}
