/**
 * The profile's colours for a light and a dark page: same hue, with text that can be read (4.5 : 1) and borders that
 * can be seen (3 : 1), as WCAG 2.2 AA asks. Colour is never the only sign: each box also has its symbol and two letters.
 */

export type Theme = "light" | "dark";

export interface Colours {
  readonly fill: string;
  readonly stroke: string;
  readonly text: string;
}

/** What lies behind the boxes; the same values as `--surface` in the page's themes. */
const GROUND: Readonly<Record<Theme, string>> = { light: "#FFFFFF", dark: "#171B21" };
const INK: Readonly<Record<Theme, string>> = { light: "#15181E", dark: "#F2F4F8" };
const UNKNOWN = { fill: "#EEEEEE", stroke: "#757575" };

interface Given {
  readonly fill: string;
  readonly stroke: string;
}

/** A page asks for the colours of a type thousands of times. */
const known: Readonly<Record<Theme, WeakMap<Given, Colours>>> = { light: new WeakMap(), dark: new WeakMap() };

export function coloursOf(type: Given | undefined, theme: Theme): Colours {
  const given = type ?? UNKNOWN;
  const colours = known[theme].get(given) ?? computed(given, theme);
  known[theme].set(given, colours);
  return colours;
}

function computed({ fill, stroke }: Given, theme: Theme): Colours {
  if (theme === "light") return { fill, stroke: readable(readable(stroke, GROUND.light, 3), fill, 3), text: INK.light };
  // A dark fill of the same hue: the border's colour, mostly covered by the ground.
  const dark = mixed(stroke, GROUND.dark, 0.72);
  return { fill: dark, stroke: readable(readable(stroke, GROUND.dark, 3), dark, 3), text: INK.dark };
}

/** Contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: string, two: string): number {
  const [a, b] = [luminance(one), luminance(two)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour, moved away from the ground until the ratio is reached. */
function readable(colour: string, ground: string, ratio: number): string {
  const toward = luminance(ground) > 0.4 ? "#000000" : "#FFFFFF";
  for (let share = 0; share <= 1; share += 0.05) {
    const tried = mixed(colour, toward, share);
    if (contrast(tried, ground) >= ratio) return tried;
  }
  return toward;
}

/** `share` of the second colour, the rest of the first. */
function mixed(one: string, two: string, share: number): string {
  const [a, b] = [channels(one), channels(two)];
  const hex = a.map((value, index) =>
    Math.round(value + ((b[index] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${hex.join("").toUpperCase()}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
