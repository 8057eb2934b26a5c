import { expect, test } from "vitest";
import { find } from "../../src/ui/finding";

const NAMES = ["PlaceOrder", "CancelOrder", "Kühlwasser prüfen", "Track a parcel"];
const found = (typed: string): readonly string[] => find(NAMES, typed, 10, (name) => name);

test("the search box finds by words in any order, whatever their accents and case", () => {
  expect(found("order")).toEqual(["PlaceOrder", "CancelOrder"]);
  expect(found("parcel track")).toEqual(["Track a parcel"]);
  expect(found("KUHLWASSER")).toEqual(["Kühlwasser prüfen"]);
});

test("the search box forgives slips of the finger, where nothing is spelled so", () => {
  expect(found("cancl")).toEqual(["CancelOrder"]);
  expect(found("plaec")).toEqual(["PlaceOrder"]);
  expect(found("kuehlwasser")).toEqual(["Kühlwasser prüfen"]);
  expect(found("cancelodrer")).toEqual(["CancelOrder"]);
});

test("the search box does not take anything for anything", () => {
  expect(found("tra")).toEqual(["Track a parcel"]);
  expect(found("xyz")).toEqual([]);
  expect(found("boiler")).toEqual([]);
  expect(find(NAMES, "", 2, (name) => name)).toEqual(["PlaceOrder", "CancelOrder"]);
});
