/** What the model holds: elements by type, each leading to its table. */

import { type ReactNode, useMemo } from "react";
import { typeCounts } from "../canvases/table/rows";
import { phraseIn } from "../locales/phrase";
import { address } from "../ui/address";
import { TypeSign } from "../ui/TypeSign";
import { useLanguage, useText } from "../ui/text";
import { showCanvases } from "../ui/usePanes";
import { useStore } from "../ui/useStore";
import { useWorkbench } from "../ui/workbench";

export function Holdings(): ReactNode {
  const say = useText("overview");
  const language = useLanguage();
  const { ontology, store } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const counts = useMemo(() => [...typeCounts(graph, ontology)].filter(([, count]) => count > 0), [graph, ontology]);
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return (
    <section className="card" aria-labelledby="overview-holdings">
      <h3 id="overview-holdings">{say("holdings")}</h3>
      <p className="note">
        {say("elements", { count: graph.nodes.size })}, {say("relations", { count: graph.edges.size })}
      </p>
      <ul className="overview-types">
        {counts.map(([nodeType, count]) => (
          <li key={nodeType}>
            <button
              type="button"
              className="link"
              onClick={() => {
                // What is selected would open its own table.
                store.select([]);
                address.set("table", nodeType);
                showCanvases("table");
              }}
            >
              <TypeSign nodeType={nodeType} /> {phraseIn(ontology.nodeType.get(nodeType)?.title, language) ?? nodeType}
            </button>
            <span className="overview-amount" aria-hidden>
              <span data-type={nodeType} style={{ inlineSize: `${(100 * count) / most}%` }} />
            </span>
            <span className="number">{count}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
