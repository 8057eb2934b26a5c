/**
 * What an answer rests on, put into its text as marks that no keyboard writes: one for each citation, one behind each
 * sentence without a source. Whoever draws the text draws them (`Markdown`). Pure.
 *
 * Places come in characters (code points, as the server counts).
 */

import { withoutName } from "../markdown/naming";
import { type CitationPart, LIMITS, type Message } from "../protocol";

const CITED = "\uE000";
const CITED_END = "\uE001";
const UNSUPPORTED = "\uE002";
/** Before a citation that was written in brackets: it is no word of its sentence. */
const BRACKETED = "\uE003";
const MARKS = /[\uE000-\uE003]/gu;
const PIECES = /(\uE003?\uE000\d+\uE001|\uE002)/u;
const CITATION = /(\uE003)?\uE000(\d+)\uE001/gu;
const CITATION_ALONE = /^(\uE003)?\uE000(\d+)\uE001$/u;
const RESULT = /^- \uE003?\uE000(\d+)\uE001$/gmu;

/** A stretch of text, a citation by its number, or (`null`) the end of a sentence without a source. */
type Sourced = string | { readonly cited: number } | { readonly cited: null };

function citationsOf(message: Message): readonly CitationPart[] {
  return message.parts.filter((part) => part.kind === "citation");
}

/** A source under its number; where several citations mean the same, they share it. */
export interface Source {
  readonly number: number;
  readonly citation: CitationPart;
}

export interface Sourcing {
  readonly citations: readonly CitationPart[];
  /** By citation, in the order of the parts; what is not numbered is drawn by its name. */
  readonly places: ReadonlyMap<number, Source & { readonly isBracketed: boolean }>;
  /** What stands below the answer, in the order in which it is first cited. */
  readonly sources: readonly Source[];
}

/** Numbers what an answer rests on. What was made up has no source, and what is listed as a result is one itself. */
export function sourcing(message: Message, marked: string): Sourcing {
  const citations = citationsOf(message);
  const results = new Set([...marked.matchAll(RESULT)].map(([, index]) => Number(index)));
  const known = new Map<string, Source>();
  const places = new Map<number, Source & { readonly isBracketed: boolean }>();
  for (const [, bracket, place] of marked.matchAll(CITATION)) {
    const index = Number(place);
    const citation = citations[index];
    const what = citation?.passageId ?? citation?.nodeId;
    if (!citation || what === undefined || (citation.status ?? "given") !== "given" || results.has(index)) continue;
    const source = known.get(what) ?? { number: known.size + 1, citation };
    known.set(what, source);
    places.set(index, { ...source, isBracketed: bracket !== undefined });
  }
  return { citations, places, sources: [...known.values()] };
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
    if (citation.nodeId && !bracketed) takeName(characters, start, end, citation.label ?? "");
    characters[start] = `${bracketed ? BRACKETED : ""}${CITED}${String(index)}${CITED_END}`;
  }
  return characters.map((character, at) => character + (after.get(at + 1) ?? "")).join("");
}

/** Takes out the name before the bracket of an id, and the bracket: what is drawn for the citation says the name. */
function takeName(characters: string[], start: number, end: number, id: string): void {
  const behind = characters[end];
  if (behind !== ")" && !(behind === "," && characters[end + 1] === " ")) return;
  const from = Math.max(0, start - LIMITS.nameLength - 2);
  const before = withoutName(characters.slice(from, start).join(""), id);
  if (before === null) return;
  let kept = from;
  for (let length = 0; length < before.length; kept++) length += (characters[kept] ?? "").length;
  characters.fill("", kept, start);
  // What tells it from others of its name stays, as beside a chip.
  if (behind === ")") characters[end] = "";
  else characters.splice(end, 2, " ", "(");
}

/** A line of its own that counts up three or more sources behind a colon, in whatever language. */
const COUNTED_UP =
  /^(?![-*|>#\s]|\d+[.)])(.*?: )((?:\uE003?\uE000\d+\uE001(?:, (?:\p{L}{1,3} )?| \p{L}{1,3} )){2,}\uE003?\uE000\d+\uE001)\.?(.*)$/gmu;

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
    const [, , cited] = CITATION_ALONE.exec(piece) ?? [];
    if (cited !== undefined) return [{ cited: Number(cited) }];
    return piece ? [piece] : [];
  });
}
