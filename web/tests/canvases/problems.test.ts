import { describe, expect, test } from "vitest";
import { chosen, countsOf, EVERYTHING, gathered, rulesOf } from "../../src/problems/choose";
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

describe("[U-684] of one rule", () => {
  const many = new Map(Array.from({ length: 101 }, (_, at) => finding(`m${at}`, "ids", "error", `n${at}`)));
  const listed = chosen(new Map([...FINDINGS, ...many]), EVERYTHING, 4);
  const lines = (opened: readonly string[]): readonly string[] =>
    gathered(listed, new Set(opened), 4).map(({ key, findings }) => `${key}: ${findings.length}`);

  test("many findings stand in one line with their count, few each in a line of its own", () => {
    expect(lines([])).toEqual(["f2: 1", "f3: 1", "ids error now: 101", "f1: 1", "f4: 1"]);
  });

  test("the line is opened to what it stands for, and what counts later stands apart", () => {
    expect(lines(["ids error now"])).toHaveLength(4 + 1 + 101);
    const later = new Map([
      ...many,
      ...Array.from({ length: 11 }, (_, at) => finding(`l${at}`, "ids", "error", "n", 5)),
    ]);
    const rows = gathered(chosen(later, EVERYTHING, 4), new Set(), 4);
    expect(rows.map(({ findings }) => findings.length)).toEqual([101, 11]);
  });
});
