/** People who are called in a text as `@Name`: completed while it is written, and found in what was written. Pure. */

import type { Completion } from "../canvases/chat/completion";

/** `@` begins a name where no letter stands before it; names may have blanks. */
const CALLING = /(?:^|[^\p{L}\p{N}_@])@([\p{L}\p{N}_.'-][\p{L}\p{N}_.' -]{0,60})?$/u;
const MOST = 8;

export function mentionAt(draft: string, caret: number, names: readonly string[]): Completion | undefined {
  const calling = CALLING.exec(draft.slice(0, caret));
  if (calling === null) return undefined;
  const typed = calling[1] ?? "";
  const like = names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()) && name !== typed);
  if (like.length === 0) return undefined;
  const options = like.slice(0, MOST).map((name) => ({ text: `@${name}`, label: name }));
  return { start: caret - typed.length - 1, end: caret, options };
}

export interface Piece {
  readonly text: string;
  readonly isMention: boolean;
}

/** A text in pieces: each call of one of these names by itself. */
export function piecesOf(text: string, names: readonly string[]): readonly Piece[] {
  const known = [...names].sort((one, two) => two.length - one.length);
  const pieces: Piece[] = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at + 1);
    const name = text[at] === "@" ? known.find((each) => isCalled(rest, each)) : undefined;
    if (name === undefined) {
      plain += text[at];
      at += 1;
      continue;
    }
    if (plain) pieces.push({ text: plain, isMention: false });
    pieces.push({ text: text.slice(at, at + name.length + 1), isMention: true });
    plain = "";
    at += name.length + 1;
  }
  return plain ? [...pieces, { text: plain, isMention: false }] : pieces;
}

function isCalled(rest: string, name: string): boolean {
  return rest.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length));
}
