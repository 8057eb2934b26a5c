import { describe, expect, test } from "vitest";
import { type Blocks, blocksOf, NO_BLOCKS, type Piece, treeOf } from "../src/markdown/blocks";

const SAMPLE = [
  "# Order system\n\nA *customer* places an **order**.\nSecond line\n\n",
  "- one\n- two\n  - nested\n\n",
  "1. first\n\n2. second\n\n",
  '```json\n{"a": 1}\n\nnot a paragraph\n```\n\n',
  "| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n> more\n\n---\n\nTitle\n=====\n\nlast words",
].join("");

/** What is shown, without where it was cut. */
const tree = (blocks: Blocks): readonly Piece[] => blocks.blocks.flatMap(treeOf);

describe("blocks", () => {
  test("the pieces add up to the text", () => {
    expect(blocksOf(SAMPLE).blocks.join("")).toBe(SAMPLE);
  });

  test.each([1, 2, 3, 7, 50])("text that comes %i characters at a time looks as if it had come at once", (size) => {
    let blocks = NO_BLOCKS;
    for (let end = size; end < SAMPLE.length + size; end += size) blocks = blocksOf(SAMPLE.slice(0, end), blocks);
    expect(tree(blocks)).toEqual(tree(blocksOf(SAMPLE)));
  });

  test("a finished block stays the same object while text streams", () => {
    const before = blocksOf("One.\n\nTwo.\n\nThr");
    const after = blocksOf("One.\n\nTwo.\n\nThree.", before);
    expect([after.blocks[0], after.blocks.length]).toEqual([before.blocks[0], 3]);
  });

  test("another text begins anew", () => {
    expect(blocksOf("Other.", blocksOf("First.\n\nSecond.")).blocks).toEqual(["Other."]);
  });
});

describe("what comes out is safe", () => {
  const flat = (text: string): string => JSON.stringify(treeOf(text));

  test("markup is text", () => {
    expect(treeOf("<script>alert(1)</script>")).toEqual([{ tag: "p", children: ["<script>alert(1)</script>"] }]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "vbscript:x", "//elsewhere.example", "file:///etc/passwd"])(
    "%s is no link",
    (address) => expect(flat(`[click](${address})`)).not.toContain("href"),
  );

  test("an image is its description and loads nothing", () => {
    expect(flat("![a cat](https://elsewhere.example/cat.png)")).toBe(
      JSON.stringify([{ tag: "p", children: ["a cat"] }]),
    );
  });

  test("a web address is a link", () => {
    expect(treeOf("[x](https://a.example)")).toEqual([
      { tag: "p", children: [{ tag: "a", children: ["x"], href: "https://a.example" }] },
    ]);
  });
});
