/** One relation: its kind, its ends, its attributes. */

import { Spline, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { type Attribute, relationsBetween } from "../canvases/ontology";
import { problemText } from "../canvases/table/CellEditor";
import { read, valueText } from "../canvases/table/columns";
import { useAttributeTitle } from "../canvases/useAttributeTitle";
import { newOperationId } from "../canvases/useChanges";
import { useDeleting } from "../canvases/useDeleting";
import { CommentSection } from "../comments/CommentSection";
import { askedCure } from "../cures/asked";
import { useCureObstacle } from "../cures/useCureObstacle";
import { phraseIn } from "../locales/phrase";
import type { Edge } from "../protocol";
import { readByPeople } from "../state/foreign";
import { CONFIRMED } from "../state/suspects";
import { NodeChip } from "../ui/NodeChip";
import { useLanguage, useText } from "../ui/text";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";
import { ElementFindings } from "./ElementFindings";
import { ElementHistory } from "./ElementHistory";
import { attributeLike, editorOf, valueLike } from "./editors";
import { FieldRow } from "./FieldRow";
import { replacing, settingOfEdge } from "./operations";
import { useEdit } from "./useEdit";

interface Properties {
  readonly edge: Edge;
  readonly obstacle: string | undefined;
}

export function EdgeInspector({ edge, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const cures = useText("cures");
  const noCure = useCureObstacle();
  const sayTables = useText("tables");
  const title = useAttributeTitle();
  const { ontology } = useWorkbench();
  const remove = useDeleting();
  const edit = useEdit();
  const relation = ontology.relation.get(edge.edgeType);
  const known: readonly Attribute[] = relation?.attributes ?? [];
  const others = readByPeople(edge.attributes ?? {}).filter(
    ([key]) => key !== CONFIRMED && !known.some(({ name }) => name === key),
  );
  return (
    <div className="inspector-body">
      <header className="inspector-head">
        <span>{say("relation")}</span>
        <span className="grow" />
        <button
          type="button"
          className="icon"
          disabled={noCure !== undefined}
          aria-label={cures("relink")}
          title={noCure ?? cures("relink")}
          onClick={() => askedCure.set({ kind: "relink", edge: edge.edgeId })}
        >
          <Spline aria-hidden />
        </button>
        <button
          type="button"
          className="icon"
          disabled={obstacle !== undefined}
          aria-label={say("removeRelation")}
          title={obstacle ?? say("removeRelation")}
          onClick={() => remove({ edges: [edge.edgeId] })}
        >
          <Trash2 aria-hidden />
        </button>
      </header>
      <div className="field-rows">
        <Kind edge={edge} obstacle={obstacle} />
        <div className="field-row">
          <span>{say("source")}</span>
          <NodeChip nodeId={edge.source} />
        </div>
        <div className="field-row">
          <span>{say("target")}</span>
          <NodeChip nodeId={edge.target} />
        </div>
        {[...known, ...others.map(([name, value]) => attributeLike(name, value))].map((attribute) => {
          const value = edge.attributes?.[attribute.name];
          const column = { kind: "attribute", key: attribute.name, attribute, width: 0 } as const;
          return (
            <FieldRow
              key={attribute.name}
              label={title(attribute.name)}
              meaning={attribute.meaning}
              editor={editorOf(attribute, value)}
              attribute={attribute}
              value={value}
              obstacle={obstacle}
              text={valueText(value)}
              read={(text) => {
                const typed = read(column, text);
                return "code" in typed
                  ? { problem: problemText(sayTables, typed) }
                  : { value: valueLike(value, typed.value) };
              }}
              save={(wanted, base) => edit(settingOfEdge(edge, attribute.name, wanted, newOperationId()), base)}
            />
          );
        })}
      </div>
      <CommentSection kind="edge" about={edge.edgeId} />
      <ElementFindings edgeId={edge.edgeId} />
      <ElementHistory id={edge.edgeId} />
    </div>
  );
}

/** Another kind between the same ends: the relation that takes its place is selected. */
function Kind({ edge, obstacle }: Properties): ReactNode {
  const say = useText("element");
  const language = useLanguage();
  const { ontology, store } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const edit = useEdit();
  const [source, target] = [graph.nodes.get(edge.source), graph.nodes.get(edge.target)];
  const legal = source && target ? relationsBetween(ontology, source.nodeType, target.nodeType) : [];
  const names = [...new Set([edge.edgeType, ...legal.map(({ name }) => name)])];
  const titles = new Map(names.map((name) => [phraseIn(ontology.relation.get(name)?.title, language) ?? name, name]));
  const replace = async (title: string, base: number): ReturnType<typeof edit> => {
    const wanted = titles.get(title);
    if (wanted === undefined || wanted === edge.edgeType) return undefined;
    const refused = await edit(replacing(edge, wanted, newOperationId), base);
    const made = [...store.get().graph.edges.values()].find(
      (each) => each.edgeType === wanted && each.source === edge.source && each.target === edge.target,
    );
    if (refused === undefined && made) store.select([], [made.edgeId]);
    return refused;
  };
  const title = [...titles].find(([, name]) => name === edge.edgeType)?.[0] ?? edge.edgeType;
  return (
    <FieldRow
      label={say("kind")}
      meaning={phraseIn(ontology.relation.get(edge.edgeType)?.meaning, language)}
      editor="choice"
      attribute={{ name: "kind", options: [...titles.keys()] }}
      isRequired
      obstacle={obstacle}
      text={title}
      read={(text) => ({ value: text })}
      save={(value, base) => replace(String(value), base)}
    />
  );
}
