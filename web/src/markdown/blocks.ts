/**
 * Markdown as safe tokens, block by block. While a text streams only its last two blocks are parsed again; a finished
 * block keeps its text, so whoever draws it need not look at it a second time.
 *
 * No HTML and no images come out of it: `html` is off, and an image is its description.
 */

import MarkdownIt, { type Token } from "markdown-it";

const markdown = new MarkdownIt("commonmark", { html: false, linkify: false }).enable(["table", "strikethrough"]);
/** Only what begins like this is a link; anything else is shown as the text it is. */
const SAFE_LINK = /^https?:\/\//i;
markdown.validateLink = (address) => SAFE_LINK.test(address);

export interface Blocks {
  readonly text: string;
  readonly blocks: readonly string[];
}

export const NO_BLOCKS: Blocks = { text: "", blocks: [] };

/** The blocks of a text, given those of what it began with. */
export function blocksOf(text: string, before: Blocks = NO_BLOCKS): Blocks {
  if (text === before.text) return before;
  const continues = text.startsWith(before.text) && before.blocks.length > 0;
  const finished = continues ? before.blocks.slice(0, -OPEN_BLOCKS) : [];
  const tail = text.slice(finished.reduce((length, block) => length + block.length, 0));
  return { text, blocks: [...finished, ...split(tail)] };
}

/** The last block and the one before it, which `2` begins to leave as a paragraph and `2.` joins again as a list. */
const OPEN_BLOCKS = 2;

/** Cut before every block but the first, so that the pieces add up to the text. */
function split(text: string): readonly string[] {
  const starts = markdown
    .parse(text, {})
    .filter((token) => token.level === 0 && token.nesting >= 0 && token.map)
    .map((token) => token.map?.[0] ?? 0);
  const lines = offsets(text);
  const cuts = [0, ...starts.slice(1).map((line) => lines[line] ?? text.length), text.length];
  return cuts.slice(1).flatMap((end, index) => text.slice(cuts[index], end) || []);
}

function offsets(text: string): readonly number[] {
  const found = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

/** A piece of a block: an element with what is in it, or plain text. */
export type Piece = string | Element;

export interface Element {
  readonly tag: Tag;
  readonly children: readonly Piece[];
  readonly href?: string;
  readonly language?: string;
}

const TAGS = [
  ...(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "hr", "pre", "code", "br"] as const),
  ...(["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td"] as const),
] as const;
export type Tag = (typeof TAGS)[number];

/** A block as a tree of elements from a closed list. */
export function treeOf(block: string): readonly Piece[] {
  return grow(markdown.parse(block, {}));
}

interface Open {
  readonly tag: Tag;
  readonly href?: string;
  readonly children: Piece[];
}

function grow(tokens: readonly Token[]): readonly Piece[] {
  const root: Piece[] = [];
  const open: Open[] = [];
  const add = (...pieces: readonly Piece[]): void => void (open.at(-1)?.children ?? root).push(...pieces);
  for (const token of tokens) {
    if (token.hidden) continue;
    if (token.nesting === 1) open.push({ tag: known(token.tag), children: [], ...linkOf(token) });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed) add(closed);
    } else add(...leaf(token));
  }
  return root;
}

function leaf(token: Token): readonly Piece[] {
  switch (token.type) {
    case "inline":
      return grow(token.children ?? []);
    case "fence":
    case "code_block":
      return [{ tag: "pre", children: [token.content], ...(token.info && { language: token.info.trim() }) }];
    case "code_inline":
      return [{ tag: "code", children: [token.content] }];
    case "hr":
      return [{ tag: "hr", children: [] }];
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [{ tag: "br", children: [] }];
    default:
      return token.content ? [token.content] : []; // text, and the description of an image
  }
}

function linkOf(token: Token): { readonly href?: string } {
  const href = token.tag === "a" ? String(token.attrGet("href") ?? "") : "";
  return SAFE_LINK.test(href) ? { href } : {};
}

function known(tag: string): Tag {
  return (TAGS as readonly string[]).includes(tag) ? (tag as Tag) : "p";
}
