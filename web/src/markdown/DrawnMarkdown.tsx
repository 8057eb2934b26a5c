/** Shows Markdown that may still be streaming. Node names in it (`PlaceOrder.UC.001`) select their node everywhere. */

import { createElement, Fragment, memo, type ReactNode, useRef } from "react";
import { sourcedPieces } from "../state/sources";
import { NodeChip } from "../ui/NodeChip";
import { blocksOf, NO_BLOCKS, type Piece, treeOf } from "./blocks";
import { namedPieces } from "./naming";
import { Citation, Unsupported } from "./sources";

export default function DrawnMarkdown({ text }: { readonly text: string }): ReactNode {
  const before = useRef(NO_BLOCKS);
  const now = blocksOf(text, before.current);
  before.current = now;
  // Blocks are only ever added at the end, so their place is their identity.
  return (
    <div className="markdown">
      {now.blocks.map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </div>
  );
}

const Block = memo(({ text }: { readonly text: string }): ReactNode => draw(treeOf(text)));
Block.displayName = "Block";

function draw(pieces: readonly Piece[], inCode = false): ReactNode {
  return pieces.map((piece, index) => {
    if (typeof piece === "string") return inCode ? piece : <Fragment key={index}>{withSources(piece)}</Fragment>;
    if (piece.tag === "pre")
      return (
        <pre key={index}>
          <code>{draw(piece.children, true)}</code>
        </pre>
      );
    if (piece.tag === "hr" || piece.tag === "br") return createElement(piece.tag, { key: index });
    const isLink = piece.tag === "a" && piece.href;
    // A link that was refused stays as its words.
    if (piece.tag === "a" && !isLink) return <span key={index}>{draw(piece.children)}</span>;
    const link = isLink ? { href: piece.href, target: "_blank", rel: "noreferrer noopener" } : {};
    return createElement(piece.tag, { key: index, ...link }, draw(piece.children, piece.tag === "code"));
  });
}

/** What the server has checked is drawn as it says; ids in a text that nobody checked are names like any other. */
function withSources(text: string): ReactNode {
  return sourcedPieces(text).map((piece, index) => {
    if (typeof piece === "string") return <Fragment key={index}>{withChips(piece)}</Fragment>;
    return piece.cited === null ? <Unsupported key={index} /> : <Citation key={index} index={piece.cited} />;
  });
}

function withChips(text: string): ReactNode {
  const pieces = namedPieces(text);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) => (index % 2 ? <NodeChip key={index} semanticId={piece} /> : piece));
}
