/** Below the matrix: what stands in the active cell, why it is suspect, and the buttons that confirm. */

import type { ReactNode } from "react";
import { phraseIn } from "../../locales/phrase";
import type { Edge, Node } from "../../protocol";
import { changedEnds } from "../../state/suspects";
import { useLanguage, useText } from "../../ui/text";
import { useStore } from "../../ui/useStore";
import { useWorkbench } from "../../ui/workbench";
import { directions, edgesAt, isSuspect, type Matrix, suspectEdges } from "./matrix";

interface Properties {
  readonly matrix: Matrix;
  readonly row: Node | undefined;
  readonly column: Node | undefined;
  readonly reason: string | undefined;
  readonly confirm: (edges: readonly Edge[]) => void;
}

export function Foot({ matrix, row, column, reason, confirm }: Properties): ReactNode {
  const say = useText("matrix");
  const edges = row && column ? edgesAt(matrix, row, column) : [];
  const all = suspectEdges(matrix);
  return (
    <footer className="matrix-foot">
      <p role="status">{row && column ? <Told {...{ matrix, row, column, edges }} /> : null}</p>
      {isSuspect(matrix, edges) ? (
        <button type="button" disabled={reason !== undefined} title={reason} onClick={() => confirm(edges)}>
          {say("confirm")}
        </button>
      ) : null}
      {all.length > 0 ? (
        <button
          type="button"
          className="quiet"
          disabled={reason !== undefined}
          title={reason}
          onClick={() => confirm(all)}
        >
          {say("confirmAll", { count: all.length })}
        </button>
      ) : null}
    </footer>
  );
}

interface ToldProperties {
  readonly matrix: Matrix;
  readonly row: Node;
  readonly column: Node;
  readonly edges: readonly Edge[];
}

/** The link as a sentence, in the direction in which it is, or would be. */
function Told({ matrix, row, column, edges }: ToldProperties): ReactNode {
  const say = useText("matrix");
  const language = useLanguage();
  const { ontology } = useWorkbench();
  const graph = useStore((state) => state.graph);
  const { relation } = matrix.choice;
  const direction = directions(ontology, relation)(row, column);
  const title = phraseIn(ontology.relation.get(relation)?.title, language) ?? relation;
  const names = { row: row.name, column: column.name, relation: title };
  const edge = edges[0];
  if (edge === undefined && direction === undefined) return say("toldIllegal", names);
  const isTurned = edge === undefined ? direction === "in" : edge.source === column.nodeId;
  const [source, target] = isTurned ? [column.name, row.name] : [row.name, column.name];
  if (edge === undefined) return say("toldEmpty", { source, relation: title, target });
  const changed = [...new Set(edges.flatMap((each) => changedEnds(graph, each)).map(({ name }) => name))];
  return (
    <>
      {say("toldLinked", { source, relation: title, target })}{" "}
      {changed.length > 0 ? <strong>{say("toldSuspect", { names: changed.join(", ") })}</strong> : null}
    </>
  );
}
