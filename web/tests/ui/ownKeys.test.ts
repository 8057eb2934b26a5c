// @vitest-environment jsdom
/** The keys of commands as one person has them, and what stands against those that somebody wants. */

import { afterEach, describe, expect, test } from "vitest";
import { offerCommand } from "../../src/ui/commands";
import { keyLabel, listen } from "../../src/ui/keyboard";
import { commandsWith, keptKeys, keysOf, objectionTo, withKeys } from "../../src/ui/ownKeys";
import { preferences } from "../../src/ui/preferences";

const titleOf = (objection: ReturnType<typeof objectionTo>): string | undefined =>
  objection?.why === "taken" ? `taken by ${objection.by.id}` : objection?.why;

describe("[U-310] own keys", () => {
  test("count instead of those of the table, until the command has those again", () => {
    const own = withKeys({}, "drawer.review", "g 1");
    expect([keysOf(own, "drawer.review"), keysOf(own, "drawer.history")]).toEqual(["g 1", "g h"]);
    expect(
      commandsWith(own)
        .filter(({ isOwn }) => isOwn)
        .map(({ id, usual }) => [id, usual]),
    ).toEqual([["drawer.review", "g r"]]);
    expect(withKeys(own, "drawer.review", "g r")).toEqual({});
    expect(withKeys(own, "drawer.review", undefined)).toEqual({});
  });

  test("are refused where another command has them, or they begin it, or the page or the browser needs them", () => {
    const wanted = ["g r", "g", "n x", "g h", "Enter", "g Tab", "Mod+T", "Mod+C", "x", "g 1", "Mod+Shift+K"];
    expect(wanted.map((keys) => titleOf(objectionTo({}, "drawer.history", keys)))).toEqual([
      "taken by drawer.review",
      "taken by focus.chat",
      "taken by graph.newNode",
      undefined,
      "needed",
      "needed",
      "browser",
      "needed",
      undefined,
      undefined,
      undefined,
    ]);
    // What a command has left is free for another one.
    expect(objectionTo({ "drawer.review": "x" }, "drawer.history", "g r")).toBeUndefined();
  });

  test("that another command has left are still there after a reload", () => {
    const own = withKeys(withKeys({}, "drawer.history", "g 1"), "drawer.review", "g h");
    expect(keptKeys(own)).toEqual(own);
  });

  test("that a browser has kept count only where they can be keys", () => {
    const kept = {
      "drawer.review": "g h",
      "drawer.history": "x",
      undo: 7,
      stop: "y",
      nobody: "z",
      help: "Enter",
      share: "x",
    };
    // Of two that want "x", Share comes later in the table.
    expect(keptKeys(kept)).toEqual({ "drawer.history": "x", "drawer.review": "g h" });
    // History has "g h" again, so Review cannot have it.
    expect(keptKeys({ "drawer.review": "g h", "drawer.history": "Enter" })).toEqual({});
    expect([keptKeys(null), keptKeys("g r"), keptKeys(undefined)]).toEqual([{}, {}, {}]);
  });
});

describe("[U-310] a key that was given to a command", () => {
  afterEach(() => preferences.set({ keys: {} }));

  test("does it, and the one it had does nothing any more", () => {
    const done: string[] = [];
    const ends = [listen(window), offerCommand("drawer.review", () => ({ run: () => done.push("review") }))];
    const press = (key: string): boolean =>
      !window.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    preferences.set({ keys: withKeys({}, "drawer.review", "x") });
    expect([press("x"), press("g"), press("r")]).toEqual([true, false, false]);
    preferences.set({ keys: {} });
    expect([press("x"), press("g"), press("r")]).toEqual([false, false, true]);
    expect(done).toEqual(["review", "review"]);
    expect(keyLabel(keysOf({}, "palette"))).toBe("Ctrl+K");
    for (const end of ends) end();
  });
});
