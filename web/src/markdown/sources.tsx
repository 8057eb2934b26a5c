/** How a citation and a sentence without a source look; the message that is drawn gives them. */

import { createContext, type ReactNode, useContext } from "react";
import { read } from "../documents/reading";
import type { CitationPart } from "../protocol";
import { NodeChip } from "../ui/NodeChip";
import { catalogue, useText } from "../ui/text";
import { useStore } from "../ui/useStore";

export const Sources = createContext<readonly CitationPart[]>([]);

const words = catalogue(
  {
    unsupported: "no source",
    unsupportedMore: "This sentence states something and cites nothing for it.",
    unknown: "This does not exist; the language model made it up.",
    notGiven: "This exists, but the language model was not shown it for this answer.",
    gone: "This is no longer in the model.",
    cite: "{label}: open it in its document",
  },
  {
    unsupported: "ohne Quelle",
    unsupportedMore: "Dieser Satz behauptet etwas und nennt dafür keine Quelle.",
    unknown: "Das gibt es nicht; das Sprachmodell hat es erfunden.",
    notGiven: "Das gibt es, aber dem Sprachmodell wurde es für diese Antwort nicht gezeigt.",
    gone: "Das ist nicht mehr im Modell.",
    cite: "{label}: im Dokument öffnen",
  },
  {
    unsupported: "sans source",
    unsupportedMore: "Cette phrase affirme quelque chose sans citer de source.",
    unknown: "Cela n'existe pas ; le modèle de langage l'a inventé.",
    notGiven: "Cela existe, mais n'a pas été montré au modèle de langage pour cette réponse.",
    gone: "Cela n'est plus dans le modèle.",
    cite: "{label} : ouvrir dans son document",
  },
);

export function Citation({ index }: { readonly index: number }): ReactNode {
  const say = useText(words);
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
export function PassageChip({
  label,
  passageId,
  quote,
}: {
  readonly label: string;
  readonly passageId: string;
  readonly quote?: string | undefined;
}): ReactNode {
  const say = useText(words);
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
  const say = useText(words);
  return (
    <small className="unsupported" title={say("unsupportedMore")}>
      {" "}
      {say("unsupported")}
    </small>
  );
}
