/** What of the findings counts, and what it marks. */

import { expect, test } from "vitest";
import type { Finding } from "../../src/protocol";
import { marksOf, sorted } from "../../src/state/findings";

const finding = (ruleId: string, phase: number, nodeIds: readonly string[], edgeIds: readonly string[]): Finding =>
  ({ id: ruleId, ruleId, phase, severity: "error", nodeIds, edgeIds }) as unknown as Finding;

const due = finding("naming", 1, ["n1", "n2"], []);
const relation = finding("valid_edge_types", 1, [], ["e1"]);
const later = finding("requirements_verification", 3, ["n1"], ["e1"]);
const all = new Map([later, due, relation].map((each) => [each.ruleId, each]));

test("[U-525] what only a later phase asks for marks neither node nor edge until then", () => {
  expect([...marksOf("nodeIds")(all, 1)]).toEqual([
    ["n1", [due]],
    ["n2", [due]],
  ]);
  expect([...marksOf("edgeIds")(all, 1)]).toEqual([["e1", [relation]]]);
  expect(marksOf("nodeIds")(all, 3).get("n1")).toEqual([later, due]);
  expect(marksOf("edgeIds")(all, 3).get("e1")).toEqual([later, relation]);
  expect(sorted(all, 1)).toEqual([due, relation, later]);
});
