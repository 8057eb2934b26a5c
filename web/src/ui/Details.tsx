/** What is selected, word for word: its fields, attributes and relations. */

import { lazy, type ReactNode, Suspense } from "react";
import { isType } from "../canvases/ontology";
import { phraseIn } from "../locales/phrase";
import { withOrigin } from "../state/foreign";
import { edgesOf } from "../state/graph";
import { NodeChip } from "./NodeChip";
import { useLanguage, useText } from "./text";
import { useStore } from "./useStore";
import { useWorkbench } from "./workbench";

// Comes with the documents, which most pages open later.
const NodePassages = lazy(() =>
  import("../documents/NodePassages").then(({ NodePassages }) => ({ default: NodePassages })),
);
const NodeQuestions = lazy(() =>
  import("../questions/NodeQuestions").then(({ NodeQuestions }) => ({ default: NodeQuestions })),
);

export function Details(): ReactNode {
  const say = useText("frame");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const { nodes, edges } = useStore((state) => state.canvas.selection);
  const node = nodes[0] === undefined ? undefined : graph.nodes.get(nodes[0]);
  const edge = edges[0] === undefined ? undefined : graph.edges.get(edges[0]);
  if (nodes.length + edges.length > 1) {
    return (
      <div className="pad">
        <p>{say("selectedMany", { count: nodes.length + edges.length })}</p>
        <p className="chips">
          {nodes.map((nodeId) => (
            <NodeChip key={nodeId} nodeId={nodeId} />
          ))}
        </p>
      </div>
    );
  }
  if (edge) {
    const relation = ontology.relation.get(edge.edgeType);
    return (
      <dl className="fields pad">
        <Field
          label={say("type")}
          value={phraseIn(relation?.title, language) ?? edge.edgeType}
          meaning={phraseIn(relation?.meaning, language)}
        />
        <dt>{say("relations")}</dt>
        <dd>
          <NodeChip nodeId={edge.source} /> → <NodeChip nodeId={edge.target} />
        </dd>
        {withOrigin(edge.attributes).map(([key, value]) => (
          <Field key={key} label={key} value={value} />
        ))}
      </dl>
    );
  }
  if (!node) return <p className="note pad">{say("noSelection")}</p>;
  const type = ontology.nodeType.get(node.nodeType);
  return (
    <dl className="fields pad">
      <Field label={say("name")} value={node.name} />
      <Field
        label={say("type")}
        value={phraseIn(type?.title, language) ?? node.nodeType}
        meaning={phraseIn(type?.meaning, language)}
      />
      <Field label={say("semanticId")} value={node.semanticId} />
      <Field label={say("descr")} value={node.descr} />
      {withOrigin(node.attributes).map(([key, value]) => (
        <Field key={key} label={key} value={value} />
      ))}
      <dt>{say("relations")}</dt>
      <dd>
        <ul className="relations">
          {edgesOf(graph, node.nodeId).map((each) => {
            const title = phraseIn(ontology.relation.get(each.edgeType)?.title, language) ?? each.edgeType;
            return (
              <li key={each.edgeId}>
                {each.source === node.nodeId ? (
                  <>
                    {title} → <NodeChip nodeId={each.target} />
                  </>
                ) : (
                  <>
                    <NodeChip nodeId={each.source} /> {title} →
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </dd>
      <Suspense fallback={null}>
        <NodePassages nodeId={node.nodeId} />
      </Suspense>
      {isType(node.nodeType, "REQ") ? (
        <Suspense fallback={null}>
          <NodeQuestions node={node} />
        </Suspense>
      ) : null}
    </dl>
  );
}

function Field({
  label,
  value,
  meaning,
}: {
  readonly label: string;
  readonly value: unknown;
  readonly meaning?: string | undefined;
}): ReactNode {
  return (
    <>
      <dt>{label}</dt>
      <dd title={meaning}>
        <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>
      </dd>
    </>
  );
}
