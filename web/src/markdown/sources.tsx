/** How a citation and a sentence without a source look; the message that is drawn gives them. */

import { createContext, type ReactNode, useContext } from "react";
import { read } from "../documents/reading";
import type { CitationPart } from "../protocol";
import { NodeChip } from "../ui/NodeChip";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";

export const Sources = createContext<readonly CitationPart[]>([]);

export function Citation({ index }: { readonly index: number }): ReactNode {
  const say = useText("sources");
  const part = useContext(Sources)[index];
  const nodeId = part?.nodeId;
  const isThere = useStore(({ graph }) => nodeId !== undefined && graph.nodes.has(nodeId));
  if (!part) return null;
  const label = part.label ?? "";
  const status = part.status ?? "given";
  if (status === "given" && part.passageId)
    return <PassageChip label={label} passageId={part.passageId} quote={part.quote} />;
  if (status === "given" && nodeId && isThere) return <NodeChip nodeId={nodeId} />;
  const why = say(status === "given" ? "gone" : status);
  return (
    <span className="chip wrong" title={why}>
      <bdi>{label}</bdi>
      <span className="visually-hidden"> ({why})</span>
      {status === "notGiven" && nodeId && isThere ? <NodeChip nodeId={nodeId} /> : null}
    </span>
  );
}

/** A cited passage; a click opens it in its document with the quote marked. */
function PassageChip({
  label,
  passageId,
  quote,
}: {
  readonly label: string;
  readonly passageId: string;
  readonly quote?: string | undefined;
}): ReactNode {
  const say = useText("sources");
  return (
    <button
      type="button"
      className="chip source"
      title={quote}
      aria-label={say("cite", { label })}
      onClick={() => read({ passageId, ...(quote && { quote }) })}
    >
      {label}
    </button>
  );
}

export function Unsupported(): ReactNode {
  const say = useText("sources");
  return (
    <small className="unsupported" title={say("unsupportedMore")}>
      {" "}
      {say("unsupported")}
    </small>
  );
}
