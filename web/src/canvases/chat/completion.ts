/** What may follow while somebody types: names of nodes behind `@`, and sentences that begin like this one. Pure. */

import type { Node } from "../../protocol";
import { knownId } from "../../state/foreign";

export interface Completion {
  /** What is replaced, in characters of the draft. */
  readonly start: number;
  readonly end: number;
  readonly options: readonly CompletionOption[];
}

export interface CompletionOption {
  /** What is put in. */
  readonly text: string;
  readonly label: string;
  readonly nodeType?: string;
}

const MOST = 8;
/** So few letters begin too many sentences. */
const LEAST = 3;
/** `@` begins a name where nothing or a blank stands before it, not within an address of mail. */
const NAMING = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u;

export function completionAt(
  draft: string,
  caret: number,
  nodes: Iterable<Node>,
  sentences: readonly string[],
): Completion | undefined {
  const before = draft.slice(0, caret);
  const naming = NAMING.exec(before);
  if (naming) return found(caret - (naming[1] ?? "").length - 1, caret, namesLike(naming[1] ?? "", nodes));
  if (caret !== draft.length || draft.includes("\n") || draft.trim().length < LEAST) return undefined;
  const typed = folded(draft.trimStart());
  const like = sentences.filter((each) => folded(each).startsWith(typed) && each.length > typed.length);
  return found(
    0,
    draft.length,
    like.map((text) => ({ text, label: text })),
  );
}

/** The draft with one option taken, and where one writes on. */
export function completed(draft: string, completion: Completion, option: CompletionOption): [string, number] {
  const after = draft.slice(completion.end);
  const put = after.startsWith(" ") ? option.text : `${option.text} `;
  return [draft.slice(0, completion.start) + put + after, completion.start + put.length];
}

function found(start: number, end: number, options: readonly CompletionOption[]): Completion | undefined {
  return options.length === 0 ? undefined : { start, end, options: options.slice(0, MOST) };
}

/** Nodes by their names: those that begin with the letters, or whose id elsewhere does, before those that hold them. */
function namesLike(letters: string, nodes: Iterable<Node>): CompletionOption[] {
  const wanted = bare(letters);
  const begin: CompletionOption[] = [];
  const hold: CompletionOption[] = [];
  for (const node of nodes) {
    const known = knownId(node.attributes);
    const at = known && bare(known).startsWith(wanted) ? 0 : bare(node.name).indexOf(wanted);
    if (at < 0) continue;
    (at === 0 ? begin : hold).push({ text: node.semanticId, label: node.name, nodeType: node.nodeType });
    if (begin.length >= MOST) break;
  }
  return [...begin, ...hold];
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Letters and numbers alone, so that `chec` and `ti` find `Check ticket` and `CheckTicket`. */
function bare(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}]/gu, "");
}
