/** One node: its fields to edit, its relations, and everything that is known about it. */

import { Link2, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { attributesOf, isType, type Ontology } from "../canvases/ontology";
import { problemText } from "../canvases/table/CellEditor";
import { type Column, read, valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { newOperationId } from "../canvases/useChanges";
import { useDeleting } from "../canvases/useDeleting";
import { CommentSection } from "../comments/CommentSection";
import { phraseIn } from "../locales/phrase";
import type { Node } from "../protocol";
import { conflictsOf, isUndecided, watchConflicts } from "../state/conflicts";
import { cameFrom, knownId, readByPeople } from "../state/foreign";
import { late } from "../ui/late";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { useCopyLink } from "../ui/useCopyLink";
import { useWorkbench } from "../ui/workbench";
import { ElementFindings } from "./ElementFindings";
import { ElementHistory } from "./ElementHistory";
import { attributeLike, editorOf, valueLike } from "./editors";
import { FieldRow } from "./FieldRow";
import { Others } from "./Others";
import { setting } from "./operations";
import { Relations } from "./Relations";
import { useEdit } from "./useEdit";
import type { FieldContent } from "./useField";

// Come with the documents and the questions, which most pages open later.
const NodePassages = late(() =>
  import("../documents/NodePassages").then(({ NodePassages }) => ({ default: NodePassages })),
);
const NodeQuestions = late(() =>
  import("../questions/NodeQuestions").then(({ NodeQuestions }) => ({ default: NodeQuestions })),
);

interface Properties {
  readonly node: Node;
  /** Why nothing can be changed. */
  readonly obstacle: string | undefined;
}

export function NodeInspector({ node, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const { ontology } = useWorkbench();
  const title = useAttributeTitle();
  const contentOf = useContent(node);
  return (
    <div className="inspector-body">
      <Head node={node} obstacle={obstacle} />
      <div className="field-rows">
        <FieldRow label={say("name")} editor="name" obstacle={obstacle} {...contentOf(NAME)} />
        <FieldRow label={say("descr")} editor="long" obstacle={obstacle} {...contentOf(DESCR)} />
        {columnsFor(ontology, node).map((column) => {
          const { attribute } = column;
          const value = node.attributes[attribute.name];
          return (
            <FieldRow
              key={`${attribute.name} ${editorOf(attribute, value)}`}
              label={title(attribute.name)}
              meaning={attribute.meaning}
              editor={editorOf(attribute, value)}
              attribute={attribute}
              value={value}
              obstacle={obstacle}
              {...contentOf(column)}
            />
          );
        })}
        <Origin node={node} />
      </div>
      <Relations node={node} obstacle={obstacle} />
      <CommentSection kind="node" about={node.nodeId} />
      <ElementFindings nodeId={node.nodeId} />
      <dl className="inspector-more">
        <Suspense fallback={null}>
          <NodePassages nodeId={node.nodeId} />
        </Suspense>
        {isType(node.nodeType, "REQ") ? (
          <Suspense fallback={null}>
            <NodeQuestions node={node} />
          </Suspense>
        ) : null}
      </dl>
      <ElementHistory id={node.nodeId} />
    </div>
  );
}

type AttributeColumn = Extract<Column, { kind: "attribute" }>;

const NAME: Column = { kind: "name", key: "name", width: 0 };
const DESCR: Column = { kind: "descr", key: "descr", width: 0 };

/** The attributes of the type, and those that this node has besides. */
function columnsFor(ontology: Ontology, node: Node): readonly AttributeColumn[] {
  const known = attributesOf(ontology, node.nodeType);
  const others = readByPeople(node.attributes)
    .filter(([key]) => !known.some(({ name }) => name === key))
    .map(([name, value]) => attributeLike(name, value));
  return [...known, ...others].map((attribute) => ({ kind: "attribute", key: attribute.name, attribute, width: 0 }));
}

/** What a field of this node shows, reads and saves. */
function useContent(node: Node): (column: Column) => FieldContent & { readonly obstacle?: string } {
  const say = useText("tables");
  const sayHere = useText("element");
  const { project } = useWorkbench();
  const conflicts = useSyncExternalStore(watchConflicts, () => conflictsOf(project));
  const edit = useEdit();
  return (column) => ({
    draftPlace: { nodeId: node.nodeId, name: node.name, field: column.key },
    // What one writes on would be neither theirs nor mine while it is open which of the two holds.
    ...(isUndecided(conflicts, node.nodeId, column.key) && { obstacle: sayHere("decideFirst") }),
    text: valueText(
      column.kind === "name" || column.kind === "descr" ? node[column.kind] : node.attributes[column.key],
    ),
    read: (text) => {
      const typed = read(column, text);
      if ("code" in typed) return { problem: problemText(say, typed) };
      return { value: valueLike(node.attributes[column.key], typed.value) };
    },
    save: (value, base) => edit(setting(node, column.key, value, newOperationId()), base),
  });
}

function Head({ node, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const remove = useDeleting();
  const copyLink = useCopyLink();
  const type = ontology.nodeType.get(node.nodeType);
  const known = knownId(node.attributes);
  return (
    <header className="inspector-head">
      <TypeSign nodeType={node.nodeType} />
      <span title={phraseIn(type?.meaning, language)}>{phraseIn(type?.title, language) ?? node.nodeType}</span>
      {known === undefined ? null : <strong title={say("knownId")}>{known}</strong>}
      <code title={say("semanticId")}>{node.semanticId}</code>
      <Others nodeId={node.nodeId} />
      <span className="grow" />
      <button
        type="button"
        className="icon"
        aria-label={say("copyLink")}
        title={say("copyLink")}
        onClick={() => copyLink({ nodes: [node.nodeId], edges: [] })}
      >
        <Link2 aria-hidden />
      </button>
      <button
        type="button"
        className="icon"
        disabled={obstacle !== undefined}
        aria-label={say("remove", { name: node.name })}
        title={obstacle ?? say("remove", { name: node.name })}
        onClick={() => remove({ nodes: [node.nodeId] })}
      >
        <Trash2 aria-hidden />
      </button>
    </header>
  );
}

/** What an imported element is called elsewhere, and where it is from; nobody edits that. */
function Origin({ node: { attributes } }: { readonly node: Node }): ReactNode {
  const say = useText("element");
  const said = [
    ["knownId", knownId(attributes)],
    ["cameFrom", cameFrom(attributes)],
  ] as const;
  return said.map(([key, value]) =>
    value === undefined ? null : (
      <div key={key} className="field-row">
        <span>{say(key)}</span>
        <bdi>{value}</bdi>
      </div>
    ),
  );
}
