import { expect, test } from "vitest";
import { corrected, drawn, meant, said, type Table } from "../src/exchange/importing";

const wrong = (row: number, at: number): NonNullable<Table["problems"]>[number] => ({
  ...{ row, at, column: "A", header: "Id", value: "" },
  problem: { kind: "term", key: "cells.unknown" },
});

test("a problem is drawn only beside a cell of a row that is shown", () => {
  const preview = [
    { number: 2, cells: ["R1", "Ship"] },
    { number: 3, cells: ["R2", ""] },
  ];
  expect(drawn({ preview, problems: [wrong(2, 0), wrong(3, 1), wrong(3, 1), wrong(3, 2), wrong(40, 0)] })).toBe(3);
  expect(drawn({})).toBe(0);
});

test("what is remembered of a column is said as it was meant", () => {
  const words = ["id", "-", "-> satisfy", "<- compose", "attribute"];
  expect(words.map((word) => said({ header: "Made by", ...meant(word) }, meant(word).meaning))).toEqual(words);
  expect(said({ header: "Made by", ...meant() }, "relation")).toBe("-> Made by");
});

test("a correction replaces what was said of the header, or takes it away", () => {
  const before = { "": "MOD", "Made by": "-> relation" };
  expect(corrected(before, "Made by", "-")).toEqual({ "": "MOD", "Made by": "-" });
  expect(corrected(before, "Made by", "")).toEqual({ "": "MOD" });
  expect(corrected(before, "Cost", "descr")).toEqual({ ...before, Cost: "descr" });
});
