import { expect, test } from "vitest";
import type { Finding } from "../../src/protocol";
import { EMPTY, type State } from "../../src/state/state";
import { countSelected } from "../../src/ui/Count";
import * as sample from "../samples";

const finding = (id: string, ...nodeIds: string[]): Finding =>
  ({ findingId: id, ruleId: id, phase: 0, severity: "error", nodeIds, edgeIds: [] }) as unknown as Finding;

const selecting = (...nodes: string[]): State => ({
  ...EMPTY,
  graph: { ...EMPTY.graph, nodes: new Map(["n1", "n2"].map((id) => [id, sample.node(id)])) },
  findings: new Map([finding("one", "n1"), finding("both", "n1", "n2")].map((each) => [each.findingId, each])),
  canvas: { ...EMPTY.canvas, selection: { nodes, edges: [] } },
});

test("[U-670] what is selected has as many as its findings, and one that is about two of it counts once", () => {
  expect(countSelected(selecting())).toBe(0);
  expect(countSelected(selecting("n2"))).toBe(1);
  expect(countSelected(selecting("n1"))).toBe(2);
  expect(countSelected(selecting("n1", "n2"))).toBe(2);
});
