import { expect, test } from "vitest";
import type { Message } from "../../src/protocol";
import { historyRead, NO_THREADS, shownMessages } from "../../src/state/threads";

function message(messageId: string, kind: "person" | "assistant", text: string, more: Partial<Message> = {}): Message {
  return {
    messageId,
    threadId: "t",
    author: { kind, name: kind },
    parts: [{ kind: "text", text }],
    status: "complete",
    attempt: 1,
    ...more,
  };
}

const ASKED = message("asked", "person", "What is Ship?");
const EMPTY = message("empty", "assistant", "", { status: "failed", parentMessageId: "asked" });
const HALF = message("half", "assistant", "Ship is", { status: "failed", parentMessageId: "asked" });
const WHOLE = message("whole", "assistant", "Ship is a function.", { parentMessageId: "asked" });

function shown(...messages: readonly Message[]): readonly string[] {
  return shownMessages(historyRead(NO_THREADS, "t", messages), "t").map((each) => each.message.messageId);
}

test("an answer that failed before its first word stays until it is begun anew, and no longer", () => {
  expect(shown(ASKED, EMPTY)).toEqual(["asked", "empty"]);
  expect(shown(ASKED, EMPTY, { ...WHOLE, status: "streaming" })).toEqual(["asked", "whole"]);
  expect(shown(ASKED, EMPTY, WHOLE)).toEqual(["asked", "whole"]);
});

test("an answer that had begun to speak stays beside the one that was begun anew", () => {
  expect(shown(ASKED, HALF, WHOLE)).toEqual(["asked", "half", "whole"]);
});

test("an answer to another message is no try of this one", () => {
  expect(shown(ASKED, EMPTY, { ...WHOLE, parentMessageId: "other" })).toEqual(["asked", "empty", "whole"]);
});
