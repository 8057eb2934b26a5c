/**
 * What the texts of a project hold of some words: descriptions and attributes of elements, passages of documents, messages.
 * The server finds the first two in its indexes, by words and their beginnings; messages are looked through here.
 */

import { showMessage } from "../canvases/chat/wanted";
import { seekAnywhere } from "../canvases/seek";
import { searchPath } from "../documents/paths";
import { read } from "../documents/reading";
import type { Node, PassageHit } from "../protocol";
import { projectPath } from "../session/rest";
import { knownId, lookedUpBy, readByPeople } from "../state/foreign";
import { type Threads, textOf } from "../state/threads";
import { find, folded } from "./finding";
import type { Offered } from "./Picker";
import type { Say } from "./text";
import type { Workbench } from "./workbench";

/** Of each kind; whoever wants more says more of it. */
const MAX_OF_A_KIND = 6;
/** Characters of a text before and after the word that was found. */
const BEFORE = 30;
const AFTER = 90;
/** The server's bound of a question. */
const LONGEST = 200;
/** Of an inflected word so many letters are the same. */
const STEM = 4;

interface NodeHit {
  readonly node: Node;
  readonly words: readonly string[];
}

/** Elements that are not found by name, passages, messages; `ServerError` where the server could not say. */
export async function foundInTexts(
  { store, project, rest }: Workbench,
  typed: string,
  say: Say<"frame">,
  signal: AbortSignal,
): Promise<readonly Offered[]> {
  const wanted = typed.trim().slice(0, LONGEST);
  const query = new URLSearchParams({ q: wanted, limit: String(5 * MAX_OF_A_KIND) });
  const [{ hits }, passages] = await Promise.all([
    rest.get<{ readonly hits: readonly NodeHit[] }>(`${projectPath(project)}/search?${query}`, signal),
    rest.get<{ readonly hits: readonly PassageHit[] }>(searchPath(project, wanted, MAX_OF_A_KIND), signal),
  ]);
  const elements = hits.flatMap(({ node, words }) => {
    const piece = pieceOf(textsOf(node), words);
    if (piece === undefined || find([node], wanted, 1, lookedUpBy).length > 0) return [];
    const { nodeId, nodeType, name, semanticId, attributes } = node;
    const run = (): void => {
      store.select([nodeId]);
      seekAnywhere(nodeId);
    };
    return [{ id: nodeId, label: name, hint: knownId(attributes) ?? semanticId, nodeType, piece, run }];
  });
  const cited = passages.hits.map(({ passageId, documentId, title, text }) => ({
    id: passageId,
    label: title,
    hint: say("inDocument"),
    piece: pieceOf([text], wordsOf(wanted)) ?? shortened(text, 0),
    run: () => read({ documentId, passageId }),
  }));
  return [...elements.slice(0, MAX_OF_A_KIND), ...cited, ...messagesWith(wanted, store.get().threads, say)];
}

/** Those that hold every word, the newest first. */
function messagesWith(wanted: string, { threads, messages }: Threads, say: Say<"frame">): readonly Offered[] {
  const words = wordsOf(wanted);
  const found: Offered[] = [];
  for (const message of [...messages.values()].reverse()) {
    const { messageId, threadId } = message;
    const text = textOf(message);
    const piece = holdsAll(text, words) ? pieceOf([text], words) : undefined;
    if (piece === undefined) continue;
    const run = (): void => showMessage({ threadId, messageId });
    found.push({
      id: messageId,
      label: threads.get(threadId)?.title || say("chat"),
      hint: say("inMessage"),
      piece,
      run,
    });
    if (found.length === MAX_OF_A_KIND) break;
  }
  return found;
}

/** What is written of an element beside its name. */
function textsOf({ descr, attributes }: Node): readonly string[] {
  return [descr, ...readByPeople(attributes).map(([, value]) => value)].filter((text) => typeof text === "string");
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/);
}

function holdsAll(text: string, words: readonly string[]): boolean {
  const all = folded(text);
  return words.every((word) => all.includes(folded(word)));
}

/** The text around the first of the words that one of the texts holds, or holds the beginning of. */
export function pieceOf(texts: readonly string[], words: readonly string[]): string | undefined {
  for (const stems of [words, words.map((word) => word.slice(0, Math.max(STEM, word.length - 2)))]) {
    for (const text of texts) {
      // Folded letter by letter, so that a place in one is the place in the other.
      const letters = text.replace(/./gs, (letter) => folded(letter)[0] ?? letter);
      const places = stems.map((stem) => letters.indexOf(folded(stem))).filter((place) => place >= 0);
      if (places.length > 0) return shortened(text, Math.min(...places));
    }
  }
  return undefined;
}

/** So much of a text around a place, in whole words and one line. */
function shortened(text: string, place: number): string {
  const from = place <= BEFORE ? 0 : text.lastIndexOf(" ", place - BEFORE) + 1;
  const end = text.indexOf(" ", place + AFTER);
  const piece = text.slice(from, end < 0 ? undefined : end).slice(0, BEFORE + 2 * AFTER);
  const [before, after] = [from > 0 ? "… " : "", end < 0 ? "" : " …"];
  return `${before}${piece.replace(/\s+/g, " ").trim()}${after}`;
}
