/** What became of a proposal: as the server remembers it, or as this page heard it told. */

import type { Proposal } from "../protocol";
import type { Decision } from "../state/proposals";
import { useStore } from "../ui/useStore";

export type Outcome = Pick<Decision, "person" | "feedback" | "operationIds"> & { readonly at?: string };

/** `undefined` while it is open, and when nobody decided it in time. */
export function useOutcome({ proposalId, decided }: Proposal): Outcome | undefined {
  const heard = useStore((state) => state.proposals.decisions.get(proposalId));
  return decided ?? heard;
}
