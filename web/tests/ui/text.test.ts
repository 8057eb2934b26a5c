import { describe, expect, test } from "vitest";
import { ADMINISTRATION, KEYS, LANGUAGES, LOCALES } from "../../src/locales";
import { texts as english } from "../../src/locales/en";
import { administration } from "../../src/locales/en/administration";
import { keys } from "../../src/locales/en/keys";
import type { Translation } from "../../src/locales/translation";
import { nameOf } from "../../src/ui/keyboard";
import { speaker } from "../../src/ui/text";

const places = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

describe.each(LANGUAGES)("%s", (language) => {
  test.each(Object.entries({ ...english, administration, keys }))(
    "says everything about %s, with the same places and forms",
    async (area, texts) => {
      const { texts: translation } = await LOCALES[language].load();
      const all = { ...translation, administration: await ADMINISTRATION[language](), keys: await KEYS[language]() };
      const said: Readonly<Record<string, string>> = all[area as keyof typeof all];
      expect(Object.keys(said).sort()).toEqual(Object.keys(texts).sort());
      for (const [key, text] of Object.entries<string>(texts)) {
        expect(said[key]?.trim(), key).not.toBe("");
        expect(places(said[key] ?? ""), key).toEqual(places(text));
        expect(said[key]?.split(" || ").length, key).toBe(text.split(" || ").length);
      }
    },
  );
});

test("a text that a language lacks does not compile", () => {
  // @ts-expect-error: one text is not the whole chat
  const lacking: Translation["chat"] = { send: "Senden" };
  // @ts-expect-error: and no language says what English does not
  const invented: keyof Translation["chat"] = "nobodyAsksForThis";
  expect([Object.keys(lacking), invented].length).toBe(2);
});

describe("speaking", () => {
  const texts = { n: "{count} step || {count} steps" } as const;
  const german = { n: "{count} Schritt || {count} Schritte" } as const;
  const french = { n: "{count} étape || {count} étapes" } as const;

  test.each([
    ["en", texts, 1, "1 step"],
    ["en", texts, 0, "0 steps"],
    ["fr", french, 0, "0 étape"],
    ["de", german, 12_345, "12.345 Schritte"],
  ] as const)("%s, %j, %i", (language, said, count, wanted) => {
    expect(speaker<typeof texts | typeof german | typeof french>(said, language)("n", { count })).toBe(wanted);
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
