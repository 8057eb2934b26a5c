import { expect, test } from "vitest";
import { counted, newest } from "../../src/canvases/chat/added";
import { lightOf, pointed, pointing } from "../../src/canvases/lit";
import type { Change } from "../../src/protocol";
import * as sample from "../samples";

const change = (more: object): Change => ({ operationId: "1", ...more }) as unknown as Change;
const came = (id: string): Change => change({ element: "node", before: null, after: sample.node(id) });

test("the line above the composer counts what an answer did, and shows what stands now", () => {
  const changes = [
    came("a"),
    came("b"),
    change({ element: "node", before: sample.node("c"), after: sample.node("c", { name: "d" }) }),
    change({ element: "node", before: sample.node("e"), after: null }),
    change({ element: "edge", before: null, after: sample.edge("x", "a", "b") }),
  ];
  expect(counted(changes)).toEqual({ added: 2, changed: 1, deleted: 1, relations: 1, nodes: ["a", "b", "c"] });
});

test("the line tells what came while somebody looked and still holds, nothing else", () => {
  const commits = [sample.commit(7, { changes: [came("b")] }), sample.commit(6, { changes: [came("a")] })];
  expect(newest(commits, 5, new Set())?.commitId).toBe("c7");
  expect(newest(commits, 5, new Set(["c7"]))?.commitId).toBe("c6");
  expect(newest(commits, 7, new Set())).toBeUndefined();
  expect(newest([sample.commit(8)], 5, new Set())).toBeUndefined();
});

test("a name that is pointed at lights its element, and no other name puts it out", () => {
  const [one, two] = [pointing("a"), pointing("b")];
  one.onPointerEnter();
  expect(lightOf("a", pointed.get(), new Set(["a"]))).toBe("pointed");
  two.onFocus();
  one.onPointerLeave();
  expect(pointed.get()).toBe("b");
  two.onBlur();
  expect([lightOf("a", pointed.get(), new Set(["a"])), lightOf("b", pointed.get(), new Set())]).toEqual([
    "fresh",
    undefined,
  ]);
});
