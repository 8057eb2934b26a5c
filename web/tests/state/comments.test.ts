import { describe, expect, test } from "vitest";
import { mentionAt, piecesOf } from "../../src/comments/mentions";
import type { Comment, Node } from "../../src/protocol";
import { commentsRead, conversations, followed, openCounts, saidTo } from "../../src/state/comments";

const person = (name: string) => ({ personId: name.toLowerCase(), name });

function comment(commentId: string, by: string, more: Partial<Comment> = {}): Comment {
  const at = `2026-11-23T07:0${commentId.at(-1)}:00Z`;
  return { commentId, kind: "node", about: "n1", label: "Order", text: "Why?", person: person(by), at, ...more };
}

const of = (...all: Comment[]) => new Map(all.map((each) => [each.commentId, each]));
const RESOLVED = { resolved: { person: person("Ana"), at: "2026-11-23T08:00:00Z" } };

describe("comments", () => {
  test("are gathered into conversations, the oldest first, however they arrived", () => {
    const [one, two, reply] = [comment("c1", "Ana"), comment("c2", "Ben"), comment("c3", "Ben", { replyTo: "c1" })];
    expect(conversations([reply, two, one])).toEqual([
      { first: one, replies: [reply] },
      { first: two, replies: [] },
    ]);
  });

  test("are counted where they are open; replies and what is resolved are not", () => {
    const all = of(comment("c1", "Ana"), comment("c2", "Ben", { replyTo: "c1" }), comment("c3", "Ben", RESOLVED));
    expect([...openCounts(all)]).toEqual([["n1", 1]]);
  });

  test("follow a node into what took its place, and are where they were when that is taken back", () => {
    const [one, reply] = [comment("c1", "Ana"), comment("c2", "Ben", { replyTo: "c1" })];
    const onRelation = comment("c3", "Ana", { kind: "edge" });
    const all = of(one, reply, onRelation);
    const kept = { nodeId: "n2", attributes: { "foreign.former": ["Order.FN.001", "n1"] } } as unknown as Node;
    expect([...followed(all, new Map([["n2", kept]])).values()].map(({ about }) => about)).toEqual(["n2", "n2", "n1"]);
    expect(
      followed(
        all,
        new Map([
          ["n1", {} as Node],
          ["n2", kept],
        ]),
      ),
    ).toBe(all);
    expect(followed(all, new Map())).toBe(all);
  });

  test("that are read besides do not replace what was heard meanwhile", () => {
    const heard = comment("c1", "Ana", { text: "newer" });
    expect(commentsRead(of(heard), [comment("c1", "Ana"), comment("c2", "Ben", RESOLVED)]).get("c1")).toBe(heard);
  });

  test("are said to me where I am called, and where somebody speaks after me", () => {
    const all = of(
      comment("c1", "Ana", { mentions: ["ben"] }),
      comment("c2", "Ben", { replyTo: "c1" }),
      comment("c3", "Ana", { replyTo: "c1" }),
      comment("c4", "Cora", { ...RESOLVED, mentions: ["ben"] }),
      comment("c5", "Cora"),
    );
    expect(saidTo("ben", all).map(({ commentId }) => commentId)).toEqual(["c1", "c3"]);
    expect(saidTo("ana", all).map(({ commentId }) => commentId)).toEqual(["c2"]);
    expect(saidTo(undefined, all)).toEqual([]);
  });
});

describe("people called by name", () => {
  const names = ["Ana", "Ana Maria", "Jörg"];

  test("are completed after @, also names of two words, and not within an address", () => {
    expect(mentionAt("Ask @an", 7, names)?.options.map(({ text }) => text)).toEqual(["@Ana", "@Ana Maria"]);
    expect(mentionAt("@Ana m", 6, names)).toEqual({
      start: 0,
      end: 6,
      options: [{ text: "@Ana Maria", label: "Ana Maria" }],
    });
    expect(mentionAt("@", 1, names)?.options).toHaveLength(3);
    for (const none of ["mail@an", "@nobody", "no call"]) expect(mentionAt(none, none.length, names)).toBeUndefined();
  });

  test("stand out in the text; the longest name counts", () => {
    expect(piecesOf("@Ana Maria and @jörg, @Anaconda", names)).toEqual([
      { text: "@Ana Maria", isMention: true },
      { text: " and ", isMention: false },
      { text: "@jörg", isMention: true },
      { text: ", @Anaconda", isMention: false },
    ]);
  });
});
