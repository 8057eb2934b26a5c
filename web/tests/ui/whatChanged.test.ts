import { expect, test } from "vitest";
import { frame } from "../../src/locales/en/frame";
import type { Change } from "../../src/protocol";
import { speaker } from "../../src/ui/text";
import { whatChanged } from "../../src/ui/useWhatChanged";
import { edge, node } from "../canvases/models";

const say = speaker(frame, "en");
const told = (...changes: readonly Change[]): string => whatChanged(changes, say, (id) => id.toUpperCase());
const ofNode = (before: string | null, after: string | null): Change => ({
  ...{ element: "node", operationId: "1" },
  before: before === null ? null : node("fn1", { name: before }),
  after: after === null ? null : node("fn1", { name: after }),
});
const ofEdge: Change = { element: "edge", operationId: "2", before: edge("fn1", "satisfy", "rq1"), after: null };

test("a notice names the one element that a change set was about, else how many changes it had", () => {
  expect([told(ofNode(null, "Pay")), told(ofNode("Pay", null)), told(ofNode("Pay", "Pay"))]).toEqual([
    "“Pay” added",
    "“Pay” deleted",
    "“Pay” changed",
  ]);
  expect(told(ofNode("Pay", "Ship"))).toBe("“Pay” renamed to “Ship”");
  expect(told(ofEdge)).toBe("“FN1 → RQ1” deleted");
  expect(told(ofNode("Pay", null), ofEdge)).toBe("“Pay” deleted");
  expect(told(ofEdge, ofEdge)).toBe("2 changes");
});
