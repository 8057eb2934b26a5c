/** Several elements: how many of what, what they share to be set for all at once, and deleting them. */

import { Merge, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { problemText } from "../canvases/table/CellEditor";
import { read, valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { newOperationId } from "../canvases/useChanges";
import { useDeleting } from "../canvases/useDeleting";
import { askedCure } from "../cures/asked";
import { useCureObstacle } from "../cures/useCureObstacle";
import { phraseIn } from "../locales/phrase";
import type { Edge, Node } from "../protocol";
import { NodeChip } from "../ui/NodeChip";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useWorkbench } from "../ui/workbench";
import { editorOf } from "./editors";
import { FieldRow } from "./FieldRow";
import { setting } from "./operations";
import { countsByType, type SharedAttribute, sharedAttributes } from "./shared";
import { useEdit } from "./useEdit";

/** More names than these nobody reads. */
const MOST = 60;

interface Properties {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly obstacle: string | undefined;
}

export function ManyInspector({ nodes, edges, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const cures = useText("cures");
  const noCure = useCureObstacle();
  const { ontology, store } = useWorkbench();
  const remove = useDeleting();
  const count = nodes.length + edges.length;
  const shared = edges.length === 0 ? sharedAttributes(ontology, nodes) : [];
  return (
    <div className="inspector-body">
      <header className="inspector-head">
        <strong role="status">{say("selected", { count })}</strong>
        <span className="grow" />
        {edges.length === 0 && new Set(nodes.map(({ nodeType }) => nodeType)).size === 1 ? (
          <button
            type="button"
            className="icon"
            disabled={noCure !== undefined}
            aria-label={cures("mergeMany")}
            title={noCure ?? cures("mergeMany")}
            onClick={() => askedCure.set({ kind: "merge", nodes: nodes.map(({ nodeId }) => nodeId) })}
          >
            <Merge aria-hidden />
          </button>
        ) : null}
        <button
          type="button"
          className="icon"
          disabled={obstacle !== undefined}
          aria-label={say("removeAll", { count })}
          title={obstacle ?? say("removeAll", { count })}
          onClick={() => remove({ nodes: nodes.map(({ nodeId }) => nodeId), edges: edges.map(({ edgeId }) => edgeId) })}
        >
          <Trash2 aria-hidden />
        </button>
      </header>
      <Counts nodes={nodes} edges={edges.length} choose={(nodeType) => store.select(ids(nodes, nodeType))} />
      {shared.length > 0 ? (
        <section aria-label={say("forAll")}>
          <h3>{say("forAll")}</h3>
          <div className="field-rows">
            {shared.map((each) => (
              <SharedField key={each.attribute.name} shared={each} nodes={nodes} obstacle={obstacle} />
            ))}
          </div>
        </section>
      ) : null}
      <p className="chips">
        {nodes.slice(0, MOST).map(({ nodeId }) => (
          <NodeChip key={nodeId} nodeId={nodeId} />
        ))}
        {nodes.length > MOST ? <span className="note">+{nodes.length - MOST}</span> : null}
      </p>
    </div>
  );
}

interface SharedProperties {
  readonly shared: SharedAttribute;
  readonly nodes: readonly Node[];
  readonly obstacle: string | undefined;
}

/** One change set for all of them. */
function SharedField({ shared: { attribute, value, isMixed }, nodes, obstacle }: SharedProperties): ReactNode {
  const say = useText("tables");
  const title = useAttributeTitle();
  const edit = useEdit();
  const column = { kind: "attribute", key: attribute.name, attribute, width: 0 } as const;
  return (
    <FieldRow
      label={title(attribute.name)}
      meaning={attribute.meaning}
      editor={editorOf(attribute, isMixed ? undefined : value)}
      attribute={attribute}
      value={value}
      isMixed={isMixed}
      obstacle={obstacle}
      text={isMixed ? "" : valueText(value)}
      read={(text) => {
        const typed = read(column, text);
        return "code" in typed ? { problem: problemText(say, typed) } : typed;
      }}
      save={(wanted, base) =>
        edit(
          nodes.flatMap((node) => setting(node, attribute.name, wanted, newOperationId())),
          base,
        )
      }
    />
  );
}

interface CountsProperties {
  readonly nodes: readonly Node[];
  readonly edges: number;
  readonly choose: (nodeType: string) => void;
}

/** A click on a type keeps only those. */
function Counts({ nodes, edges, choose }: CountsProperties): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  return (
    <ul className="type-counts">
      {countsByType(nodes).map(([nodeType, count]) => (
        <li key={nodeType}>
          <button type="button" className="quiet with-icon" title={say("onlyThese")} onClick={() => choose(nodeType)}>
            <TypeSign nodeType={nodeType} />
            <span className="type-title">{phraseIn(ontology.nodeType.get(nodeType)?.title, language) ?? nodeType}</span>
            <span className="number">{count}</span>
          </button>
        </li>
      ))}
      {edges > 0 ? (
        <li className="note">
          {say("relations")} <span className="number">{edges}</span>
        </li>
      ) : null}
    </ul>
  );
}

function ids(nodes: readonly Node[], nodeType: string): readonly string[] {
  return nodes.filter((node) => node.nodeType === nodeType).map(({ nodeId }) => nodeId);
}
