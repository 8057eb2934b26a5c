import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/locales";
import { FRAMEWORKS } from "../../src/protocol/later";
import { frameworkTitle, sectionTitle } from "../../src/runs/frameworks";

test("every form of answers and each of its sections has a name in every language, and none is called by its id", () => {
  for (const [name, { sections }] of Object.entries(FRAMEWORKS)) {
    for (const language of LANGUAGES) {
      expect(frameworkTitle(name, language)).not.toBe(name);
      for (const section of Object.keys(sections)) expect(sectionTitle(name, section, language)).not.toBe(section);
    }
  }
  expect(frameworkTitle("legalQuestion", "fr")).toBe("Question de droit");
});

test("a form that this page does not know is shown as it is called", () => {
  expect([frameworkTitle("poem", "de"), sectionTitle("poem", "verse", "de")]).toEqual(["poem", "verse"]);
});
