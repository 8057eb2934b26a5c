import { expect, test } from "vitest";
import { readOf } from "../../src/canvases/chat/room";

test("[U-558] of a message too long for whoever answers whole sentences are read, as far as there is room", () => {
  const room = { characters: 20, sentences: 3 };
  const texts = ["One. Two.", "One. Two. Three. Four. Five.", "A. B. C. D. E.", "x".repeat(30)];
  expect(texts.map((text) => readOf(text, room))).toEqual([9, 17, 9, 20]);
});
