import { describe, expect, it } from "vitest";
import { noteOf, type Words } from "../../src/administration/noteOf";
import { administration as german } from "../../src/locales/de/administration";
import { people as germanPeople } from "../../src/locales/de/people";
import { administration as english } from "../../src/locales/en/administration";
import { administration as french } from "../../src/locales/fr/administration";
import type { EnglishAdministration } from "../../src/locales/translation";
import { type SayFrom, speaker } from "../../src/ui/text";

const NAMES = new Map([
  ["01a2", "Ana"],
  ["01b3", "shop"],
]);
type Say = SayFrom<EnglishAdministration>;
const ENGLISH: Words = { say: speaker(english, "en"), called: () => undefined, names: NAMES };
const GERMAN: Words = {
  say: speaker(german, "de") as Say,
  called: (detail, value) => (detail === "access" ? germanPeople[`access.${value}` as "access.editor"] : undefined),
  names: NAMES,
};
const FRENCH: Words = { say: speaker(french, "fr") as Say, called: () => undefined, names: NAMES };

describe("what an entry of the audit adds", () => {
  const hold = { held: "01b3", reason: "an audit of the year", is_held: "True" };

  it("is said in words of the language, with names for ids that are known", () => {
    expect([ENGLISH, GERMAN, FRENCH].map((words) => noteOf(hold, words))).toEqual([
      "project: shop; reason: an audit of the year; on hold: yes",
      "Projekt: shop; Grund: an audit of the year; gesperrt: ja",
      "projet : shop; motif : an audit of the year; gelé : oui",
    ]);
    expect(noteOf({ person_id: "01a2", access: "editor" }, GERMAN)).toBe(
      "Person: Ana; Zugriff: Fragen, ändern und entscheiden",
    );
  });

  it("says somebody once, who is named beside the id", () => {
    expect(noteOf({ person_id: "01c4", name: "Ben" }, ENGLISH)).toBe("name: Ben");
  });

  it("keeps the id of what nobody knows any more, and names nothing else by chance", () => {
    expect(noteOf({ person: "01c4", token: "01a2" }, ENGLISH)).toBe("person: 01c4; token: 01a2");
  });

  it("says a value by what it is of", () => {
    expect(noteOf({ kind: "view", days: "30" }, GERMAN)).toBe("Art: Ansicht; Tage: 30");
    expect(noteOf({ name: "view", reason: "True" }, GERMAN)).toBe("Name: view; Grund: True");
  });

  it("lets a code stand that another server wrote", () => {
    expect(noteOf({ colour: "blue", policy: "weekly" }, ENGLISH)).toBe("colour: blue; changes: weekly");
  });
});
