/** The page says of a finding, a problem or a note what the server says: the samples are the server's own words. */

import { expect, test } from "vitest";
import samples from "../../tests/languages/told.json";
import { toldIn } from "../src/locales/told";
import type { Finding, Problem, Term } from "../src/protocol";
import type { Language } from "../src/ui/text";

interface Sample {
  readonly language: Language;
  readonly told: Finding | Problem;
  readonly message: string;
  readonly hint: string;
}

test.each(samples.told as unknown as readonly Sample[])("$language: $message", ({ language, told, message, hint }) => {
  const say = toldIn(language);
  expect([say.message(told), say.hint(told)]).toEqual([message, hint]);
});

test.each(samples.notes as unknown as readonly { language: Language; note: Term; text: string }[])(
  "$language: $text",
  ({ language, note, text }) => expect(toldIn(language).note(note)).toBe(text),
);

test("what a newer server may send is named, not lost", () => {
  const unknown = { ruleId: "not_yet", case: "new", severity: "info", values: {} } as unknown as Finding;
  const say = toldIn("de");
  expect([say.message(unknown), say.hint(unknown), say.title("not_yet")]).toEqual(["rules.not_yet.new", "", "not_yet"]);
});
