import { expect, test } from "vitest";
import { completionAt } from "../../src/canvases/chat/completion";
import { cellText, columnsOf } from "../../src/canvases/table/columns";
import type { Node } from "../../src/protocol";
import { allIds, cameFrom, idBefore, knownId, lookedUpBy, nameWithId } from "../../src/state/foreign";
import { foundBy } from "../../src/tree/rows";
import { node, ONTOLOGY } from "../canvases/models";

const KNOWN = node("rq1", { attributes: { "foreign.id": "ZEP-2", "foreign.source": "zephyr.sdoc" } });
const MADE = node("rq2", { attributes: { "foreign.id": "2c84e85a-59d1-11da-8ef5-afdbd01c7a71" } });
const OURS = node("rq3");

test.each([
  ["ZEP-2", "ZEP-2"],
  ["SDOC-SRS-12", "SDOC-SRS-12"],
  ["12", undefined],
  ["checkout", undefined],
  ["REQUIREMENT-e83944ee-8223-4a8f-a59c-370191e140d1", undefined],
])("[X-180] people know an element by %j as %j", (foreign, known) => {
  expect(knownId({ "foreign.id": foreign })).toBe(known);
});

test("[X-180] what ReqIF calls an object is known where its own id is not, and only of what was imported", () => {
  expect(knownId({ "foreign.id": "_53a1474b", "ReqIF.ForeignID": "SRD-7" })).toBe("SRD-7");
  expect(knownId({ "ReqIF.ForeignID": "SRD-7" })).toBeUndefined();
});

test("[X-180] the id stands before the name, but not before one that begins with it", () => {
  expect([KNOWN, MADE, OURS].map(nameWithId)).toEqual(["ZEP-2 RQ1", "RQ2", "RQ3"]);
  expect(idBefore({ ...KNOWN, name: "zep-2: links" })).toBeUndefined();
  expect([KNOWN, MADE].map(allIds)).toEqual(["ZEP-2 · RQ1.RQ.001", "RQ2.RQ.001"]);
});

test("[X-180] an element is looked up, completed and found in the tree by the id that people know it by", () => {
  const nodes = new Map([KNOWN, MADE, OURS].map((each): [string, Node] => [each.nodeId, each]));
  expect([KNOWN, MADE].map(lookedUpBy)).toEqual(["RQ1 RQ1.RQ.001 ZEP-2", "RQ2 RQ2.RQ.001"]);
  expect(completionAt("Rename @zep", 11, [...nodes.values()], [])?.options.map(({ text }) => text)).toEqual([
    "RQ1.RQ.001",
  ]);
  expect(foundBy({ nodes, edges: new Map() }, "zep-2")).toEqual(new Set(["rq1"]));
  expect([KNOWN, OURS].map(({ attributes }) => cameFrom(attributes))).toEqual(["zephyr.sdoc", undefined]);
});

test("[X-180] a table has a column of them where any element of it has one", () => {
  const keys = (...nodes: readonly Node[]): readonly string[] =>
    columnsOf(ONTOLOGY, "REQ", nodes).map(({ key }) => key);
  expect(keys(OURS, MADE)).not.toContain("knownId");
  expect(keys(OURS, KNOWN).slice(0, 3)).toEqual(["semanticId", "knownId", "name"]);
  const column = columnsOf(ONTOLOGY, "REQ", [KNOWN]).find(({ key }) => key === "knownId");
  expect(column && [KNOWN, MADE].map((each) => cellText(each, column))).toEqual(["ZEP-2", ""]);
});
