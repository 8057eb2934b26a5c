import { describe, expect, test } from "vitest";
import { coloursOf, contrast, type Theme } from "../../src/canvases/graph/colours";
import { ONTOLOGY } from "./models";

const GROUND: Readonly<Record<Theme, string>> = { light: "#FFFFFF", dark: "#18212A" };

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test.each(ONTOLOGY.nodeTypes.map((type) => [type.name, type] as const))(
    "%s can be read and told apart",
    (_name, type) => {
      const { fill, stroke, text } = coloursOf(type, theme);
      expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(stroke, fill)).toBeGreaterThanOrEqual(3);
      expect(contrast(stroke, GROUND[theme])).toBeGreaterThanOrEqual(3);
    },
  );

  test("a type that the profile does not know has colours too", () => {
    const { fill, text } = coloursOf(undefined, theme);
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
  });
});

test("contrast is the ratio of WCAG 2", () => {
  expect([contrast("#FFFFFF", "#000000"), contrast("#777777", "#777777")]).toEqual([21, 1]);
});
