import { expect, test } from "vitest";
import { LOCALES } from "../../src/locales";
import { budgetText, factsOf } from "../../src/models/facts";
import type { ConfiguredModel } from "../../src/protocol";
import { speaker } from "../../src/ui/text";

const KNOWN: ConfiguredModel = {
  model: "openai:gpt-6-sol",
  family: "GPT-6",
  usedFor: ["build"],
  isFallback: false,
  dialect: "responses",
  effort: "medium",
  efforts: ["low", "medium"],
  temperature: false,
  schema: "strict",
  tools: true,
  context: 1_050_000,
  maxOutput: 128_000,
  price: { input: 2, cached: 0.05, output: 10, asOf: "2026-11-18" },
  ends: "",
  missingKey: "",
  workflows: [],
  probe: null,
};

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, " ");

async function values(model: ConfiguredModel, language: "en" | "de" | "fr"): Promise<readonly string[]> {
  const { texts } = await LOCALES[language].load();
  return factsOf(model, speaker(texts.models, language), language).map(([, value]) => plain(value));
}

test("what is known of a language model is told with its numbers and days in the reader's language", async () => {
  expect(await values(KNOWN, "en")).toEqual([
    "GPT-6",
    "1,050,000 tokens",
    "128,000 tokens",
    "$2.00 in, $0.05 cached, $10.00 out, per million tokens (Nov 18, 2026)",
    "low, medium",
    "responses",
  ]);
  expect((await values(KNOWN, "de")).slice(1, 4)).toEqual([
    "1.050.000 Tokens",
    "128.000 Tokens",
    "2,00 $ hinein, 0,05 $ zwischengespeichert, 10,00 $ heraus, je Million Tokens (18.11.2026)",
  ]);
  expect((await values(KNOWN, "fr"))[1]).toBe("1 050 000 jetons");
});

test("what nobody knows is said to be unknown, and what a probe found is taken for it", async () => {
  const unknown = { ...KNOWN, family: "", effort: "", efforts: [], context: null, maxOutput: null, price: null };
  expect(await values(unknown, "en")).toEqual([
    "nobody knows this name",
    "not known",
    "not known",
    "not known; a budget in money refuses its calls",
    "cannot be chosen",
    "responses",
  ]);
  const probed = { ...unknown, probe: { at: "2026-11-18T00:00:00Z", context: 4096 } };
  expect((await values(probed, "en"))[1]).toBe("4,096 tokens");
});

test("a price of one's own has no day", async () => {
  const own = { ...KNOWN, price: { input: 1, cached: 1, output: 1, asOf: "" } };
  expect((await values(own, "en"))[3]).toBe("$1.00 in, $1.00 cached, $1.00 out, per million tokens (set here)");
});

test("a budget names its limits, and none when there is none", async () => {
  const { texts } = await LOCALES.en.load();
  const say = speaker(texts.models, "en");
  const none = { calls: null, tokens: null, seconds: null, money: null };
  expect(budgetText({ calls: 1, tokens: 5000, seconds: 900, money: 500_000 }, say, "en")).toBe(
    "1 call · 5,000 tokens · 900 seconds · $0.50",
  );
  expect(budgetText({ ...none, calls: 0 }, say, "en")).toBe("0 calls");
  expect(budgetText(none, say, "en")).toBe("no limit of its own");
});
