import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boxSize } from "../../src/canvases/graph/geometry";
import { lettersAt } from "../../src/canvases/graph/letters";
import { READABLE } from "../../src/canvases/graph/revealing";

/** Of Inter, in parts of the size of its letters: lines, and how far letters reach from the line they stand on. */
const INTER = { ascent: 0.969, descent: 0.241, accent: 0.94, capital: 0.76, tail: 0.22 };
/** Pixels: the largest letters of a name, and the height of a plain box. */
const LARGEST = 24;
const { height: BOX } = boxSize({ name: "Warehouse", nodeType: "FUNC", ports: [] });

const STYLES = readFileSync("src/canvases/graph/drawing.css", "utf8");

/** Every rule of a selector that ends so, as its declarations by name. */
function rule(end: string): Readonly<Record<string, string>> {
  const found = [...STYLES.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) =>
    selector?.trim().replace(/\s+/g, " ").endsWith(end),
  );
  const lines = found.flatMap(([, , body]) => body?.split(";") ?? []);
  return Object.fromEntries(lines.map((line) => line.split(":").map((part) => part.trim())));
}

describe("a name in a box that is seen from far", () => {
  const name = rule('[data-group="true"]) .box-name bdi');
  const around = rule('[data-detail="compact"] .box .box-name bdi');
  const [height, beyond] = [Number(name["line-height"]), Number.parseFloat(around["padding-block"] ?? "")];
  /** Where letters of a line stand, from the top of the first. */
  const stand = (line: number): number => line * height + height / 2 + (INTER.ascent - INTER.descent) / 2;

  it("shows two lines whole, and of a third at most the dots on a capital", () => {
    expect([name["-webkit-line-clamp"], name.overflow]).toEqual(["2", "hidden"]);
    const cut = 2 * height + beyond;
    expect(stand(1) + INTER.tail).toBeLessThanOrEqual(cut);
    expect(stand(2) - INTER.capital).toBeGreaterThanOrEqual(cut);
  });

  it("shows a single line whole, with what hangs below it and stands above it", () => {
    expect(stand(0) + INTER.tail).toBeLessThanOrEqual(height + beyond);
    expect(stand(0) - INTER.accent).toBeGreaterThanOrEqual(-beyond);
  });

  it("keeps two lines as far apart as its letters are high, and within its box", () => {
    expect(stand(1) - stand(0)).toBeCloseTo(1);
    expect(2 * (height + beyond) + 2 * Number.parseFloat(around["margin-block"] ?? "")).toBeLessThanOrEqual(
      BOX / LARGEST,
    );
  });

  it("[U-671] keeps two lines off the border, by three pixels on the screen where a picture opens", () => {
    const air = (zoom: number): number => ((BOX - 2 * height * lettersAt(zoom).name) / 2) * zoom;
    expect(air(READABLE)).toBeGreaterThan(3);
    expect(air(0.5)).toBeGreaterThanOrEqual(1);
  });
});

describe("the width of a box", () => {
  const width = (name: string): number => boxSize({ name, nodeType: "FUNC", ports: [] }).width;

  it("leaves the longest word of a name room in the largest letters, up to a limit", () => {
    // Measured in a browser at 24 px: “Warehouse” is 125 wide, “Zahlungsanbieter” 192; beside it are sign, gaps and margins.
    expect(width("Warehouse")).toBeGreaterThanOrEqual(125 + 38);
    expect(width("Zahlungsanbieter")).toBeGreaterThanOrEqual(192 + 38);
    expect(width("Rechtsschutzversicherungsgesellschaften")).toBe(260);
  });

  it("counts words that are written together one by one, as they are broken", () => {
    expect(width("CheckStock")).toBe(width("Check Stock") - 8);
    expect(width("TestRefund")).toBe(width("RefundTest"));
  });

  it("[X-180] grows by the id that people know it by, so that the name keeps its room", () => {
    const known = (name: string, knownId: string): number =>
      boxSize({ name, knownId, nodeType: "REQ", ports: [] }).width;
    const added = (id: string): number => Math.round((id.length + 1) * 8.4);
    expect(known("Link the roles", "ZEP-2")).toBe(width("Link the roles") + added("ZEP-2"));
    expect(known("Rechtsschutzversicherungsgesellschaften", "ZEP-2")).toBe(260 + added("ZEP-2"));
    expect(known("Link the roles of everybody", "Z-".repeat(19))).toBeLessThanOrEqual(260 + added("Z-".repeat(8)));
  });
});
