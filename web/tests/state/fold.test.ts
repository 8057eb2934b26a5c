import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DurableEvent } from "../../src/protocol";
import { folded, type Kind, type RecordChange, type Records } from "../../src/state/fold";

/** Every durable event and what Python makes of it: `python -m tests.golden.folding` writes this. */
const FIXTURE = new URL("../../../tests/golden/folds/events.json", import.meta.url);

interface Row {
  readonly event: DurableEvent;
  readonly changes: readonly RecordChange[];
}

class Standing implements Records {
  private readonly all = new Map<string, RecordChange>();

  readonly one = (kind: Kind, id: string): object | undefined => this.all.get(`${kind} ${id}`)?.record;

  readonly ofGroup = (kind: Kind, group: string): readonly (readonly [string, object])[] =>
    [...this.all.values()].flatMap((each) =>
      each.record && each.kind === kind && each.group === group ? [[each.id, each.record] as const] : [],
    );

  /** The changes of an event, each taken in as it comes. */
  readonly hear = (event: DurableEvent): readonly RecordChange[] => {
    const changes = [...folded(event, this)];
    for (const change of changes) this.all.set(`${change.kind} ${change.id}`, change);
    return changes;
  };
}

const rows: readonly Row[] = JSON.parse(readFileSync(FIXTURE, "utf-8"));

describe("the fold of the page is the fold of the stores", () => {
  const records = new Standing();

  test.each(rows.map(({ event, changes }) => [event.sequence, event.type, event, changes] as const))(
    "%i %s",
    (_sequence, _type, event, changes) => expect(records.hear(event)).toEqual(changes),
  );
});
