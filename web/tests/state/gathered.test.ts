/** What the page makes of the columns of a state in lines. */

import { expect, test } from "vitest";
import type { State } from "../../src/protocol";
import { Gathered } from "../../src/state/gathered";

const HEAD = { layouts: {}, graph: { nodes: [], edges: [] }, findings: [] } as unknown as State;
const TOGETHER = ["01a21e7b-4d69-7b55-86a7-92c03c639efb", "01a21e7b-4d69-70f6-af8a-f2b184a4c064"];
const EARLIER = "01a21e7b-4d60-7000-8000-000000000001";

test("[U-210] ids that were sent by what no other tells are the ids again, and ends are the nodes they are so far from", () => {
  const gathered = new Gathered();
  gathered.take({ head: HEAD });
  gathered.take({
    nodes: {
      // The same as in tests/server/test_state_lines.py.
      nodeIds: { times: [1795807726953, 0, -9], tails: "e1WGp5LAPGOe+3D2r4rysYSkwGRwAIAAAAAAAAAB" },
      semanticIds: [".SY.001", ".FN.001", "=Other.FN.002"],
      nodeTypes: ["SYS", "FUNC", "FUNC"],
      names: ["Shop", "Pay", "Ship"],
    },
  });
  gathered.take({
    nodes: { nodeIds: { plain: ["n4"] }, semanticIds: [".FN.003"], nodeTypes: ["FUNC"], names: ["Pack"] },
  });
  gathered.take({ edges: { edgeTypes: ["compose", "compose", "io"], sources: [0, 0, 2], targets: [1, 3, -1] } });
  const { nodes, edges } = gathered.outline();
  const name = (id: string): string => nodes.get(id)?.name ?? id;

  expect([...nodes.keys()]).toEqual([...TOGETHER, EARLIER, "n4"]);
  expect([...nodes.values()].map(({ semanticId }) => semanticId)).toEqual([
    "Shop.SY.001",
    "Pay.FN.001",
    "Other.FN.002",
    "Pack.FN.003",
  ]);
  expect([...edges.values()].map(({ source, target }) => [name(source), name(target)])).toEqual([
    ["Shop", "Pay"],
    ["Shop", "Pack"],
    ["Ship", "Pay"],
  ]);
  expect([edges.size, edges.get("2"), edges.get("3"), edges.get("02"), edges.has("0")]).toEqual([
    3,
    [...edges.values()][2],
    undefined,
    undefined,
    true,
  ]);
  expect([...edges.keys()]).toEqual([...edges].map(([place, edge]) => (edge === edges.get(place) ? place : "")));
});
