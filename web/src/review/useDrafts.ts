/** Saves what is being written into the changes of a proposal, so that it is decided as it is written. */

import { attributesOf } from "../canvases/ontology";
import type { Operation, Proposal } from "../protocol";
import { useText } from "../ui/text";
import { toasts } from "../ui/toasts";
import { useSend, useWorkbench } from "../ui/workbench";
import { changed, columnsFor, textsOf, typedIn, written } from "./edits";
import { draft, draftsIn, look } from "./tray";

/** The version that came of it; nothing while something of it is wrong or contested, or where it was not taken. */
export function useDrafts(proposal: Proposal): () => Promise<Proposal | undefined> {
  const { proposalId, digest } = proposal;
  const say = useText("review");
  const send = useSend();
  const { ontology } = useWorkbench();
  return async () => {
    const drafts = draftsIn(proposalId);
    const edits: Record<string, Operation> = {};
    for (const operation of proposal.operations) {
      const begun = drafts[operation.id];
      if (begun === undefined) continue;
      const columns = columnsFor(operation, (nodeType) => attributesOf(ontology, nodeType));
      const { texts, contested } = written(begun, textsOf(operation, columns));
      const made = contested.length > 0 ? undefined : changed(operation, typedIn(columns, texts));
      if (made === undefined) {
        toasts.done(say(contested.length > 0 ? "contestedEdit" : "wrongEdit"));
        return undefined;
      }
      edits[operation.id] = made;
    }
    if (Object.keys(edits).length === 0) return proposal;
    const answer = await send<Proposal>({ type: "proposal.amend", proposalId, digest, edits });
    if (answer) {
      look(answer);
      for (const id of Object.keys(edits)) draft(proposalId, id, undefined);
    }
    return answer;
  };
}
