import { describe, expect, it } from "vitest";
import { completed, completionAt } from "../../src/canvases/chat/completion";
import type { Node } from "../../src/protocol";

function named(name: string, nodeType: string, semanticId: string): Node {
  return { nodeId: semanticId, semanticId, nodeType, name, descr: "", attributes: {}, createdRevision: 1, revision: 1 };
}

const NODES = [
  named("Check ticket", "FUNC", "CheckTicket.FN.001"),
  named("Ticket", "FLOW", "Ticket.FL.001"),
  named("Prüfstelle", "ACTOR", "Pruefstelle.AC.001"),
];
const SENTENCES = ["A customer places an order.", "What is missing?"];

describe("a name behind @", () => {
  it("is completed by what begins like it, then by what holds it", () => {
    expect(completionAt("Rename @tick", 12, NODES, [])).toEqual({
      start: 7,
      end: 12,
      options: [
        { text: "Ticket.FL.001", label: "Ticket", nodeType: "FLOW" },
        { text: "CheckTicket.FN.001", label: "Check ticket", nodeType: "FUNC" },
      ],
    });
  });

  it("is found without accents and blanks", () => {
    expect(completionAt("@pruf", 5, NODES, [])?.options[0]?.label).toBe("Prüfstelle");
    expect(completionAt("@checkt", 7, NODES, [])?.options[0]?.label).toBe("Check ticket");
  });

  it("is none within an address of mail, or where nothing is called so", () => {
    expect(completionAt("write to ana@tick", 17, NODES, [])).toBeUndefined();
    expect(completionAt("@zeppelin", 9, NODES, [])).toBeUndefined();
  });

  it("takes the place of what was typed, and what follows stays", () => {
    const completion = completionAt("Rename @ch to Look", 10, NODES, []);
    const option = completion?.options[0];
    expect(completion && option && completed("Rename @ch to Look", completion, option)).toEqual([
      "Rename CheckTicket.FN.001 to Look",
      25,
    ]);
  });
});

describe("a sentence", () => {
  it("is completed by those that begin like it", () => {
    expect(completionAt("what", 4, NODES, SENTENCES)?.options.map(({ label }) => label)).toEqual(["What is missing?"]);
  });

  it("is left alone with two letters, in the middle, or when it is whole", () => {
    expect(completionAt("Wh", 2, NODES, SENTENCES)).toBeUndefined();
    expect(completionAt("What is", 3, NODES, SENTENCES)).toBeUndefined();
    expect(completionAt("What is missing?", 16, NODES, SENTENCES)).toBeUndefined();
  });
});
