/** Saves what is being written into the changes of a proposal, so that it is decided as it is written. */

import type { Proposal } from "../protocol";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useSend } from "../ui/workbench";
import { draft, draftsIn, look } from "./tray";

/** The version that came of it; nothing while something of it is wrong, or where it was not taken. */
export function useDrafts(proposal: Proposal): () => Promise<Proposal | undefined> {
  const { proposalId, digest } = proposal;
  const say = useText("review");
  const send = useSend();
  return async () => {
    const drafts = [...draftsIn(proposalId)];
    if (drafts.length === 0) return proposal;
    const made = drafts.flatMap(([id, { operation }]) => (operation === undefined ? [] : [[id, operation] as const]));
    if (made.length < drafts.length) {
      toasts.done(say("wrongEdit"));
      return undefined;
    }
    const edits = Object.fromEntries(made);
    const answer = await send<Proposal>({ type: "proposal.amend", proposalId, digest, edits });
    if (answer) {
      look(answer);
      for (const [id] of made) draft(proposalId, id, undefined);
    }
    return answer;
  };
}
