/** Reads proposals of earlier days when somebody asks for them: events and the state document tell only what is open. */

import { useEffect } from "react";
import type { Proposal } from "../protocol";
import { projectPath } from "../session/rest";
import { proposalsRead } from "../state/proposals";
import { useStore } from "../ui/useStore";
import { shown, useWorkbench, type Workbench } from "../ui/workbench";

/** The newest proposals, decided ones among them. */
export function useDecided(isWanted: boolean): void {
  const workbench = useWorkbench();
  useEffect(() => {
    if (isWanted)
      void read<{ readonly proposals: readonly Proposal[] }>(
        workbench,
        "proposals?state=all",
        (answer) => answer.proposals,
      );
  }, [isWanted, workbench]);
}

/** One proposal, read when this page does not know it yet. */
export function useProposal(proposalId: string | undefined): Proposal | undefined {
  const workbench = useWorkbench();
  const proposal = useStore((state) =>
    proposalId === undefined ? undefined : state.proposals.proposals.get(proposalId),
  );
  const isMissing = useStore(
    (state) =>
      proposalId !== undefined &&
      !state.proposals.proposals.has(proposalId) &&
      !state.proposals.growing.has(proposalId),
  );
  useEffect(() => {
    if (!isMissing || proposalId === undefined) return;
    void read<{ readonly proposal: Proposal }>(workbench, `proposals/${encodeURIComponent(proposalId)}`, (answer) => [
      answer.proposal,
    ]);
  }, [isMissing, proposalId, workbench]);
  return proposal;
}

async function read<T>(
  { rest, store, project }: Workbench,
  path: string,
  found: (answer: T) => readonly Proposal[],
): Promise<void> {
  const answer = await shown(rest.get<T>(`${projectPath(project)}/${path}`));
  if (answer) store.update((state) => ({ ...state, proposals: proposalsRead(state.proposals, found(answer)) }));
}
