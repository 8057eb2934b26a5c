/** Where the element of a change is on the canvases: the real one where there is one, its ghost where there is none yet. */

import { useCallback, useEffect, useRef } from "react";
import { ghostOf } from "../canvases/ghosts";
import { pointed } from "../canvases/lit";
import { seek } from "../canvases/seek";
import { useOverlay } from "../canvases/useOverlay";
import type { Proposal } from "../protocol";
import type { State } from "../state/state";
import { preferences } from "../ui/preferences";
import { useWorkbench } from "../ui/workbench";
import { operationsOf, type TrayRow } from "./rows";

/** Selects the element of a change. */
export function useReveal(): (proposal: Proposal, operationId: string) => void {
  const { store } = useWorkbench();
  return useCallback(
    (proposal, operationId) => {
      const place = placeOf(store.get(), proposal, operationId);
      if (!place) return;
      if (place.isGhost && !preferences.get().ghosts) preferences.set({ ghosts: true });
      if (place.kind === "node") store.select([place.id]);
      else store.select([], [place.id]);
    },
    [store],
  );
}

/** Keeps the diagram at what is looked at: one change lights up in its middle, of several as much as fits is shown. */
export function useKeptInSight(row: TrayRow | undefined): void {
  const { store } = useWorkbench();
  const { elements } = useOverlay();
  const now = useRef({ row, elements });
  now.current = { row, elements };
  const key = row?.key;
  useEffect(() => {
    const { row: shown, elements: drawn } = now.current;
    if (key === undefined || shown === undefined) return;
    const nodes = operationsOf(shown).flatMap((id): readonly string[] => {
      const place = placeOf(store.get(), shown.proposal, id);
      if (place?.kind === "node") return [place.id];
      const edge = place && drawn.edges.get(place.id);
      return edge ? [edge.source, edge.target] : [];
    });
    const [first, ...others] = nodes;
    if (first === undefined) return;
    if (shown.kind === "change") pointed.set(first);
    seek(first, ...others);
    return () => pointed.set(undefined);
  }, [key, store]);
}

interface Place {
  readonly kind: "node" | "edge";
  readonly id: string;
  readonly isGhost: boolean;
}

function placeOf({ graph, commits }: State, proposal: Proposal, operationId: string): Place | undefined {
  const operation = proposal.operations.find((each) => each.id === operationId);
  if (!operation) return undefined;
  const made = commits
    .find((commit) => commit.proposalId === proposal.proposalId)
    ?.changes?.find((change) => change.operationId === operationId)?.after;
  const element = made ?? operation.before;
  if (element && "nodeId" in element && graph.nodes.has(element.nodeId))
    return { kind: "node", id: element.nodeId, isGhost: false };
  if (element && "edgeId" in element && graph.edges.has(element.edgeId))
    return { kind: "edge", id: element.edgeId, isGhost: false };
  if (proposal.state !== "open") return undefined;
  const id = ghostOf(proposal.proposalId, operation);
  return { kind: operation.op === "node.create" ? "node" : "edge", id, isGhost: true };
}
