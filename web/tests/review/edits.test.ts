/** What becomes of what is being written into a proposed change when a colleague changes the same. */

import { describe, expect, test } from "vitest";
import { drafted, picked, stillAsked, written } from "../../src/review/edits";

const was = { name: "Pump", descr: "Moves water.", mass: "3" };
const draft = { was, texts: { ...was, name: "Feed pump" } };

describe("a draft of an edit", () => {
  test("is shown as it is written while nobody else changes anything", () => {
    expect(written(undefined, was)).toEqual({ texts: was, contested: [] });
    expect(written(draft, was)).toEqual({ texts: draft.texts, contested: [] });
  });

  test("takes along what somebody else changed elsewhere", () => {
    const now = { ...was, descr: "Moves warm water." };
    expect(written(draft, now)).toEqual({ texts: { ...now, name: "Feed pump" }, contested: [] });
  });

  test("is asked about where both changed the same to something else, and not where to the same", () => {
    expect(written(draft, { ...was, name: "Motor" })).toEqual({ texts: draft.texts, contested: ["name"] });
    expect(written(draft, { ...was, name: "Feed pump" }).contested).toEqual([]);
  });

  test("goes on with mine or theirs, and writing elsewhere decides nothing", () => {
    const now = { ...was, name: "Motor" };
    const { texts, contested } = written(draft, now);
    const elsewhere = drafted({ ...texts, mass: "4" }, stillAsked(draft, now, contested));
    expect(written(elsewhere, now)).toEqual({ texts: { ...texts, mass: "4" }, contested: ["name"] });
    expect(written(drafted(texts, now), now)).toEqual({ texts, contested: [] });
    expect(drafted({ ...texts, ...picked(now, contested) }, now)).toBeUndefined();
  });
});
