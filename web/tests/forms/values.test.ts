import { describe, expect, test } from "vitest";
import { answeredOf, openForms, runsWithForms } from "../../src/forms/forms";
import { maySkip, opening, read } from "../../src/forms/values";
import type { Form } from "../../src/protocol";
import * as sample from "../samples";

const form: Form = {
  whoMayAnswer: "ask",
  assumptionOnSkip: "It is 6 m long.",
  fields: [
    { key: "length", label: "Length", type: "number", unit: "m", required: true, min: 1, max: 40 },
    { key: "law", label: "Law", type: "choice", options: ["BW", "BY"], required: true, default: "BW" },
    { key: "uses", label: "Uses", type: "choices", options: ["Car", "Wood"], required: false },
    { key: "isOpen", label: "Open?", type: "boolean", required: true, default: true },
    { key: "note", label: "Note", type: "text", required: false },
  ],
};

describe("a form", () => {
  test("opens with its defaults", () => {
    expect(opening(form)).toEqual({ length: "", law: "BW", uses: [], isOpen: "yes", note: "" });
  });

  test("becomes values of their types, and leaves out what was left empty", () => {
    const typed = { ...opening(form), length: " 6,5 ", uses: ["Wood"], isOpen: "no" };
    expect(read(form, typed)).toEqual({ values: { length: 6.5, law: "BW", uses: ["Wood"], isOpen: false }, wrong: {} });
  });

  test.each([
    ["", "required"],
    ["six", "notANumber"],
    ["0", "tooSmall"],
    ["41", "tooLarge"],
    ["1e999", "notANumber"],
  ])("says what is wrong with a length of %j", (length, wrong) => {
    expect(read(form, { ...opening(form), length }).wrong).toEqual({ length: wrong });
  });

  test("takes nothing that is not offered, and no text without end", () => {
    const typed = { ...opening(form), length: "6", law: "XX", uses: ["Boat"], note: "x".repeat(20_001) };
    expect(read(form, typed).wrong).toEqual({ law: "notAnOption", uses: "notAnOption", note: "tooLong" });
  });

  test("a required field with a default may stay empty", () => {
    expect(read(form, { ...opening(form), length: "6", law: "", isOpen: "" })).toEqual({
      values: { length: 6 },
      wrong: {},
    });
  });

  test("may be skipped where something is assumed, or nothing has to be known", () => {
    const { assumptionOnSkip, ...must } = form;
    expect([maySkip(form), maySkip(must), maySkip({ ...must, fields: must.fields.slice(1) })]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe("the forms of a run", () => {
  test("are those it waits for; a wait for a proposal is none", () => {
    const waits = new Map([
      [
        "r1",
        [
          { stepId: "s1", form },
          { stepId: "s2", proposalId: "p" },
        ],
      ],
      ["r2", [{ stepId: "s3", proposalId: "p" }]],
    ]);
    expect([openForms(waits.get("r1")).map((each) => each.stepId), runsWithForms(waits)]).toEqual([["s1"], ["r1"]]);
  });

  test("say afterwards who answered what", () => {
    const result = { form, outcome: "answered", values: { length: 6 }, person: { personId: "p2", name: "Ben" } };
    const step = sample.step("s1", { kind: "interactive_form_wait", status: "completed", result });
    expect(answeredOf(step)).toEqual(result);
    expect([answeredOf({ ...step, status: "waiting" }), answeredOf({ ...step, kind: "plan" })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
