import { describe, expect, test } from "vitest";
import { nameOf } from "../../src/ui/keyboard";
import { catalogue, LANGUAGES, speaker } from "../../src/ui/text";

const catalogues = import.meta.glob<{ readonly words: Readonly<Record<string, Readonly<Record<string, string>>>> }>(
  "../../src/**/words.ts",
  { eager: true },
);

const places = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(Object.entries(catalogues))("%s", (_path, { words }) => {
  test.each(LANGUAGES)("%s says everything, with the same places", (language) => {
    for (const [key, english] of Object.entries(words.en ?? {})) {
      const text = words[language]?.[key] ?? "";
      expect(text.trim(), key).not.toBe("");
      expect(places(text), key).toEqual(places(english));
      expect(text.split(" || ").length, key).toBe(english.split(" || ").length);
    }
  });
});

describe("speaking", () => {
  const words = catalogue(
    { n: "{count} step || {count} steps" },
    { n: "{count} Schritt || {count} Schritte" },
    { n: "{count} étape || {count} étapes" },
  );

  test.each([
    ["en", 1, "1 step"],
    ["en", 0, "0 steps"],
    ["fr", 0, "0 étape"],
    ["de", 12_345, "12.345 Schritte"],
  ] as const)("%s, %i", (language, count, said) => {
    expect(speaker(words, language)("n", { count })).toBe(said);
  });
});

describe("keys", () => {
  const key = (name: string, more: Partial<KeyboardEvent> = {}): string =>
    nameOf({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

  test.each([
    [key("?", { shiftKey: true }), "?"],
    [key("k", { ctrlKey: true }), "Mod+K"],
    [key("k", { metaKey: true }), "Mod+K"],
    [key("z", { ctrlKey: true, shiftKey: true }), "Mod+Shift+Z"],
    [key("Escape"), "Escape"],
  ])("%s is written %s", (written, wanted) => expect(written).toBe(wanted));
});
