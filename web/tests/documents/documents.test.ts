import { describe, expect, test } from "vitest";
import { linesOf, parted, sizeText } from "../../src/documents/passages";
import { Uploads } from "../../src/documents/uploads";
import type { Passage } from "../../src/protocol";
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
  test("go one after the other; what is refused says why and holds nothing up", async () => {
    let open = 0;
    let most = 0;
    const rest = new Rest(async (path) => {
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      if (path.includes("bad"))
        return Response.json({ code: "invalidDocument", message: "no text", retry: "never" }, { status: 422 });
      return Response.json({ outcome: "added", document: { documentId: path } }, { status: 201 });
    });
    const uploads = new Uploads();
    await uploads.send(rest, "p", [new File(["1"], "one.md"), new File([""], "bad.pdf"), new File(["2"], "two.md")]);
    expect([most, uploads.get().map((each) => [each.name, each.state, each.error?.message])]).toEqual([
      1,
      [
        ["one.md", "added", undefined],
        ["bad.pdf", "failed", "no text"],
        ["two.md", "added", undefined],
      ],
    ]);
    uploads.clear();
    expect(uploads.get()).toEqual([]);
  });
});

test("a size is told in the unit that a person reads", () => {
  expect([25, 999, 1_500, 12_400, 3_400_000].map((bytes) => sizeText(bytes, "de"))).toEqual([
    "25 B",
    "999 B",
    "1,5 KB",
    "12 KB",
    "3,4 MB",
  ]);
});
