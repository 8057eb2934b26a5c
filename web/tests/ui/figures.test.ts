import { expect, test } from "vitest";
import { money, percent } from "../../src/ui/figures";

test.each([
  [1_234, "EUR", "en", "€0.001234"],
  [4_200_000, "USD", "en", "$4.20"],
  [123_456, "EUR", "de", "0,1235\u00a0€"],
  [0, "", "fr", "0,00"],
] as const)("%i millionths of %s in %s are %s", (costMicros, currency, language, wanted) => {
  expect(money({ costMicros, currency }, language)).toBe(wanted);
});

test.each([
  [1, "100%"],
  [0.9999, "99%"],
  [0.986, "99%"],
  [0, "0%"],
] as const)("a share of %d is %s: nothing less than the whole is said to be whole", (share, wanted) => {
  expect(percent(share, "en")).toBe(wanted);
});
