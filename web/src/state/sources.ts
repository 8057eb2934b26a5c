/**
 * What an answer rests on, put into its text as marks that no keyboard writes: one for each citation, one behind each
 * sentence without a source. Whoever draws the text draws them (`Markdown`). Pure.
 *
 * Places come in characters (code points, as the server counts).
 */

import type { CitationPart, Message } from "../protocol";

const CITED = "\uE000";
const CITED_END = "\uE001";
const UNSUPPORTED = "\uE002";
const MARKS = /[\uE000-\uE002]/gu;
const PIECES = /(\uE000\d+\uE001|\uE002)/u;

/** A stretch of text, a citation by its number, or (`null`) the end of a sentence without a source. */
type Sourced = string | { readonly cited: number } | { readonly cited: null };

export function citationsOf(message: Message): readonly CitationPart[] {
  return message.parts.filter((part) => part.kind === "citation");
}

/** The text of a message with its marks; marks that somebody wrote are taken out of it first. */
export function markedText(message: Message, text: string): string {
  const spans = message.parts.flatMap((part) => (part.kind === "text" ? (part.unsupported ?? []) : []));
  const cited = citationsOf(message).map((citation, index) => ({ citation, index }));
  const plain = text.replace(MARKS, "\uFFFD");
  if (spans.length === 0 && cited.length === 0) return plain;
  const characters = Array.from(plain);
  const after = new Map<number, string>(spans.map((span) => [span.end, UNSUPPORTED]));
  for (const { citation, index } of cited) {
    const { start, end } = citation;
    if (start === undefined || end === undefined || end > characters.length || start >= end) continue;
    // The brackets of `[P3]` are the mark of a citation, which is drawn as such.
    const bracketed = characters[start - 1] === "[" && characters[end] === "]";
    characters.fill("", start - (bracketed ? 1 : 0), end + (bracketed ? 1 : 0));
    characters[start] = `${CITED}${String(index)}${CITED_END}`;
  }
  return characters.map((character, at) => character + (after.get(at + 1) ?? "")).join("");
}

/** A line of its own that counts up three or more sources behind a colon, in whatever language. */
const COUNTED_UP =
  /^(?![-*|>#\s]|\d+[.)])(.*?: )((?:\uE000\d+\uE001(?:, (?:\p{L}{1,3} )?| \p{L}{1,3} )){2,}\uE000\d+\uE001)\.?(.*)$/gmu;

/** Sources that are counted up become a list in Markdown: results are looked through one below the other. */
export function listed(marked: string): string {
  return marked.replace(COUNTED_UP, (_line, before: string, names: string, after: string) => {
    const items = [...names.matchAll(/\uE000\d+\uE001/gu)].map(([mark]) => `- ${mark}`);
    return [before.trimEnd(), "", ...items, ...(after.trim() === "" ? [] : ["", after.trim()])].join("\n");
  });
}

/** A stretch of marked text in pieces. */
export function sourcedPieces(text: string): readonly Sourced[] {
  return text.split(PIECES).flatMap((piece): Sourced[] => {
    if (piece === UNSUPPORTED) return [{ cited: null }];
    if (piece.startsWith(CITED)) return [{ cited: Number(piece.slice(1, -1)) }];
    return piece ? [piece] : [];
  });
}
