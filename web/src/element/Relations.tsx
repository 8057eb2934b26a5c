/** What a node is joined to, in both directions; each relation can be taken away, and new ones are made to legal ends. */

import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { NodePicker } from "../canvases/graph/NodePicker";
import { newOperationId } from "../canvases/useChanges";
import { useDeleting } from "../canvases/useDeleting";
import { phraseIn } from "../locales/phrase";
import type { Node } from "../protocol";
import { NodeChip } from "../ui/NodeChip";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { type Direction, directionsOf, legalEnds, relatedTo } from "./legal";
import { Refused } from "./Refused";
import { type Refusal, useEdit } from "./useEdit";

interface Properties {
  readonly node: Node;
  readonly obstacle: string | undefined;
}

export function Relations({ node, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const { ontology, store } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const remove = useDeleting();
  const titleOf = useTitles();
  const related = useMemo(() => relatedTo(graph, ontology, node.nodeId), [graph, ontology, node.nodeId]);
  return (
    <section aria-label={say("relations")}>
      <h3>{say("relations")}</h3>
      {related.map(({ relation, way, edges }) => (
        <div key={`${relation.name} ${way}`} className="relation-group">
          <span className="note">{titleOf({ relation, way })}</span>
          <ul>
            {edges.map(({ edge, other }) => (
              <li key={edge.edgeId}>
                <NodeChip nodeId={other.nodeId} />
                <button
                  type="button"
                  className="link"
                  onClick={() => store.select([], [edge.edgeId])}
                  aria-label={say("openRelation", { name: other.name })}
                >
                  {say("open")}
                </button>
                <button
                  type="button"
                  className="icon"
                  disabled={obstacle !== undefined}
                  aria-label={say("unlink", { name: other.name })}
                  title={obstacle ?? say("unlink", { name: other.name })}
                  onClick={() => remove({ edges: [edge.edgeId] })}
                >
                  <X aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Adding node={node} obstacle={obstacle} />
    </section>
  );
}

function Adding({ node, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    queueMicrotask(() => opener.current?.focus());
  };
  if (isOpen) return <NewRelation node={node} close={close} />;
  return (
    <button
      ref={opener}
      type="button"
      className="quiet with-icon"
      disabled={obstacle !== undefined}
      title={obstacle}
      onClick={() => setOpen(true)}
    >
      <Plus aria-hidden /> {say("addRelation")}
    </button>
  );
}

function NewRelation({ node, close }: { readonly node: Node; readonly close: () => void }): ReactNode {
  const say = useText("element");
  const { ontology, store } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const edit = useEdit();
  const titleOf = useTitles();
  const directions = useMemo(() => directionsOf(ontology, node.nodeType), [ontology, node.nodeType]);
  const [at, setAt] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const direction = directions[at];
  const ends = useMemo(
    () => (direction === undefined ? [] : legalEnds(graph, node, direction)),
    [graph, node, direction],
  );
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => form.current?.querySelector("select")?.focus(), []);
  const join = async (other: Node): Promise<void> => {
    if (direction === undefined) return;
    const [source, target] = direction.way === "out" ? [node, other] : [other, node];
    const ends = { source: source.nodeId, target: target.nodeId };
    const operation = { op: "edge.create", id: newOperationId(), edgeType: direction.relation.name, ...ends } as const;
    const refused = await edit([operation], store.get().graph.revision);
    setRefusal(refused);
    if (refused === undefined) close();
  };
  return (
    <div
      ref={form}
      className="new-relation"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <div className="row">
        <select aria-label={say("relation")} value={at} onChange={(event) => setAt(Number(event.target.value))}>
          {directions.map((each, index) => (
            <option key={`${each.relation.name} ${each.way}`} value={index}>
              {titleOf(each)}
            </option>
          ))}
        </select>
        <button type="button" className="icon" aria-label={say("cancel")} title={say("cancel")} onClick={close}>
          <X aria-hidden />
        </button>
      </div>
      <NodePicker label={say("otherEnd")} nodes={ends} onPick={(other) => void join(other)} />
      {refusal ? (
        <div className="field-problem" role="alert">
          <Refused error={refusal} />
        </div>
      ) : null}
    </div>
  );
}

/** `satisfies →` for one way, `← satisfies` for the other. */
export function useTitles(): (direction: Direction) => string {
  const language = useLanguage();
  return ({ relation, way }) => {
    const title = phraseIn(relation.title, language);
    return way === "out" ? `${title} →` : `← ${title}`;
  };
}
