/** What the titles of a pasted block mean, by the words that the import of files knows; as `interop/tables/columns.py` has it. Pure. */

import { HELD, NUMBER, ROWS, WHOLE } from "../../locales/generated/titles";

/** `other`: a column of the table by its own title. */
export type Meaning = "id" | "name" | "descr" | "other";

/** Words in a cell, on average, of a column that holds sentences. */
const SENTENCE = 3;
/** Words of a name that is made. */
const WORDS = 8;

/** The rows below the titles, and what each is. */
interface Below {
  readonly body: readonly (readonly string[])[];
  readonly nodeType: string;
  /** May this be the id of a row? */
  readonly isId: (cell: string) => boolean;
}

interface Meanings {
  /** By place. Each meaning is there once. */
  readonly found: ReadonlyMap<number, Meaning>;
  /** How many titles say by all of their words what stands below them. */
  readonly whole: number;
}

/** All of a title counts before a part of it, and both before what stands below. */
export function meaningsOf(titles: readonly string[], known: ReadonlyMap<number, Meaning>, below: Below): Meanings {
  const found = new Map(known);
  const plain = titles.map(plainTitle);
  const texts = (at: number): readonly string[] =>
    below.body.map((cells) => (cells[at] ?? "").trim()).filter((cell) => cell !== "");
  const take = (find: (title: string, at: number) => Meaning | undefined): void => {
    for (const [at, title] of plain.entries()) {
      const meaning = found.has(at) || title === "" ? undefined : find(title, at);
      if (meaning !== undefined && ![...found.values()].includes(meaning)) found.set(at, meaning);
    }
  };
  const rowsCalled = (ROWS as Readonly<Record<string, RegExp>>)[below.nodeType];
  take((title) => firstOf(WHOLE, title));
  take((title, at) => (NUMBER.test(title) && numbersRows(texts(at), below) ? "id" : undefined));
  take((title, at) => (rowsCalled?.test(title) ? (holdsSentences(texts(at)) ? "descr" : "name") : undefined));
  const whole = found.size;
  take((title, at) => {
    const held = firstOf(HELD, title);
    return held !== "id" || numbersRows(texts(at), below) ? held : undefined; // `Parent ID` tells of other rows
  });
  return { found, whole };
}

function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .split(/[\s_]+/)
    .join(" ")
    .trim()
    .replace(/[.: ]+$/, "");
}

function firstOf(table: Readonly<Partial<Record<Meaning, RegExp>>>, title: string): Meaning | undefined {
  return (["id", "name", "descr"] as const).find((meaning) => table[meaning]?.test(title));
}

/** Does each row have an id there, and none that of another? */
function numbersRows(texts: readonly string[], { body, isId }: Below): boolean {
  return new Set(texts).size === body.length && texts.every(isId);
}

function holdsSentences(texts: readonly string[]): boolean {
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return texts.length > 0 && words / texts.length >= SENTENCE;
}

/** The name of a row that has none: the first words of what it says, as `interop/made_names.py` makes it. */
export function firstWords(text: string): string {
  const words = text.replaceAll("*", "").trim().split(/\s+/);
  return (
    words
      .slice(0, WORDS)
      .join(" ")
      .replace(/[.,;:]+$/, "") + (words.length > WORDS ? "…" : "")
  );
}
