import { expect, test } from "vitest";
import { Rest } from "../../src/session/rest";
import { NO_THREADS } from "../../src/state/threads";
import { foundInTexts, pieceOf } from "../../src/ui/inTexts";
import type { Say } from "../../src/ui/text";
import type { Workbench } from "../../src/ui/workbench";
import * as sample from "../samples";

const LONG = `${"Nothing to the point stands here. ".repeat(9)}Every parcel is weighed before it leaves. ${"And more. ".repeat(30)}`;

test("[U-667] the piece of a text stands around the word, in whole words and one line", () => {
  const piece = pieceOf(["no such thing", LONG], ["parcel"]) ?? "";
  expect(piece).toContain("Every parcel is weighed before it leaves.");
  expect(piece.length).toBeLessThan(220);
  expect([piece.startsWith("… "), piece.endsWith(" …")]).toEqual([true, true]);
  expect(pieceOf(["Prüft das\nKühlwasser."], ["kuhlwasser"])).toBe("Prüft das Kühlwasser.");
});

test("[U-667] an inflected word is found by its beginning, and what is not there has no piece", () => {
  expect(pieceOf(["It weighs parcels."], ["weighed"])).toBe("It weighs parcels.");
  expect(pieceOf(["It weighs parcels."], ["boiler"])).toBeUndefined();
});

const say = ((key: string) => key) as unknown as Say<"frame">;
const hits = {
  search: [
    { node: sample.node("n1", { name: "Weigh parcels", descr: "Every parcel." }), words: ["parcel"] },
    {
      node: sample.node("n2", { name: "Send", descr: "Takes an order and sends the parcel." }),
      words: ["parcel"],
    },
  ],
  passages: [{ passageId: "p1", documentId: "d1", title: "Guide", text: "A parcel has an address." }],
};

/** A project with two messages, before a server that finds `hits`, or says no. */
function bench(asked: string[], status = 200): Workbench {
  const messages = new Map(
    ["Where is my parcel?", "Hello"].map((text, at) => [`m${at}`, sample.message(`m${at}`, text)] as const),
  );
  const rest = new Rest((path) => {
    asked.push(path);
    const kind = /passages/.test(path) ? "passages" : "search";
    return Promise.resolve(new Response(JSON.stringify(status === 200 ? { hits: hits[kind] } : {}), { status }));
  });
  const store = { get: () => ({ threads: { ...NO_THREADS, messages } }) };
  return { rest, store, project: "shop" } as unknown as Workbench;
}

test("[U-667] elements that the name does not find, passages and messages come with their piece", async () => {
  const asked: string[] = [];
  const found = await foundInTexts(bench(asked), " parcel ", say, new AbortController().signal);
  expect(found.map(({ id, hint, piece }) => [id, hint, piece])).toEqual([
    ["n2", hits.search[1]?.node.semanticId, "Takes an order and sends the parcel."],
    ["p1", "inDocument", "A parcel has an address."],
    ["m0", "inMessage", "Where is my parcel?"],
  ]);
  expect(asked.map((path) => new URL(path, "http://x").searchParams.get("q"))).toEqual(["parcel", "parcel"]);
});

test("[U-667] a server that says no is told of, and nothing is taken for found", async () => {
  const looking = foundInTexts(bench([], 503), "parcel", say, new AbortController().signal);
  await expect(looking).rejects.toMatchObject({ status: 503 });
});
