/** Passages as a page shows them: below the headings they stand under, with the quoted characters apart. Pure. */

import type { Passage } from "../protocol";

/** What stands under each other in the viewer. */
export type Line =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "passage"; readonly passage: Passage; readonly number: number };

/** A heading is written once, where its section begins; so is the number of a page. Passages are numbered from 1. */
export function linesOf(passages: readonly Passage[]): readonly Line[] {
  const lines: Line[] = [];
  let section: readonly string[] = [];
  let page: number | undefined;
  let number = 0;
  for (const passage of passages) {
    const { place } = passage;
    if (place.page !== undefined && place.page !== page) lines.push({ kind: "page", page: place.page });
    page = place.page ?? page;
    const above = section;
    const begun = place.section.findIndex((heading, depth) => heading !== above[depth]);
    if (begun >= 0) for (const text of place.section.slice(begun)) lines.push({ kind: "heading", text });
    section = place.section;
    if (passage.kind !== "heading" || passage.text !== section.at(-1)) {
      number += 1;
      lines.push({ kind: "passage", passage, number });
    }
  }
  return lines;
}

/** A text before, in and after a span of characters (code points, as the server counts). */
export function parted(
  text: string,
  span: { readonly start: number; readonly end: number },
): readonly [before: string, marked: string, after: string] {
  const characters = Array.from(text);
  return [
    characters.slice(0, span.start).join(""),
    characters.slice(span.start, span.end).join(""),
    characters.slice(span.end).join(""),
  ];
}

/** `300 B`, `12 KB`, `3.4 MB`. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] =
    bytes < 1_000
      ? ([bytes, "B"] as const)
      : bytes < 1_000_000
        ? ([bytes / 1_000, "KB"] as const)
        : ([bytes / 1_000_000, "MB"] as const);
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} ${unit}`;
}
