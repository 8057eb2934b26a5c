/**
 * What a language of the page has to say: English has the areas, their keys and the `{places}` in each text; every other
 * language has the same ones.
 *
 * A text may have two forms parted by ` || `: the first for one `{count}`, the second for all other numbers.
 */

import type { texts } from "./en";
import type { administration } from "./en/administration";
import type { keys } from "./en/keys";

export type English = typeof texts;
export type Area = keyof English;

export type Translation = {
  readonly [A in Area]: Said<English[A]>;
};

/** What only those read who look after the installation, so that it comes with what says it. */
export type EnglishAdministration = typeof administration;
export type Administration = Said<EnglishAdministration>;

/** What the map of the keys says, which comes with it. */
export type EnglishKeys = typeof keys;
export type Keys = Said<EnglishKeys>;

type Said<Texts> = { readonly [Key in keyof Texts]: string };
