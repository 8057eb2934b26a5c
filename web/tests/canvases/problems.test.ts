import { describe, expect, test } from "vitest";
import { chosen, countsOf, EVERYTHING, rulesOf } from "../../src/problems/choose";
import type { Finding, Severity } from "../../src/protocol";

function finding(
  findingId: string,
  ruleId: string,
  severity: Severity,
  nodeId: string,
  phase = 2,
): readonly [string, Finding] {
  return [
    findingId,
    { findingId, ruleId, phase, severity, reach: "local", nodeIds: [nodeId], edgeIds: [], case: "broken" },
  ];
}

const FINDINGS = new Map([
  finding("f1", "naming", "warning", "fn1"),
  finding("f2", "function_io", "error", "fn1"),
  finding("f3", "function_io", "error", "fn2"),
  finding("f4", "isolation", "info", "fn3"),
]);

const ids = (choice: object, phase = 4): readonly string[] =>
  chosen(FINDINGS, { ...EVERYTHING, ...choice }, phase).map((each) => each.findingId);

describe("the problems drawer lists", () => {
  test("everything, the worst first", () => expect(ids({})).toEqual(["f2", "f3", "f1", "f4"]));
  test("chosen severities", () => expect(ids({ severities: new Set(["warning", "info"]) })).toEqual(["f1", "f4"]));
  test("one rule", () => expect(ids({ ruleId: "function_io" })).toEqual(["f2", "f3"]));
  test("what is about the selection", () => expect(ids({ about: new Set(["fn1"]) })).toEqual(["f2", "f1"]));
  test("nothing about an empty selection", () => expect(ids({ about: new Set() })).toEqual([]));
});

test("rules and severities are counted", () => {
  expect(rulesOf(FINDINGS, undefined)).toEqual([
    ["function_io", 2],
    ["isolation", 1],
    ["naming", 1],
  ]);
  expect(rulesOf(FINDINGS, "mended")).toContainEqual(["mended", 0]);
  expect(rulesOf(FINDINGS, "naming")).toHaveLength(3);
  expect([...countsOf(FINDINGS, 4)]).toEqual([
    ["warning", 1],
    ["error", 2],
    ["info", 1],
  ]);
});

test("what only later phases ask for comes last, phase by phase, and is counted apart", () => {
  const all = new Map([
    ...FINDINGS,
    finding("f5", "allocation", "error", "fn1", 3),
    finding("f6", "naming", "info", "fn2", 0),
  ]);
  const shown = (choice: object): readonly string[] =>
    chosen(all, { ...EVERYTHING, ...choice }, 1).map((each) => each.findingId);
  expect(shown({})).toEqual(["f6", "f2", "f3", "f1", "f4", "f5"]);
  expect(shown({ when: "now" })).toEqual(["f6"]);
  expect(shown({ when: "later", about: new Set(["fn1"]) })).toEqual(["f2", "f1", "f5"]);
  expect(countsOf(all, 1)).toEqual(
    new Map([
      ["later", 5],
      ["info", 1],
    ]),
  );
});
