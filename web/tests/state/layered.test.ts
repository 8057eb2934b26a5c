import { expect, test } from "vitest";
import { Layered } from "../../src/state/layered";

test("a layered map holds what a map would, in the same order, and earlier ones stay as they were", () => {
  const plain = new Map<string, number>();
  let layered = Layered.of<string, number>();
  let earlier: { readonly layered: Layered<string, number>; readonly values: readonly number[] } | undefined;
  for (let turn = 0; turn < 2_000; turn += 1) {
    const entries = new Map([
      [`k${(turn * 37) % 1_501}`, turn],
      [`k${turn % 90}`, -turn],
    ]);
    for (const [key, value] of entries) plain.set(key, value);
    layered = layered.with(entries);
    if (turn === 1_000) earlier = { layered, values: [...plain.values()] };
  }
  expect([...layered.values()]).toEqual([...plain.values()]);
  expect([...plain].filter(([key, value]) => layered.get(key) !== value || !layered.has(key))).toEqual([]);
  expect([layered.get("nothing"), layered.has("nothing")]).toEqual([undefined, false]);
  expect([...(earlier?.layered.values() ?? [])]).toEqual(earlier?.values);
});
