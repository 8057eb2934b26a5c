import { describe, expect, it } from "vitest";
import { lettersAt } from "../../src/canvases/graph/letters";

/** From the farthest to the nearest, in steps finer than any wheel. */
const ZOOMS = Array.from({ length: 247 }, (_, step) => 0.04 + step / 100);
const SEEN = 12;

describe("the letters of a picture", () => {
  it("are at least 12 pixels on the screen wherever a name or a label is shown", () => {
    for (const zoom of ZOOMS) {
      const { detail, name, label, port } = lettersAt(zoom);
      if (detail !== "icon") expect(name * zoom).toBeGreaterThanOrEqual(SEEN);
      if (label !== undefined) expect(label * zoom).toBeGreaterThanOrEqual(SEEN);
      if (port !== undefined) expect(port * zoom).toBeGreaterThanOrEqual(SEEN);
    }
  });

  it("of labels stay away where they would cover what they name, and are no larger than needed before", () => {
    const labels = [0.04, 0.59, 0.6, 0.8, 0.9, 1, 2.5].map((zoom) => lettersAt(zoom).label);
    expect(labels).toEqual([undefined, undefined, 20, 15, 14, 12, 12]);
  });

  it("of ports stay away where they would be higher than the line of one", () => {
    const ports = [0.6, 0.79, 0.8, 0.9, 1, 2.5].map((zoom) => lettersAt(zoom).port);
    expect(ports).toEqual([undefined, undefined, 15, 14, 12, 12]);
  });

  it("say what a box has room for", () => {
    expect([0.49, 0.5, 0.94, 0.95].map((zoom) => lettersAt(zoom).detail)).toEqual([
      "icon",
      "compact",
      "compact",
      "full",
    ]);
  });
});
