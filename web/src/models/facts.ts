/** What is known of a language model, and what a run may use up, in the reader's language. Pure. */

import type { Language } from "../locales";
import type { BudgetAmounts, ConfiguredModel } from "../protocol";
import { money } from "../ui/figures";
import type { Say } from "../ui/text";

export type Fact = readonly [label: string, value: string];

const MILLION = 1_000_000;

export function factsOf(model: ConfiguredModel, say: Say<"models">, language: Language): readonly Fact[] {
  const tokens = (count: number | null): string => (count === null ? say("notKnown") : say("tokens", { count }));
  return [
    [say("family"), model.family || say("unknownFamily")],
    [say("context"), tokens(model.context ?? model.probe?.context ?? null)],
    [say("room"), tokens(model.maxOutput)],
    [say("price"), priceText(model, say, language)],
    [say("efforts"), model.efforts.join(", ") || say("effortFixed")],
    [say("dialect"), model.dialect],
  ];
}

function priceText({ price }: ConfiguredModel, say: Say<"models">, language: Language): string {
  if (price === null) return say("noPrice");
  const dollars = (amount: number): string => money({ costMicros: amount * MILLION, currency: "USD" }, language);
  const amounts = { input: dollars(price.input), cached: dollars(price.cached), output: dollars(price.output) };
  return price.asOf ? say("priceOf", { ...amounts, date: day(price.asOf, language) }) : say("ownPrice", amounts);
}

export function budgetText(budget: BudgetAmounts, say: Say<"models">, language: Language): string {
  const limits = [
    budget.calls === null ? [] : say("calls", { count: budget.calls }),
    budget.tokens === null ? [] : say("tokens", { count: budget.tokens }),
    budget.seconds === null ? [] : say("seconds", { count: budget.seconds }),
    budget.money === null ? [] : money({ costMicros: budget.money, currency: "USD" }, language),
  ].flat();
  return limits.join(" · ") || say("unlimited");
}

/** A day of the wire, `2026-11-18`, which is the same day everywhere. */
export function day(text: string, language: Language): string {
  return new Date(text).toLocaleDateString(language, { dateStyle: "medium", timeZone: "UTC" });
}
