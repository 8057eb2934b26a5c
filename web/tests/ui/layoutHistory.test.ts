import { expect, test } from "vitest";
import { EMPTY } from "../../src/state/state";
import { Store } from "../../src/state/store";
import { hid, type LayoutStep, moved, stepBack, stepped } from "../../src/ui/layoutHistory";
import * as sample from "../samples";

const [ANA, BEN] = [
  { personId: "ana", name: "Ana" },
  { personId: "ben", name: "Ben" },
];

const step = (x: number) => ({ view: "hierarchy", before: { a: [x, 0] as const }, after: { a: [x + 1, 0] as const } });

function storeOf(): Store {
  const store = new Store(EMPTY);
  store.setConnection({ me: { ...ANA, access: "editor" } });
  return store;
}

/** The step is taken back or done again, and the server takes it. */
function take(store: Store, way: "undo" | "redo"): LayoutStep | undefined {
  const taken = stepBack(store, way);
  if (taken !== undefined) stepped(store, way, taken);
  return taken;
}

function commits(store: Store, ...made: readonly ReturnType<typeof sample.commit>[]): void {
  store.update((state) => ({ ...state, commits: [...made.toReversed(), ...state.commits] }));
}

test("moves are taken back and done again in their order", () => {
  const store = storeOf();
  moved(store, step(1));
  moved(store, step(2));
  expect(take(store, "undo")).toMatchObject(step(2));
  expect(take(store, "undo")).toMatchObject(step(1));
  expect(take(store, "undo")).toBeUndefined();
  expect(take(store, "redo")).toMatchObject(step(1));
  moved(store, step(5));
  expect(take(store, "redo")).toBeUndefined();
});

test("a newer change of mine is taken back first, and one of somebody else is none of mine", () => {
  const store = storeOf();
  moved(store, step(1));
  commits(store, sample.commit(1, { author: BEN }));
  expect(take(store, "undo")).toBeDefined();
  moved(store, step(2));
  commits(store, sample.commit(2, { author: ANA }));
  expect(take(store, "undo")).toBeUndefined();
});

test("a move made before a change that was undone is the next to be taken back", () => {
  const store = storeOf();
  commits(store, sample.commit(1, { author: ANA }));
  moved(store, step(1));
  commits(store, sample.commit(2, { author: ANA }));
  expect(take(store, "undo")).toBeUndefined();
  commits(store, sample.commit(3, { author: ANA, reverts: ["c2"] }));
  expect(take(store, "undo")).toMatchObject(step(1));
  expect(take(store, "undo")).toBeUndefined();
  commits(store, sample.commit(4, { author: ANA, reverts: ["c1"] }));
  expect(take(store, "redo")).toBeUndefined();
  commits(store, sample.commit(5, { author: ANA, reverts: ["c4"] }));
  expect(take(store, "redo")).toMatchObject(step(1));
});

test("a step that was refused is the next one still", () => {
  const store = storeOf();
  moved(store, step(1));
  expect(stepBack(store, "undo")).toBe(stepBack(store, "undo"));
  expect(take(store, "undo")).toMatchObject(step(1));
});

test("hiding boxes is a step among the moves, and is shown as it was before or after it", () => {
  const store = storeOf();
  const shown: string[] = [];
  moved(store, step(1));
  hid(store, (when) => shown.push(when));
  const hiding = take(store, "undo");
  expect(hiding).toMatchObject({ kind: "hide" });
  if (hiding?.kind === "hide") hiding.show("before");
  expect(shown).toEqual(["before"]);
  expect(take(store, "undo")).toMatchObject(step(1));
});
