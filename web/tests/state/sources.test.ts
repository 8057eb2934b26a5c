import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol";
import { listed, markedText, sourcedPieces, sourcing } from "../../src/state/sources";

const TEXT = "𝄞 Orders are checked [FN1]. Ghosts do it [G.FN.077].";

const message = (text: string, more: readonly object[] = [], unsupported: readonly object[] = []): Message =>
  ({
    messageId: "m",
    threadId: "t",
    author: { kind: "assistant", name: "a" },
    parts: [{ kind: "text", text, unsupported }, ...more],
    status: "complete",
    attempt: 1,
  }) as unknown as Message;

describe("what an answer rests on", () => {
  test("a citation stands in the place of its brackets, counted in characters, and a sentence without one is marked", () => {
    const cited = [
      { kind: "citation", nodeId: "n1", label: "FN1", start: 22, end: 25, status: "given" },
      { kind: "citation", label: "G.FN.077", start: 42, end: 50, status: "unknown" },
    ];
    const answer = message(TEXT, cited, [{ start: 28, end: 52 }]);

    expect(sourcedPieces(markedText(answer, TEXT))).toEqual([
      "𝄞 Orders are checked ",
      { cited: 0 },
      ". Ghosts do it ",
      { cited: 1 },
      ".",
      { cited: null },
    ]);
  });

  test("[X-205] a name stands once, with the id that people know before it, where its id is cited in brackets behind it", () => {
    const text = "𝄞 It is cES1007 ES: Restart Application (ESRestartApplication.RQ.001), Pump (Pump.MD.002, in Hall).";
    const cited = ["ESRestartApplication.RQ.001", "Pump.MD.002"].map((label, index) => {
      const start = Array.from(text.slice(0, text.indexOf(label))).length;
      return { kind: "citation", nodeId: `n${index}`, label, start, end: start + label.length, status: "given" };
    });

    expect(sourcedPieces(markedText(message(text, cited), text))).toEqual([
      "𝄞 It is cES1007 ",
      { cited: 0 },
      ", ",
      { cited: 1 },
      " (in Hall).",
    ]);
  });

  test("sources are numbered as they are first cited, the same one only once, and what was made up has no number", () => {
    const text = "A.FN.001 comes first [P2], then X.FN.009, then A.FN.001.";
    const a = { kind: "citation", nodeId: "n1", label: "A.FN.001", start: 0, end: 8, status: "given" };
    const passage = {
      kind: "citation",
      passageId: "p2",
      label: "P2",
      quote: "First",
      start: 22,
      end: 24,
      status: "given",
    };
    const invented = { kind: "citation", label: "X.FN.009", start: 32, end: 40, status: "unknown" };
    const again = { ...a, start: 47, end: 55 };
    const answer = message(text, [a, passage, invented, again]);

    expect(sourcing(answer, markedText(answer, text))).toEqual({
      citations: [a, passage, invented, again],
      places: new Map([
        [0, { number: 1, citation: a, isBracketed: false }],
        [1, { number: 2, citation: passage, isBracketed: true }],
        [3, { number: 1, citation: a, isBracketed: false }],
      ]),
      sources: [
        { number: 1, citation: a },
        { number: 2, citation: passage },
      ],
    });
  });

  test("results of a list are no sources beside it", () => {
    const text = "3 functions: [A], [B] and [C].";
    const cited = [14, 19, 27].map((start, at) => ({
      ...{ kind: "citation", nodeId: `n${at}`, label: "ABC"[at], start, end: start + 1, status: "given" },
    }));
    const answer = message(text, cited);
    const marked = listed(markedText(answer, text));

    expect(marked.split("\n").filter((line) => line.startsWith("- "))).toHaveLength(3);
    expect(sourcing(answer, marked)).toEqual({ citations: cited, places: new Map(), sources: [] });
  });

  test("marks that somebody wrote mark nothing", () => {
    const forged = "It is so \uE0030\uE001\uE002.";
    expect(sourcedPieces(markedText(message(forged), forged))).toEqual(["It is so \uFFFD0\uFFFD\uFFFD."]);
  });

  test("places beyond the text mark nothing", () => {
    const answer = message("Short.", [{ kind: "citation", label: "FN1", start: 40, end: 43, status: "given" }]);
    expect(markedText(answer, "Short.")).toBe("Short.");
  });

  test("sources that are counted up become a list, in three languages, and what stands behind them stays", () => {
    const [a, b, c] = ["\uE0000\uE001", "\uE0001\uE001", "\uE0002\uE001"];
    const list = `- ${a}\n- ${b}\n- ${c}`;
    expect(listed(`3 functions without test: ${a}, ${b} and ${c}.`)).toBe(`3 functions without test:\n\n${list}`);
    expect(listed(`3 Funktionen: ${a}, ${b} und ${c}. Mehr nicht.`)).toBe(`3 Funktionen:\n\n${list}\n\nMehr nicht.`);
    expect(listed(`3 fonctions : ${a}, ${b} et ${c}`)).toBe(`3 fonctions :\n\n${list}`);
  });

  test("two sources, sources within a sentence and rows of a list stay as they are written", () => {
    const [a, b, c] = ["\uE0000\uE001", "\uE0001\uE001", "\uE0002\uE001"];
    const kept = [`Two of them: ${a} and ${b}.`, `The steps ${a}, ${b} and ${c} follow.`, `- Parts: ${a}, ${b}, ${c}`];
    expect(kept.map(listed)).toEqual(kept);
  });
});
