/** A text of a form with the names that people know: the sign of an element and its name where its id is written. */

import type { ReactNode } from "react";
import { namedPieces } from "../markdown/naming";
import { bySemanticId } from "../state/graph";
import { TypeSign } from "../ui/TypeSign";
import { useStore } from "../ui/useStore";

export function NamedText({ text }: { readonly text: string }): ReactNode {
  const pieces = namedPieces(text);
  return <bdi>{pieces.map((piece, index) => (index % 2 ? <Named key={index} semanticId={piece} /> : piece))}</bdi>;
}

/** No chip: where it can be chosen, choosing is all that a click does. */
function Named({ semanticId }: { readonly semanticId: string }): ReactNode {
  const node = useStore(({ graph }) => bySemanticId(graph, semanticId));
  if (!node) return semanticId;
  return (
    <span className="named" title={semanticId}>
      <TypeSign nodeType={node.nodeType} /> <bdi>{node.name}</bdi>
    </span>
  );
}
