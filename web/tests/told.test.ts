/** The page says of a finding, a problem or a note what the server says: the samples are the server's own words. */

import { expect, test } from "vitest";
import samples from "../../tests/languages/told.json";
import { LANGUAGES, type Language, LOCALES } from "../src/locales";
import { type Told, toldIn } from "../src/locales/told";
import type { Finding, Problem, Term } from "../src/protocol";

const told = new Map<Language, Told>();
for (const language of LANGUAGES) told.set(language, toldIn((await LOCALES[language].load()).texts.told, language));

function saying(language: Language): Told {
  const found = told.get(language);
  if (!found) throw new Error(language);
  return found;
}

interface Sample {
  readonly language: Language;
  readonly told: Finding | Problem;
  readonly message: string;
  readonly hint: string;
}

test.each(samples.told as unknown as readonly Sample[])(
  "$language: $message",
  ({ language, told: given, message, hint }) => {
    const say = saying(language);
    expect([say.message(given), say.hint(given)]).toEqual([message, hint]);
  },
);

test.each(samples.notes as unknown as readonly { language: Language; note: Term; text: string }[])(
  "$language: $text",
  ({ language, note, text }) => expect(saying(language).note(note)).toBe(text),
);

test("what a newer server may send is named, not lost", () => {
  const unknown = { ruleId: "not_yet", case: "new", severity: "info", values: {} } as unknown as Finding;
  const say = saying("de");
  expect([say.message(unknown), say.hint(unknown), say.title("not_yet")]).toEqual(["rules.not_yet.new", "", "not_yet"]);
});

test("a phase is told by what people do in it, and one that nobody has named by its number", () => {
  expect([1, 4, 9].map(saying("en").phase)).toEqual(["requirements", "verification", "9"]);
});

test("what every box asks for is made once of a language", async () => {
  const { texts } = await LOCALES.en.load();
  expect(toldIn(texts.told, "en")).toBe(saying("en"));
});
