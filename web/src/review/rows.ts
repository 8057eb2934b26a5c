/** The review tray as rows from top to bottom: proposals, their batches or groups, the changes in them. Pure. */

import type { Problem, Proposal } from "../protocol";
import type { Graph } from "../state/graph";
import { type FieldWords, type Line, operationLines, relationsGone } from "./lines";

export type TrayRow =
  | {
      readonly kind: "proposal";
      readonly key: string;
      readonly proposal: Proposal;
      /** Its changes, with the relations that go with what is deleted. */
      readonly count: number;
    }
  | {
      readonly kind: "batch";
      readonly key: string;
      readonly proposal: Proposal;
      readonly number: number;
      /** Why these are proposed, where they are decided as one. */
      readonly reason?: string;
      readonly ids: readonly string[];
    }
  | {
      readonly kind: "change";
      readonly key: string;
      readonly proposal: Proposal;
      readonly line: Line;
      readonly isDeep: boolean;
    };

export const proposalKey = (proposalId: string): string => `proposal ${proposalId}`;
export const changeKey = (proposalId: string, operationId: string): string => `change ${proposalId} ${operationId}`;

/** The rows of these proposals; below a folded key nothing is shown. One batch alone needs no row of its own. */
export function trayRows(
  proposals: readonly Proposal[],
  graph: Graph,
  folded: ReadonlySet<string>,
  words: FieldWords,
): readonly TrayRow[] {
  return proposals.flatMap((proposal): readonly TrayRow[] => {
    const key = proposalKey(proposal.proposalId);
    const relations = [...relationsGone(proposal.operations, graph).values()];
    const count = relations.reduce((sum, gone) => sum + gone.length, proposal.operations.length);
    const head: TrayRow = { kind: "proposal", key, proposal, count };
    return folded.has(key) ? [head] : [head, ...changeRows(proposal, graph, folded, words)];
  });
}

function changeRows(
  proposal: Proposal,
  graph: Graph,
  folded: ReadonlySet<string>,
  words: FieldWords,
): readonly TrayRow[] {
  const lines = new Map(operationLines(proposal.operations, graph, words).map((line) => [line.key, line]));
  const batches = partsOf(proposal);
  const isDeep = batches.length > 1 || batches[0]?.reason !== undefined;
  return batches.flatMap(({ ids, reason }, index): readonly TrayRow[] => {
    const key = `batch ${proposal.proposalId} ${index}`;
    const changes = ids.flatMap((id): readonly TrayRow[] => {
      const line = lines.get(id);
      return line ? [{ kind: "change", key: changeKey(proposal.proposalId, id), proposal, line, isDeep }] : [];
    });
    if (!isDeep) return changes;
    const head: TrayRow = {
      kind: "batch",
      key,
      proposal,
      number: index + 1,
      ids,
      ...(reason !== undefined && { reason }),
    };
    return folded.has(key) ? [head] : [head, ...changes];
  });
}

/** Suggestions with their reasons, where there are several; else batches. */
function partsOf(proposal: Proposal): readonly { readonly ids: readonly string[]; readonly reason?: string }[] {
  const groups = proposal.groups ?? [];
  if (groups.length === 0) return batchesOf(proposal).map((ids) => ({ ids }));
  return groups.map(({ operationIds, reason }) => ({ ids: operationIds, reason }));
}

/** In the order in which they are applied; what is in no batch comes last. */
function batchesOf(proposal: Proposal): readonly (readonly string[])[] {
  const listed = new Set(proposal.batches.flat());
  const rest = proposal.operations.map((operation) => operation.id).filter((id) => !listed.has(id));
  return [...proposal.batches.filter((batch) => batch.length > 0), ...(rest.length > 0 ? [rest] : [])];
}

/** The operations that a row stands for. */
export function operationsOf(row: TrayRow): readonly string[] {
  if (row.kind === "change") return [row.line.key];
  return row.kind === "batch" ? row.ids : row.proposal.operations.map((operation) => operation.id);
}

/** What is wrong with an operation. */
export function problemsOf(proposal: Proposal, operationId: string): readonly Problem[] {
  return proposal.problems.filter((problem) => problem.operationId === operationId);
}
