/** How a citation and a sentence without a source look; the message that is drawn gives them. */

import { createContext, type ReactNode, useContext } from "react";
import { pointing } from "../canvases/lit";
import { readCited } from "../documents/reading";
import type { CitationPart } from "../protocol";
import type { Source, Sourcing } from "../state/sources";
import { NodeChip } from "../ui/NodeChip";
import { useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

export const Sources = createContext<Sourcing>({ citations: [], places: new Map(), sources: [] });

export function Citation({ index }: { readonly index: number }): ReactNode {
  const { citations, places } = useContext(Sources);
  const part = citations[index];
  const place = places.get(index);
  const nodeId = part?.nodeId;
  const node = useStore(({ graph }) => (nodeId === undefined ? undefined : graph.nodes.get(nodeId)));
  if (!part) return null;
  const status = part.status ?? "given";
  if (status === "given" && place && (part.passageId || node)) {
    const number = <CiteNumber source={place} name={node?.name ?? part.quote ?? part.label ?? ""} />;
    if (place.isBracketed || !node) return number;
    return (
      <>
        <bdi>{node.name}</bdi>
        {number}
      </>
    );
  }
  if (status === "given" && node) return <NodeChip nodeId={node.nodeId} />;
  return <Wrong part={part} nodeId={status === "notGiven" ? node?.nodeId : undefined} />;
}

/** A number in the text: a click opens the passage, or selects the element, which lights up while somebody points there. */
function CiteNumber({ source, name }: { readonly source: Source; readonly name: string }): ReactNode {
  const say = useText("sources");
  const { store } = useWorkbench();
  const { passageId, quote, nodeId } = source.citation;
  const open = (): void => {
    if (passageId) readCited({ passageId, ...(quote && { quote }) });
    else if (nodeId) store.select([nodeId]);
  };
  return (
    <button
      type="button"
      className="cite"
      title={name}
      aria-label={say("numbered", { number: source.number, name })}
      onClick={open}
      {...(nodeId && pointing(nodeId))}
    >
      {source.number}
    </button>
  );
}

function Wrong({ part, nodeId }: { readonly part: CitationPart; readonly nodeId: string | undefined }): ReactNode {
  const say = useText("sources");
  const status = part.status ?? "given";
  const why = say(status === "given" ? "gone" : status);
  return (
    <span className="chip wrong" title={why}>
      <bdi>{part.label ?? ""}</bdi>
      <span className="visually-hidden"> ({why})</span>
      {nodeId === undefined ? null : <NodeChip nodeId={nodeId} />}
    </span>
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
