/** What goes with the elements that a proposal deletes: their relations, which no operation of it names. */

import { useMemo } from "react";
import type { Edge, Proposal } from "../protocol";
import type { Graph } from "../state/graph";
import { useStore } from "../ui/useStore";
import { beforeDeleting, relationsGone } from "./lines";

export interface Going {
  /** The model that the deletions are made in, or were; nothing, where nothing is deleted. */
  readonly graph: Graph | undefined;
  readonly relations: ReadonlyMap<string, readonly Edge[]>;
  /** How many changes these operations are, with what goes with them. */
  readonly count: (operationIds: readonly string[]) => number;
}

export function useGoing(proposal: Proposal): Going {
  const { operations, decided } = proposal;
  const isDeleting = useMemo(() => operations.some(({ op }) => op === "node.delete"), [operations]);
  const now = useStore((state) => (isDeleting ? state.graph : undefined));
  const commitId = decided?.commitId;
  const changes = useStore((state) =>
    isDeleting && commitId !== undefined
      ? state.commits.find((commit) => commit.commitId === commitId)?.changes
      : undefined,
  );
  return useMemo(() => {
    const graph = now && changes ? beforeDeleting(now, changes) : now;
    const relations = graph === undefined ? NONE : relationsGone(operations, graph);
    const count = (ids: readonly string[]): number =>
      ids.reduce((sum, id) => sum + 1 + (relations.get(id)?.length ?? 0), 0);
    return { graph, relations, count };
  }, [operations, now, changes]);
}

const NONE: ReadonlyMap<string, readonly Edge[]> = new Map();
