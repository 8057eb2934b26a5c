import { describe, expect, test } from "vitest";
import { originOf } from "../../src/documents/origin";
import { linesOf, parted, sizeText } from "../../src/documents/passages";
import { Uploads } from "../../src/documents/uploads";
import type { DocumentLine, Passage, SourceDocument, StoredError } from "../../src/protocol";
import { Rest } from "../../src/session/rest";

const passage = (
  passageId: string,
  section: readonly string[],
  more: Partial<Passage> & { readonly page?: number } = {},
): Passage => {
  const { page, ...fields } = more;
  return {
    passageId,
    documentId: "d",
    kind: "paragraph",
    text: passageId,
    place: { start: 0, end: 1, section, paragraph: 1, ...(page !== undefined && { page }) },
    ...fields,
  };
};

describe("a document to read", () => {
  test("a heading stands once, where its section begins, and a page where it begins", () => {
    const lines = linesOf([
      passage("a", ["Law", "§ 1"], { page: 1 }),
      passage("b", ["Law", "§ 1"], { page: 1 }),
      passage("c", ["Law", "§ 2"], { page: 2 }),
      passage("§ 3", ["Law", "§ 3"], { kind: "heading", page: 2 }),
    ]);
    expect(
      lines.map((line) =>
        line.kind === "heading" ? `# ${line.text}` : line.kind === "page" ? line.page : line.passage.passageId,
      ),
    ).toEqual([1, "# Law", "# § 1", "a", "b", 2, "# § 2", "c", "# § 3"]);
  });

  test("a quote is counted in characters, as the server counts", () => {
    expect(parted("𝄞 is a clef", { start: 2, end: 4 })).toEqual(["𝄞 ", "is", " a clef"]);
  });
});

describe("files on their way", () => {
  /** A server that takes archives: what it was sent, and of each file the line that it answers. */
  const server = (answer: (name: string) => Partial<DocumentLine> | undefined) => {
    const sent: string[][] = [];
    const rest = new Rest(async (path, options) => {
      expect(path).toBe("/api/projects/p/documents/archive");
      const names = namesIn(await bytesOf(options?.body as Blob));
      sent.push(names);
      const lines = names.flatMap((name, at) => {
        const line = answer(name);
        return line === undefined ? [] : [{ name, number: at + 1, files: names.length, ...line }];
      });
      return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    });
    return { sent, rest };
  };
  const added = (name: string): Partial<DocumentLine> => ({
    added: { outcome: "added", document: { documentId: name } as SourceDocument, kept: 0 },
  });
  const refusal: StoredError = { code: "documentUnreadable", message: "no text", retry: "never" };
  const told = (uploads: Uploads) => uploads.get().map((each) => [each.name, each.state, each.error?.message]);

  test("go in one archive; what is refused says why and holds nothing up", async () => {
    const { sent, rest } = server((name) => (name === "bad.pdf" ? { error: refusal } : added(name)));
    const uploads = new Uploads();
    await uploads.send(rest, "p", [new File(["1"], "one.md"), new File([""], "bad.pdf"), new File(["2"], "Grüße.md")]);
    expect(sent).toEqual([["one.md", "bad.pdf", "Grüße.md"]]);
    expect(told(uploads)).toEqual([
      ["one.md", "added", undefined],
      ["bad.pdf", "failed", "no text"],
      ["Grüße.md", "added", undefined],
    ]);
    uploads.clear();
    expect(uploads.get()).toEqual([]);
  });

  test("very many go in several archives, one after the other", async () => {
    const { sent, rest } = server(added);
    const uploads = new Uploads();
    const files = Array.from({ length: 120 }, (_, at) => new File([String(at)], `${at}.md`));
    await uploads.send(rest, "p", files);
    expect(sent.map((each) => each.length)).toEqual([50, 50, 20]);
    expect(new Set(uploads.get().map((each) => each.state))).toEqual(new Set(["added"]));
  });

  test("a file of which nothing is told counts as not added", async () => {
    const { rest } = server((name) => (name === "lost.md" ? undefined : added(name)));
    const uploads = new Uploads();
    await uploads.send(rest, "p", [new File(["1"], "one.md"), new File(["2"], "lost.md")]);
    expect(told(uploads)).toEqual([
      ["one.md", "added", undefined],
      ["lost.md", "failed", "the answer ended early"],
    ]);
  });

  test("stopping keeps what has arrived and sends nothing more", async () => {
    const uploads = new Uploads();
    const { sent, rest } = server((name) => {
      if (name === "9.md") uploads.stop();
      return added(name);
    });
    const files = Array.from({ length: 120 }, (_, at) => new File([String(at)], `${at}.md`));
    await uploads.send(rest, "p", files);
    expect(sent.map((each) => each.length)).toEqual([50]);
    expect(uploads.get()).toEqual([]);
    await uploads.send(rest, "p", [new File(["1"], "later.md")]);
    expect(told(uploads)).toEqual([["later.md", "added", undefined]]);
  });
});

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer());
}

/** The names in a tar archive, by the records in front of its files; a size leads from one header to the next. */
function namesIn(tar: Uint8Array): string[] {
  const text = (from: number, to: number) => new TextDecoder().decode(tar.subarray(from, to));
  const names: string[] = [];
  for (let at = 0; tar[at]; ) {
    const size = Number.parseInt(text(at + 124, at + 135), 8);
    if (text(at + 156, at + 157) === "x") names.push(text(at + 512, at + 512 + size).replace(/^\d+ path=|\n$/g, ""));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

test("a size is told in the unit that a person reads", () => {
  expect([25, 999, 1_500, 12_400, 3_400_000].map((bytes) => sizeText(bytes, "de"))).toEqual([
    "25 B",
    "999 B",
    "1,5 KB",
    "12 KB",
    "3,4 MB",
  ]);
});

describe("where a change comes from", () => {
  test("is told in words: the passage is a link, and the call of a tool is no business of people", () => {
    const passageId = "01a2244b-1d09-7b65-bcec-75e7fec45c5d";
    expect([
      originOf(`the law says so (passage ${passageId})`),
      originOf("it is a limit (propose_changes look-propose_changes-0)"),
      originOf("it is a limit (propose_changes call_9x:Z)"),
      originOf("goods leave (usually by_truck)"),
      originOf("Analyzer, turn 1 (of 3)"),
    ]).toEqual([
      { said: "the law says so", passageId },
      { said: "it is a limit" },
      { said: "it is a limit" },
      { said: "goods leave (usually by_truck)" },
      { said: "Analyzer, turn 1 (of 3)" },
    ]);
  });
});
